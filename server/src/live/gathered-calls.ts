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
