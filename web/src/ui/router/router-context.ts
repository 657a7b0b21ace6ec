// The current page, for its layouts and links.
import { type ComponentType, createContext, type ReactNode } from 'react';

import type { PageState } from './history.ts';

export interface Visit {
  params: Readonly<Record<string, string>>;
  search: Readonly<Record<string, string>>;
  state: PageState;
}

export interface Route {
  /** Matches the path without a trailing slash. Named groups are the parameters. */
  path: RegExp;
  layout?: ComponentType<{ children: ReactNode }> & { preload: () => Promise<void> };
  page: ComponentType<Visit> & { preload?: () => Promise<void> };
  /** Loads the code of a page that does not load itself. */
  load?: () => Promise<void>;
  /** The page's name in the document's title; absent if the page sets it itself. */
  title?: string;
  /** The page fills the window and scrolls inside itself. */
  frame?: boolean;
  /** No page has this address, so a login does not return to it. */
  missing?: boolean;
  /** The page itself offers to create a first team. */
  offersTeam?: boolean;
}

interface Shown {
  pathname: string;
  href: string;
  visit: Visit;
  route: Omit<Route, 'page' | 'path'>;
  preload: (pathname: string) => Promise<void>;
}

export const RouterContext = createContext<Shown>({
  pathname: '',
  href: '',
  visit: { params: {}, search: {}, state: {} },
  route: {},
  preload: () => Promise.resolve(),
});
