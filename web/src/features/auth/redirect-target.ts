// Where a login leads: the path that was asked for, as long as it is a path of this site.
import { sitePath } from '@wentwell/contract/auth';

const home = '/dashboard';

/** Takes the `redirect` of an address; gives a path that is safe and sensible to go to after a login. */
export function redirectTarget(redirect: string | null | undefined): string {
  const path = sitePath(redirect);
  if (path === null || path === '/') return home;
  const { pathname } = new URL(path, 'http://site.invalid');
  // Back to the login would be a circle.
  return pathname === '/login' ? home : path;
}

/** Takes a path; gives the search of a link that remembers it. */
export function redirectSearch(redirect: string | null | undefined): { redirect?: string } {
  const path = sitePath(redirect);
  return path === null ? {} : { redirect: path };
}
