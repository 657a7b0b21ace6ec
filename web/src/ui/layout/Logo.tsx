import type { ReactNode } from 'react';

import { logo } from './wordmark-paths.ts';

/** Decorative: the product's name is always shown beside it. */
export function Logo({ size = 28 }: { size?: number }): ReactNode {
  return (
    <svg
      width={size}
      height={size}
      viewBox={logo.viewBox}
      fill="none"
      aria-hidden="true"
      className="shrink-0"
    >
      <path d={logo.note} fill="var(--primary)" />
      <path d={logo.corner} fill="var(--primary)" />
      <path d={logo.corner} fill="var(--on-primary)" opacity="0.42" />
      <path
        d={logo.letter}
        stroke="var(--on-primary)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
