/** Its items leave in round-robin order of their keys, such as accounts or teams. A key's own items stay in order. */
export class FairQueue<Key, Item> {
  // Key order is turn order.
  readonly #byKey = new Map<Key, Item[]>();

  /** Grouped by key, not in the order of turns. */
  get items(): Item[] {
    return [...this.#byKey.values()].flat();
  }

  countOf(key: Key): number {
    return this.#byKey.get(key)?.length ?? 0;
  }

  push(key: Key, item: Item): void {
    const own = this.#byKey.get(key) ?? [];
    own.push(item);
    this.#byKey.set(key, own);
  }

  shift(): Item | undefined {
    const [first] = this.#byKey;
    if (!first) return undefined;
    const [key, own] = first;
    const item = own.shift();
    this.#byKey.delete(key);
    if (own.length > 0) this.#byKey.set(key, own);
    return item;
  }

  remove(key: Key, item: Item): void {
    const left = this.#byKey.get(key)?.filter((each) => each !== item) ?? [];
    if (left.length > 0) this.#byKey.set(key, left);
    else this.#byKey.delete(key);
  }

  /** Removes the newest item of the longest key. Undefined if `key` would then be longer. */
  makeRoomFor(key: Key): Item | undefined {
    const [longest] = [...this.#byKey.values()].toSorted((a, b) => b.length - a.length);
    return longest && longest.length > this.countOf(key) + 1 ? longest.pop() : undefined;
  }
}
