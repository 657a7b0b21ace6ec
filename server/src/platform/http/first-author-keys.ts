// The first author key of each account per meeting. A second key would count one person twice: with two of three new
// scores, they could derive the third. Kept only in memory, so that no stored row links an answer to an account.
import type { AuthorHash } from '@wentwell/contract/author-keys';
import type { MeetingId, UserId } from '@wentwell/contract/ids';

const maxEntries = 20_000;

interface Holder {
  meetingId: MeetingId;
  userId: UserId;
}

export class FirstAuthorKeys {
  readonly #keys = new Map<string, AuthorHash>();

  isOther(key: AuthorHash, { meetingId, userId }: Holder): boolean {
    return (this.#keys.get(`${meetingId} ${userId}`) ?? key) !== key;
  }

  /** Stores the account's first key in the meeting. */
  remember(key: AuthorHash, { meetingId, userId }: Holder): void {
    const name = `${meetingId} ${userId}`;
    if (this.#keys.has(name)) return;
    const [oldest] = this.#keys.keys();
    if (oldest !== undefined && this.#keys.size >= maxEntries) this.#keys.delete(oldest);
    this.#keys.set(name, key);
  }
}
