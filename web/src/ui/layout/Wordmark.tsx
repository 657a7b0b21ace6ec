import type { ReactNode } from 'react';

import { Logo } from './Logo.tsx';

/** The logo and the product's name. The letters are paths, so they need no font. */
export function Wordmark({
  size = 'md',
  markOnly = false,
}: {
  size?: 'md' | 'lg';
  /** Shows the logo alone; screen readers still read the name. */
  markOnly?: boolean;
}): ReactNode {
  const height = size === 'lg' ? 40 : 28;
  return (
    <span
      role="img"
      aria-label="Wentwell"
      className="inline-flex shrink-0 items-center text-ink"
      style={{ gap: height * 0.3 }}
    >
      <Logo size={height} />
      {!markOnly && (
        <svg
          height={height * 0.66}
          viewBox="-6 -4 325 72"
          fill="none"
          stroke="currentColor"
          strokeWidth="10.5"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path d="m0 24 11 36 11-33 11 33 11-36" />
          <path d="M54 42h36a18 18 0 1 0-5.5 13" />
          <path d="M106 60V24m0 16a16 16 0 0 1 32 0v20" />
          <path d="M160 8v40a12 12 0 0 0 12 12h4m-25-36h22" />
          <path d="m183 24 11 36 11-33 11 33 11-36" />
          <path d="M237 42h36a18 18 0 1 0-5.5 13" />
          <path d="M290 0v60" />
          <path d="M307 0v51a9 9 0 0 0 6 8.5" />
        </svg>
      )}
    </span>
  );
}
