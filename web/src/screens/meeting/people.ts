import type { UserId } from '@wentwell/contract/ids';

import type { Person } from '#web/ui/Avatar.tsx';

/** Names by id, as the page learns them; the same person is the same object until their name changes. */
export class People {
  readonly #known = new Map<UserId, Person>();

  learn(id: UserId, name: string): void {
    if (this.#known.get(id)?.name !== name) this.#known.set(id, { id, name });
  }

  readonly personOf = (id: UserId): Person => {
    const known = this.#known.get(id);
    if (known) return known;
    // Somebody who has left the team: their notes stay.
    const unknown = { id, name: 'Former member' };
    this.#known.set(id, unknown);
    return unknown;
  };
}
