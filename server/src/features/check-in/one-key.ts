// With which key each account gives its scores in a meeting. With two keys somebody would give two of the three answers
// that are new, and read the third person's from the totals. Kept in this process's memory alone: what is stored ties no
// score to an account.
import type { AuthorHash } from '@wentwell/contract/author-keys';
import type { MeetingId, UserId } from '@wentwell/contract/ids';

const remembered = 20_000;

export class OneKey {
  readonly #keys = new Map<string, AuthorHash>();

  /** Remembers the first key of an account in a meeting. False for another one. */
  mayUse(key: AuthorHash, { meetingId, userId }: { meetingId: MeetingId; userId: UserId }) {
    const name = `${meetingId} ${userId}`;
    const known = this.#keys.get(name);
    if (known !== undefined) return known === key;
    const [oldest] = this.#keys.keys();
    if (oldest !== undefined && this.#keys.size >= remembered) this.#keys.delete(oldest);
    this.#keys.set(name, key);
    return true;
  }
}
