// A board's people on other nodes, and this node's as the others see them. To presence, a node that somebody is on
// is one more tab of theirs.
import { randomUUID } from 'node:crypto';

import type { MeetingId, UserId } from '@wentwell/contract/ids';
import type { Logger } from 'pino';

import type { Bus } from '#server/platform/bus/bus';

import type { BoardSignal } from './bus-messages.ts';
import { boardChannel } from './event-log.ts';
import type { Person, Presence } from './presence.ts';
import type { LeaseId, Roster } from './roster.ts';

interface RemotePresenceDeps {
  roster: Roster;
  bus: Bus;
  logger: Logger;
  presence: Presence;
}

/** One run at a time; asked meanwhile, once more after it. */
function oneAtATime(act: () => Promise<void>): () => void {
  let running = false;
  let again = false;
  return function ask(): void {
    again = running;
    if (running) return;
    running = true;
    void act().finally(() => {
      running = false;
      if (again) ask();
    });
  };
}

export class RemotePresence {
  readonly #meetingId: MeetingId;
  readonly #deps: RemotePresenceDeps;
  readonly #known = new Map<LeaseId, Set<UserId>>();
  // By this a room knows its own word when it hears it.
  readonly #name = randomUUID();
  #own: readonly Person[] = [];
  #closed = false;
  readonly #writeSoon: () => void;

  /** Asks the roster who is on the other nodes; what cannot be known now stays as it was. */
  readonly read: () => void;

  constructor(meetingId: MeetingId, deps: RemotePresenceDeps) {
    this.#meetingId = meetingId;
    this.#deps = deps;
    this.read = oneAtATime(() => this.#read());
    this.#writeSoon = oneAtATime(() => this.#write());
  }

  /** Replaces this node's own users on the board. */
  write(people: readonly Person[]): void {
    this.#own = people;
    this.#writeSoon();
  }

  /** Somebody says that the people on their node have changed. */
  heard(name: string): void {
    if (name !== this.#name) this.read();
  }

  ended(leases: ReadonlySet<LeaseId>): void {
    for (const lease of leases) this.#replace(lease, []);
  }

  /** Shows a person no longer; a later list that names them shows them anew. */
  forget(userId: UserId): void {
    for (const known of this.#known.values()) known.delete(userId);
    this.#deps.presence.forget(userId);
  }

  close(): void {
    this.#closed = true;
  }

  async #read(): Promise<void> {
    if (this.#closed) return;
    try {
      const elsewhere = await this.#deps.roster.elsewhere(this.#meetingId);
      if (this.#closed) return;
      for (const lease of this.#known.keys()) {
        if (!elsewhere.has(lease)) this.#replace(lease, []);
      }
      for (const [lease, people] of elsewhere) this.#replace(lease, people);
    } catch (error) {
      this.#deps.logger.debug({ err: error }, 'who is on other nodes could not be read');
    }
  }

  #replace(lease: LeaseId, people: readonly Person[]): void {
    const before = this.#known.get(lease) ?? new Set();
    const now = new Set(people.map(({ userId }) => userId));
    for (const person of people) {
      if (!before.has(person.userId)) this.#deps.presence.enter(person);
    }
    for (const userId of before) {
      if (!now.has(userId)) this.#deps.presence.leave(userId);
    }
    if (now.size > 0) this.#known.set(lease, now);
    else this.#known.delete(lease);
  }

  async #write(): Promise<void> {
    try {
      await this.#deps.roster.put(this.#meetingId, this.#own);
      const said: BoardSignal = { hint: 'people', node: this.#name };
      this.#deps.bus.publish(boardChannel(this.#meetingId), JSON.stringify(said));
    } catch (error) {
      this.#deps.logger.debug({ err: error }, 'who is on this node could not be written');
    }
  }
}
