/** Joins class names. Our classes never override one another, so nothing needs to merge them. */
export function classNames(...parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}
