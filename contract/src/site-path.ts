// Paths of this site, as links and forms carry them to lead somebody back.
import { z } from 'zod';

// Parsed against an origin that is nobody's: what leaves it was not a path on this site.
const nowhere = 'http://site.invalid';

/** The path of this site that a text names, or null: `//evil`, `/\evil` and schemes lead elsewhere. */
export function sitePath(value: string | null | undefined): string | null {
  if (!value?.startsWith('/')) return null;
  const url = URL.parse(value, nowhere);
  if (url?.origin !== nowhere || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}

/** A path on this site; anything else is dropped rather than refused, for it is only a convenience. */
export const Redirect = z
  .string()
  .max(2000)
  .transform((value) => sitePath(value) ?? undefined)
  .optional();
