// No answer of any test may carry what only the server knows, wherever in the JSON it stands.

const secret = /password|(token|secret)_?hash|reset_?token|ticket_?hash|author_?hash|by_?hash/i;
// Logins and tickets answer with their token, the admin's lists with `deleted_at`.
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
