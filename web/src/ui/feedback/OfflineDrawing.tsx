import type { ReactNode } from 'react';

/** The frame of every drawing; the others are in illustrations.tsx. */
export function Drawing({ children }: { children: ReactNode }): ReactNode {
  return (
    <svg
      width="176"
      height="120"
      viewBox="0 0 176 120"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="2"
      aria-hidden="true"
      className="max-w-full"
    >
      <ellipse cx="88" cy="108" rx="62" ry="6" fill="var(--sunken)" />
      {children}
    </svg>
  );
}

/** In its own file because every page loads it; the other drawings load with the pages that show them. */
export function Offline(): ReactNode {
  return (
    <Drawing>
      <path
        d="M56 96a24 24 0 0 1-3-47.8 36 36 0 0 1 69-6.2 27 27 0 0 1 2 54H56Z"
        fill="var(--card)"
        stroke="var(--control)"
      />
      <path d="M88 52v16" stroke="var(--warning-solid)" strokeWidth="5" />
      <path d="M88 81h0" stroke="var(--warning-solid)" strokeWidth="6" />
      <path d="m24 34 8 8m0-8-8 8M148 24l7 7m0-7-7 7" stroke="var(--line-strong)" strokeWidth="3" />
    </Drawing>
  );
}
