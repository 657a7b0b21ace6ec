import type { UserId } from '@wentwell/contract/ids';

import type { Person } from '#web/ui/identity/Avatar.tsx';

/**
 * Names by id, as the page learns them. The same person is the same object until their name changes, and `personOf`
 * the same function until anything does: who draws names can tell by it whether to draw them anew.
 */
export class People {
  readonly #known = new Map<UserId, Person>();
  readonly #unknown = new Map<UserId, Person>();
  #allCame = false;

  personOf = this.#lookUp();

  learn(id: UserId, name: string): void {
    if (this.#known.get(id)?.name === name) return;
    this.#known.set(id, { id, name });
    this.personOf = this.#lookUp();
  }

  /** The team's members have come: who is still unknown now has left it, and their notes stay. */
  allCame(): void {
    if (this.#allCame) return;
    this.#allCame = true;
    this.#unknown.clear();
    this.personOf = this.#lookUp();
  }

  #lookUp(): (id: UserId) => Person {
    return (id) => {
      const known = this.#known.get(id) ?? this.#unknown.get(id);
      if (known) return known;
      const unknown = { id, name: this.#allCame ? 'Former member' : '…' };
      this.#unknown.set(id, unknown);
      return unknown;
    };
  }
}
