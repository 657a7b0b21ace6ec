// Renders the current page: its code, title, scroll position, and focus on arrival.
import {
  type ComponentType,
  Fragment,
  type ReactNode,
  startTransition,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { z } from 'zod';

import { readStoredInTab, storeInTab } from '#web/browser-storage';
import { ErrorBoundary, type FallbackProps } from '#web/ui/feedback/ErrorBoundary.tsx';
import { useRouteTitle } from '#web/ui/layout/page-title';

import { currentPlace, followPlace, pageKeyOf, type Place } from './history.ts';
import { type Route, RouterContext, type Visit } from './router-context.ts';
import { parseSearch } from './search-params.ts';

// A spinner for a shorter wait would only flash (docs/design.md D-22).
const pendingMs = 150;

export function Router(props: {
  /** The first match wins; the last route matches every path. */
  routes: readonly Route[];
  /** Shown while a page's code is loading. */
  Pending: ComponentType;
  Failure: (props: FallbackProps) => ReactNode;
}): ReactNode {
  const { routes, Pending, Failure } = props;
  const [place, setPlace] = useState(currentPlace);
  useEffect(() => followPages(routes, place, setPlace), [routes, place]);
  const shown = useMemo(() => {
    const { route, params } = match(routes, place.pathname);
    const visit = { params, search: parseSearch(place.search), state: place.state };
    return { ...place, route, visit, preload: (path: string) => load(match(routes, path)) };
  }, [place, routes]);
  const { route, visit } = shown;
  useRouteTitle(route.title);
  const { layout: Layout = Fragment, page: Page } = route;
  const pageKey = pageKeyOf(place);
  return (
    <RouterContext value={shown}>
      <ErrorBoundary Fallback={Failure} attempt={pageKey}>
        <Suspense fallback={<Pending />}>
          <Layout>
            <ErrorBoundary Fallback={Failure} attempt={pageKey}>
              <Suspense fallback={<Pending />}>
                <Page {...visit} />
                <Arrival pathname={place.pathname} pageKey={pageKey} />
              </Suspense>
            </ErrorBoundary>
          </Layout>
        </Suspense>
      </ErrorBoundary>
    </RouterContext>
  );
}

/** Keeps the previous page until the next one's code has loaded or takes longer than `pendingMs`. */
function followPages(
  routes: readonly Route[],
  shown: Place,
  show: (place: Place) => void,
): () => void {
  let isOver = false;
  const follow = () => {
    const place = currentPlace();
    // Dialog entries belong to their page: opening or closing a dialog changes nothing here.
    if (pageKeyOf(place) === pageKeyOf(shown)) return;
    const isWanted = () => !isOver && place === currentPlace();
    const leave = () => {
      keepScroll(pageKeyOf(shown));
      show(place);
    };
    const timer = setTimeout(() => {
      if (isWanted()) leave();
    }, pendingMs);
    void load(match(routes, place.pathname)).then(() => {
      clearTimeout(timer);
      if (isWanted()) startTransition(leave);
    });
  };
  const unfollow = followPlace(follow);
  // The place may have changed while the previous page rendered.
  follow();
  return () => {
    isOver = true;
    unfollow();
  };
}

interface Match {
  route: Route;
  params: Visit['params'];
}

function match(routes: readonly Route[], pathname: string): Match {
  const path = pathname === '/' ? pathname : pathname.replace(/\/+$/, '');
  for (const route of routes) {
    const found = route.path.exec(path);
    if (found) return { route, params: decode(found.groups ?? {}) };
  }
  throw new Error(`No route matches ${pathname}.`);
}

function decode(groups: Record<string, string | undefined>): Visit['params'] {
  return Object.fromEntries(
    Object.entries(groups).flatMap(([name, text]) => {
      if (text === undefined) return [];
      try {
        return [[name, decodeURIComponent(text)]];
      } catch {
        return [[name, text]];
      }
    }),
  );
}

/** Loads the code of the first page; for some pages their layout's, and waits a little for the rest. */
export async function loadArrival(
  routes: readonly Route[],
  laterPages: readonly Route[],
): Promise<void> {
  const found = match(routes, currentPlace().pathname);
  const loaded = load(found);
  if (!laterPages.includes(found.route)) return loaded;
  await found.route.layout?.preload();
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, pendingMs))]);
}

async function load({ route: { layout, page, load: loadPage } }: Match): Promise<void> {
  await Promise.all([layout?.preload(), page.preload?.(), loadPage?.()]);
}

let arrivedAt: string | null = null;

/** Rendered beside the page, so that its effect runs once the page is there. */
function Arrival({ pathname, pageKey }: { pathname: string; pageKey: string }): ReactNode {
  useLayoutEffect(() => restoreScroll(pageKey), [pageKey]);
  useEffect(() => {
    const isFirst = arrivedAt === null;
    const isOther = arrivedAt !== pathname;
    arrivedAt = pathname;
    if (isFirst || !isOther) return;
    // The focused link is gone, so a screen reader would announce nothing.
    const main = document.getElementById('main');
    if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
  }, [pathname]);
  return null;
}

// Scroll positions by history entry, restored on Back, Forward and reload.
const storageKey = 'scroll-positions';
const Positions = z.record(z.string(), z.number());
const positions = new Map(readPositions());
let shown: string | null = null;

// Otherwise the browser would scroll the outgoing page.
history.scrollRestoration = 'manual';
addEventListener('pagehide', () => {
  if (shown !== null) keepScroll(shown);
  storeInTab(storageKey, JSON.stringify(Object.fromEntries(positions)));
});

function keepScroll(pageKey: string): void {
  positions.set(pageKey, scrollY);
}

function restoreScroll(pageKey: string): void {
  const isArrival = shown === null;
  shown = pageKey;
  const top = positions.get(pageKey) ?? 0;
  // A new page is at its top already. Scrolling would force a layout before its first paint.
  if (!isArrival || top > 0) scrollTo({ top, behavior: 'instant' });
}

function readPositions(): [string, number][] {
  try {
    return Object.entries(Positions.parse(JSON.parse(readStoredInTab(storageKey) ?? '{}')));
  } catch {
    return [];
  }
}
