import type { ReactNode } from 'react';

import { Drawing } from './OfflineDrawing.tsx';
import { Sheet } from './Sheet.tsx';

/** Apart from the other drawings, which no board shows. */
export function EmptyColumn(): ReactNode {
  return (
    <Drawing>
      <rect
        x="50"
        y="12"
        width="76"
        height="92"
        rx="10"
        fill="var(--sunken)"
        stroke="var(--line-strong)"
      />
      <rect
        x="62"
        y="26"
        width="52"
        height="26"
        rx="6"
        stroke="var(--control)"
        strokeDasharray="4 5"
      />
      <rect
        x="62"
        y="62"
        width="52"
        height="26"
        rx="6"
        stroke="var(--line-strong)"
        strokeDasharray="4 5"
      />
      <Sheet x={100} y={40} tilt={12} tone="success">
        <path d="M22 13v17M13.5 21.5h17" stroke="var(--success-solid)" strokeWidth="3.5" />
      </Sheet>
    </Drawing>
  );
}
