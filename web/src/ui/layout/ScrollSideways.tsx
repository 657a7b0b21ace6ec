import type { ReactNode } from 'react';

/** Holds a table that may be wider than a narrow page: by keys as well it scrolls, and the page does not. */
export function ScrollSideways({ children }: { children: ReactNode }): ReactNode {
  return (
    <div tabIndex={0} className="ring-focus overflow-x-auto rounded-sm">
      {children}
    </div>
  );
}
