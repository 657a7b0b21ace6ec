// Validates return paths in links and forms.
import { z } from 'zod';

// A reserved origin. If parsing changes it, the input was not a path on this site.
const placeholderOrigin = 'http://site.invalid';

/** Returns the path, or null if the text leads elsewhere, such as `//evil`, `/\evil` or a scheme. */
export function sitePath(value: string | null | undefined): string | null {
  if (!value?.startsWith('/')) return null;
  const url = URL.parse(value, placeholderOrigin);
  if (url?.origin !== placeholderOrigin || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}

/** A path on this site. Anything else is ignored instead of rejected, because the redirect is optional. */
export const Redirect = z
  .string()
  .max(2000)
  .transform((value) => sitePath(value) ?? undefined)
  .optional();
