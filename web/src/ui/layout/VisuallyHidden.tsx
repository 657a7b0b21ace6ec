import type { ReactNode } from 'react';

/** Read aloud, not seen. */
export function VisuallyHidden({ children, id }: { children: ReactNode; id?: string }): ReactNode {
  return (
    <span id={id} className="sr-only">
      {children}
    </span>
  );
}
