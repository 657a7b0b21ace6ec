import type { ReactNode } from 'react';

import { lazyPage } from '#web/ui/layout/lazy-page.tsx';

import { Watch } from './Watch.tsx';

const Guest = lazyPage(async () => (await import('#web/screens/guest/Guest.tsx')).Guest);

/** The pages of a link that needs no account, as one module: each route costs every page some bytes. */
export function LinkPage({ page }: { page: string | undefined }): ReactNode {
  return page === 'guest' ? <Guest /> : <Watch />;
}
