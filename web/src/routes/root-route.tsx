// The root of every address: the document's title and where the focus goes after a change of page.
import { createRootRoute, Outlet, useMatches, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

import { useRouteTitle } from '#web/ui/layout/page-title';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's name in the document's title; a page whose title changes sets it itself and has none here. */
    title?: string;
    /** The page takes the whole window's width. */
    wide?: boolean;
    /** There is no page at this address: nothing leads back here. */
    missing?: boolean;
    /** The page itself offers to make a first team. */
    offersTeam?: boolean;
  }
  interface HistoryState {
    /** Handed from one public page to the next without showing it in the address. */
    email?: string;
    redirect?: string;
    /** The secret of a reset link, taken out of the address. */
    resetToken?: string;
  }
}

export const rootRoute = createRootRoute({ component: Root });

function Root() {
  useRouteTitle(useTitleOfMatch());
  useFocusOnArrival();
  return <Outlet />;
}

function useTitleOfMatch(): string | undefined {
  return useMatches({
    select: (matches) =>
      matches.findLast((match) => match.staticData.title !== undefined)?.staticData.title,
  });
}

// A page change leaves the focus on a link that is gone; a screen reader would then stay silent.
function useFocusOnArrival(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        const main = document.getElementById('main');
        if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
      }),
    [router],
  );
}
