import type { ReactNode } from 'react';

import { wordmark, logo } from './wordmark-paths.ts';

/** The logo and the product's name. The letters are paths, so they need no font. */
export function Wordmark(props: {
  size?: 'md' | 'lg';
  /** Shows the logo alone; screen readers still read the name. */
  markOnly?: boolean;
}): ReactNode {
  const { size = 'md', markOnly = false } = props;
  const height = size === 'lg' ? 40 : 28;
  return (
    <span
      role="img"
      aria-label="Wentwell"
      // Aligned to the line, not its baseline: a gap below the baseline would move it off a bar's middle.
      className="inline-flex shrink-0 items-center align-top text-ink"
      style={{ gap: height * wordmark.gap }}
    >
      <svg
        width={height}
        height={height}
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
