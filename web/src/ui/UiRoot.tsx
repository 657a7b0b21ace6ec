import type { ReactNode } from 'react';

import { Toasts } from './feedback/Toasts.tsx';

/** Render once, around the whole app. */
export function UiRoot({ children }: { children: ReactNode }): ReactNode {
  return (
    <>
      {children}
      <Toasts />
    </>
  );
}
