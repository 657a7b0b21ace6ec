// With which key each account answers without a name in a meeting: with two keys somebody would count twice. Two of the
// three scores that are new would be theirs, and they would read the third person's from the totals. Kept in this process's
// memory alone: what is stored ties no answer to an account.
import type { AuthorHash } from '@wentwell/contract/author-keys';
import type { MeetingId, UserId } from '@wentwell/contract/ids';

const remembered = 20_000;

interface Holder {
  meetingId: MeetingId;
  userId: UserId;
}

export class OneKey {
  readonly #keys = new Map<string, AuthorHash>();

  isOther(key: AuthorHash, { meetingId, userId }: Holder): boolean {
    return (this.#keys.get(`${meetingId} ${userId}`) ?? key) !== key;
  }

  /** Remembers the first key of an account in a meeting. */
  remember(key: AuthorHash, { meetingId, userId }: Holder): void {
    const name = `${meetingId} ${userId}`;
    if (this.#keys.has(name)) return;
    const [oldest] = this.#keys.keys();
    if (oldest !== undefined && this.#keys.size >= remembered) this.#keys.delete(oldest);
    this.#keys.set(name, key);
  }
}
