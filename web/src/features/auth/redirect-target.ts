// Where a login leads: the path that was asked for, as long as it is a path of this site.
import { sitePath } from '@wentwell/contract/site-path';

const home = '/dashboard';

/** Takes the `redirect` of an address; gives a path that is safe and sensible to go to after a login. */
export function redirectTarget(redirect: string | null | undefined): string {
  const path = sitePath(redirect);
  if (path === null || path === '/' || !staysHere(path)) return home;
  const { pathname } = new URL(path, 'http://site.invalid');
  // Back to the login would be a circle.
  return /^\/login\/*$/.test(pathname) ? home : path;
}

/** Whether a path is one of this site however often its percent signs are read (docs/api.md A-57). */
function staysHere(path: string): boolean {
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

/** Takes a path; gives the search of a link that remembers it. */
export function redirectSearch(redirect: string | null | undefined): { redirect?: string } {
  const path = sitePath(redirect);
  return path === null ? {} : { redirect: path };
}
