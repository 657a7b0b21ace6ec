import type { ReactNode } from 'react';

/** Decorative: the product's name is always shown beside it. */
export function Logo({ size = 28 }: { size?: number }): ReactNode {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      aria-hidden="true"
      className="shrink-0"
    >
      <path
        d="M8.5 2.5h15a6 6 0 0 1 6 6V20l-9.5 9.5H8.5a6 6 0 0 1-6-6v-15a6 6 0 0 1 6-6Z"
        fill="var(--primary)"
      />
      <path d="M29.5 20 20 29.5V23a3 3 0 0 1 3-3h6.5Z" fill="var(--primary)" />
      <path d="M29.5 20 20 29.5V23a3 3 0 0 1 3-3h6.5Z" fill="var(--on-primary)" opacity="0.42" />
      <path
        d="m7.2 11.4 3.7 9 3.6-7.2 3.2 5.6 6.4-11"
        stroke="var(--on-primary)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
