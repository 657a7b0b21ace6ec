import type { ReactNode } from 'react';

/** Scrolls a wide table sideways, also by keys, so that the page does not. Hidden texts scroll with it. */
export function ScrollSideways({ children }: { children: ReactNode }): ReactNode {
  return (
    <div tabIndex={0} className="ring-focus relative overflow-x-auto rounded-sm">
      {children}
    </div>
  );
}
