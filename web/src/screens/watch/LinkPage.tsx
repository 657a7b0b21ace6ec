import type { ReactNode } from 'react';

import { lazyPage } from '#web/ui/layout/lazy-page.tsx';

import { Watch } from './Watch.tsx';

const Try = lazyPage(() => import('#web/screens/try/Try.tsx'), 'Try');
const Guest = lazyPage(() => import('#web/screens/guest/Guest.tsx'), 'Guest');

/** Pages without an account as one module: each route costs every page some bytes. */
export function LinkPage({ page }: { page: string | undefined }): ReactNode {
  if (page === 'try') return <Try />;
  return page === 'guest' ? <Guest /> : <Watch />;
}
