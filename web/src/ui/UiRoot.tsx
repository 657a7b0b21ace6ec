import type { ReactNode } from 'react';

import { Toasts } from './feedback/Toasts.tsx';

/** What the components need around them, once: around the whole app. */
export function UiRoot({ children }: { children: ReactNode }): ReactNode {
  return (
    <>
      {children}
      <Toasts />
    </>
  );
}
