// Colours of people: indexes of the twelve colours in each theme. A person has the same colour on all pages.

import { z } from 'zod';

const colorCount = 12;

/** Nodes of earlier versions omit it. */
export const PersonColor = z.number().int().nullable().default(null);

/**
 * Assigns distinct colours to up to twelve people, avoiding colours already in use. Appending an id changes no other
 * colour.
 */
export function assignColors(
  ids: readonly string[],
  given: ReadonlyMap<string, number> = new Map(),
): ReadonlyMap<string, number> {
  const colors = new Map(given);
  let left = allColors();
  for (const color of given.values()) left.delete(color);
  for (const id of ids) {
    if (colors.has(id)) continue;
    if (left.size === 0) left = allColors();
    let color = ownColor(id);
    while (!left.delete(color)) color = (color + 1) % colorCount;
    colors.set(id, color);
  }
  return colors;
}

const allColors = (): Set<number> => new Set(Array(colorCount).keys());

/** Colours from the server, for viewers who may not list the team. */
export function colorsOf<Id extends string>(
  people: readonly { user_id: Id; color: number | null }[],
): ReadonlyMap<Id, number> {
  return new Map(
    people.flatMap(({ user_id, color }) => (color === null ? [] : [[user_id, color]])),
  );
}

/** The colour of a person outside such a list. Depends only on the id. */
export function ownColor(id: string): number {
  let hash = 0;
  for (const char of id) hash = (Math.imul(hash, 31) + (char.codePointAt(0) ?? 0)) | 0;
  // Consecutive ids differ only in their last bits; the hash spreads them over all colours.
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return ((hash ^ (hash >>> 16)) >>> 0) % colorCount;
}
