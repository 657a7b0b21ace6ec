import type { UserId } from '@wentwell/contract/ids';

import type { Person } from '#web/ui/identity/Avatar.tsx';
import type { PersonOf } from '#web/ui/identity/person-of';

/** Wrote in an anonymous meeting. */
const nobody: Person = { id: '', name: 'Anonymous' };

/**
 * Names by id, as the page learns them. The same person is the same object until their name changes, and `personOf`
 * the same function until anything does: who draws names can tell by it whether to draw them anew.
 */
export class People {
  readonly #known = new Map<UserId, Person>();
  readonly #unknown = new Map<UserId, Person>();
  readonly #imported = new Map<string, Person>();
  #allCame = false;

  personOf = this.#lookUp();

  /**
   * Of several names of one person the last counts. Give all lists together: learnt one after the other, two names would
   * replace each other at every change of the board, and all cards would be drawn anew each time.
   */
  learn(names: Iterable<readonly [UserId, string]>): void {
    for (const [id, name] of new Map(names)) {
      if (this.#known.get(id)?.name === name) continue;
      this.#known.set(id, { id, name });
      this.personOf = this.#lookUp();
    }
  }

  knowsAll(ids: readonly UserId[]): boolean {
    return ids.every((id) => this.#known.has(id));
  }

  /** All names have come that there are: who is still unknown has left the team and deleted their account. */
  allCame(): void {
    if (this.#allCame) return;
    this.#allCame = true;
    this.#unknown.clear();
    this.personOf = this.#lookUp();
  }

  /** A name of a file is no account's: it has no picture, and says where it is from. */
  #importedAs(name: string): Person {
    const known = this.#imported.get(name) ?? { id: '', name: `${name} (imported)` };
    this.#imported.set(name, known);
    return known;
  }

  #lookUp(): PersonOf {
    return (id, importedName) => {
      if (id === null) return importedName === undefined ? nobody : this.#importedAs(importedName);
      const known = this.#known.get(id) ?? this.#unknown.get(id);
      if (known) return known;
      const unknown = { id, name: this.#allCame ? 'Former member' : '…' };
      this.#unknown.set(id, unknown);
      return unknown;
    };
  }
}
