import type { ReactNode } from 'react';

import { Drawing } from './OfflineDrawing.tsx';
import { Sheet } from './Sheet.tsx';

export function NoMeetings(): ReactNode {
  return (
    <Drawing>
      <rect
        x="38"
        y="22"
        width="78"
        height="80"
        rx="10"
        fill="var(--card)"
        stroke="var(--control)"
      />
      <path d="M38 42h78" stroke="var(--control)" />
      <path d="M58 14v14M96 14v14" stroke="var(--control)" strokeWidth="4" />
      <path
        d="M54 58h0M77 58h0M100 58h0M54 74h0M77 74h0M54 90h0"
        stroke="var(--line-strong)"
        strokeWidth="7"
      />
      <Sheet x={92} y={58} tilt={6} tone="info">
        <path d="m10 15 5 12 5-9 4 7 9-15" stroke="var(--info-solid)" strokeWidth="3.5" />
      </Sheet>
    </Drawing>
  );
}
