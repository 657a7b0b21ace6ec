import type { ReactNode } from 'react';

/** Needs a label unless other text says what is loading. */
export function Spinner({ label, size = 'sm' }: { label?: string; size?: 'sm' | 'lg' }): ReactNode {
  return (
    <span className="inline-flex" {...(label !== undefined && { role: 'status' })}>
      <svg
        viewBox="0 0 24 24"
        fill="none"
        aria-hidden="true"
        className={size === 'lg' ? 'size-8 animate-spin' : 'size-4 animate-spin'}
      >
        <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity="0.2" />
        <path
          d="M21 12a9 9 0 0 0-9-9"
          stroke="currentColor"
          strokeWidth="3"
          strokeLinecap="round"
        />
      </svg>
      {label !== undefined && <span className="sr-only">{label}</span>}
    </span>
  );
}
