import type { ReactNode } from 'react';

import { Logo } from './Logo.tsx';
import { wordmark } from './wordmark-paths.ts';

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
      // On the line, not on its baseline: below that a gap would push it off the middle of a bar.
      className="inline-flex shrink-0 items-center align-top text-ink"
      style={{ gap: height * wordmark.gap }}
    >
      <Logo size={height} />
      {!markOnly && (
        <svg
          height={height * wordmark.scale}
          viewBox={wordmark.viewBox}
          fill="none"
          stroke="currentColor"
          strokeWidth={wordmark.strokeWidth}
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          {wordmark.letters.map((letter) => (
            <path key={letter} d={letter} />
          ))}
        </svg>
      )}
    </span>
  );
}
