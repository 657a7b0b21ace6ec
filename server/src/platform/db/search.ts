import { and, type SQL, sql } from 'drizzle-orm';

/** Undefined where nothing is searched for. It compares plain text: no character of a word is a wildcard. */
export function containsEveryWord(text: SQL, search: string): SQL | undefined {
  const words = new Set(search.toLowerCase().split(/\s+/).filter(Boolean));
  return and(...[...words].map((word) => sql`strpos(lower(${text}), lower(${word})) > 0`));
}
