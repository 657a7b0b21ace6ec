import type { ReactNode } from 'react';

type SheetProps = { x: number; y: number; tilt?: number; tone?: string; children?: ReactNode };

/** A sticky note of 44 × 44 with the logo's folded corner. */
export function Sheet({ x, y, tilt = 0, tone = 'info', children }: SheetProps): ReactNode {
  return (
    <g transform={`translate(${x} ${y}) rotate(${tilt} 22 22)`}>
      <path
        d="M6 0h32a6 6 0 0 1 6 6v24L30 44H6a6 6 0 0 1-6-6V6a6 6 0 0 1 6-6Z"
        fill={`var(--${tone}-soft)`}
        stroke={`var(--${tone}-solid)`}
      />
      <path d="M44 30H34a4 4 0 0 0-4 4v10" fill="var(--card)" stroke={`var(--${tone}-solid)`} />
      {children}
    </g>
  );
}
