/** Counts the open sockets of this node by a name, and limits them for each name (docs/live-protocol.md S-17). */
export class ConnectionLimit {
  readonly #max: number;
  readonly #counts = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** False if the name has reached its limit. Each success needs one `release`. */
  acquire(name: string): boolean {
    const count = this.#counts.get(name) ?? 0;
    if (count >= this.#max) return false;
    this.#counts.set(name, count + 1);
    return true;
  }

  release(name: string): void {
    const count = (this.#counts.get(name) ?? 0) - 1;
    if (count > 0) this.#counts.set(name, count);
    else this.#counts.delete(name);
  }
}
