// Checks that no answer of any test contains server-only keys, anywhere in its JSON.

const secret = /password|(token|secret)_?hash|reset_?token|ticket_?hash|author_?hash|by_?hash/i;
// Logins and tickets return their token, admin lists `deleted_at`.
const deletedAt = /^deleted_?at$/i;

/** Keys of the body that nobody, or only the admin area, may see. */
export function secretKeys(body: unknown, path: string): string[] {
  if (Array.isArray(body)) return body.flatMap((each) => secretKeys(each, path));
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([key, value]) => {
    const hidden = secret.test(key) || (deletedAt.test(key) && !path.includes('/admin/'));
    return [...(hidden ? [key] : []), ...secretKeys(value, path)];
  });
}
