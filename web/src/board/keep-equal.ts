type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

/** By id where they have one, so that what was added or removed before an item does not count. */
function findPrevious(previous: readonly unknown[], next: readonly unknown[]) {
  let byId: Map<unknown, unknown> | undefined;
  return (index: number): unknown => {
    const [before, item] = [previous[index], next[index]];
    if (before === item || !isObject(item) || item['id'] === undefined) return before;
    byId ??= new Map(previous.map((each) => [isObject(each) && each['id'], each]));
    return byId.get(item['id']);
  };
}

function keepItems(previous: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  const find = findPrevious(previous, next);
  const kept = next.map((item, index) => keepEqual(find(index), item));
  const isSame = kept.length === previous.length && kept.every((each, at) => each === previous[at]);
  return isSame ? previous : kept;
}

function keepFields(previous: Fields, next: Fields): Fields {
  const keys = Object.keys(next);
  let isSame = keys.length === Object.keys(previous).length;
  // Copied only where something differs: most of a board is the same.
  let kept: Record<string, unknown> | null = null;
  for (const key of keys) {
    const [before, after] = [previous[key], next[key]];
    const value = keepEqual(before, after);
    if (value !== before || !Object.hasOwn(previous, key)) isSame = false;
    if (value !== after) {
      kept ??= { ...next };
      kept[key] = value;
    }
  }
  return isSame ? previous : (kept ?? next);
}

/** Returns `next`, with each part that equals a part of `previous` as the same object, for React to skip. */
export function keepEqual<T>(previous: unknown, next: T): T;
export function keepEqual(previous: unknown, next: unknown): unknown {
  if (previous === next || !isObject(previous) || !isObject(next)) return next;
  if (Array.isArray(previous) !== Array.isArray(next)) return next;
  return Array.isArray(previous) && Array.isArray(next)
    ? keepItems(previous, next)
    : keepFields(previous, next);
}
