/** Does work for many callers at once: what they ask for while a call is under way is the next call, for all of them. */
export class GatheredCalls<Item> {
  readonly #work: (items: readonly Item[]) => Promise<void>;
  #gathered: Item[] = [];
  #underWay: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  /** `work` never rejects. */
  constructor(work: (items: readonly Item[]) => Promise<void>) {
    this.#work = work;
  }

  /** Resolves when a call that began after this one has dealt with the items. */
  run(items: readonly Item[]): Promise<void> {
    this.#gathered.push(...items);
    this.#next ??= this.#underWay.then(() => this.#begin());
    return this.#next;
  }

  #begin(): Promise<void> {
    const items = this.#gathered;
    this.#gathered = [];
    this.#next = null;
    this.#underWay = this.#work(items);
    return this.#underWay;
  }
}

interface Asked<Key, Found> {
  key: Key;
  resolve(found: Found | undefined): void;
  reject(error: unknown): void;
}

/**
 * Looks up for many callers at once: what is asked for while the process takes in what has arrived is one look-up. It
 * begins at once afterwards, whether or not an earlier one is under way: nobody waits for another moment's.
 */
export function lookUpTogether<Key, Found>(
  find: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>,
): (key: Key) => Promise<Found | undefined> {
  let ofThisMoment: Asked<Key, Found>[] = [];

  async function findAll(): Promise<void> {
    const asked = ofThisMoment;
    ofThisMoment = [];
    try {
      const found = await find([...new Set(asked.map(({ key }) => key))]);
      for (const { key, resolve } of asked) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      ofThisMoment.push({ key, resolve, reject });
      if (ofThisMoment.length === 1) setImmediate(() => void findAll());
    });
}
