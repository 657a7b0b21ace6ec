import type { ReactNode } from 'react';
import { encode } from 'uqr';

/** Phones read dark squares on a light ground with a margin of four: the colours of no theme. */
const margin = 4;

/** The address of the open page, for phones in the same room. */
export function MeetingQrCode(): ReactNode {
  const { data, size } = encode(location.origin + location.pathname, { ecc: 'M', border: margin });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <figure className="grid w-60 max-w-full gap-3 text-center text-sm text-soft">
      <svg
        role="img"
        aria-label="QR code of the meeting’s link"
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="w-full rounded-md"
      >
        <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
        <path d={squares.join('')} fill="#000" />
      </svg>
      <figcaption>Members of the team open the meeting with their phone’s camera.</figcaption>
    </figure>
  );
}
