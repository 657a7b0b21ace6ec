// The root route: the document's title, and the focus after a navigation.
import { createRootRoute, Outlet, useMatches, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

import { useRouteTitle } from '#web/ui/layout/page-title';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's name in the document's title; absent where the page sets it itself. */
    title?: string;
    /** The page fills the window and scrolls inside itself. */
    frame?: boolean;
    /** There is no page at this address, so a login does not return to it. */
    missing?: boolean;
    /** The page itself offers to create a first team. */
    offersTeam?: boolean;
  }
  interface HistoryState {
    /** Passed between public pages without showing it in the URL. */
    email?: string;
    redirect?: string;
    /** The secret of a reset link, removed from the URL. */
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

// After a navigation the focused link is gone, and a screen reader would stay silent.
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
