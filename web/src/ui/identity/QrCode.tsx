import type { ReactNode } from 'react';
import { encode } from 'uqr';

import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';

/** Scanners need dark modules on light ground and a quiet zone of four modules, whatever the theme. */
const margin = 4;

interface Props {
  text: string;
  label: string;
}

export function QrCode(props: Props): ReactNode {
  return (
    <Part>
      <Code {...props} />
    </Part>
  );
}

function Code({ text, label }: Props): ReactNode {
  const { data, size } = encode(text, { ecc: 'M', border: margin });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-full rounded-md"
      // Two forced colours could be one.
      style={{ forcedColorAdjust: 'none' }}
    >
      {/* Leaves the paper's folded corner free. */}
      <path d={`M0 0h${size}v${size - margin}l-${margin} ${margin}H0z`} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  );
}
