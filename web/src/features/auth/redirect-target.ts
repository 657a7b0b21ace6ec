// The redirect after a login, restricted to paths of this site.
import { sitePath } from '@wentwell/contract/text/site-path';
import { use } from 'react';

import { RouterContext } from '#web/ui/router/router-context';

const home = '/dashboard';

/** A safe path for after the login; the dashboard if `redirect` leads to another site or to the login. */
export function redirectTarget(redirect: string | null | undefined): string {
  const path = sitePath(redirect);
  if (path === null || path === '/' || !isSameOrigin(path)) return home;
  const { pathname } = new URL(path, 'http://site.invalid');
  // A redirect to the login would be a loop.
  return /^\/login(\/callback)?\/*$/.test(pathname) ? home : path;
}

/** Whether the path stays on this site, however often it is percent-decoded (docs/api.md A-57). */
function isSameOrigin(path: string): boolean {
  for (let read = path, times = 0; times < 4; times += 1) {
    let next: string;
    try {
      next = decodeURIComponent(read);
    } catch {
      return true;
    }
    if (next === read) return true;
    if (sitePath(next) === null) return false;
    read = next;
  }
  return false;
}

export function redirectSearch(redirect: string | null | undefined): { redirect?: string } {
  const path = sitePath(redirect);
  return path === null ? {} : { redirect: path };
}

/** The redirect of the current page, which each entry page passes on to the next. */
export function useRedirect(): { redirect?: string } {
  const { search, state } = use(RouterContext).visit;
  return redirectSearch(search['redirect'] ?? state.redirect);
}
