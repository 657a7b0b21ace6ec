// The participants of a board on other nodes, and this node's participants as other nodes see them. To presence, each
// node that a user is on counts as one more tab.
import { randomUUID } from 'node:crypto';

import type { MeetingId, UserId } from '@wentwell/contract/ids';
import type { Logger } from 'pino';

import type { Bus } from '#server/platform/bus/bus';

import type { BoardSignal } from './bus-messages.ts';
import { boardChannel } from './change-log.ts';
import type { Participant } from './member.ts';
import type { Presence } from './presence.ts';
import type { LeaseId, Roster } from './roster.ts';

interface RemotePresenceDeps {
  roster: Roster;
  bus: Bus;
  logger: Logger;
  presence: Presence;
  /** The participants on this node. */
  local: () => readonly Participant[];
}

/** The returned function starts a run. Calls during a run are merged into one further run after it. */
function mergeRuns(task: () => Promise<void>): () => void {
  let isRunning = false;
  let mustRunAgain = false;
  return function run(): void {
    mustRunAgain = isRunning;
    if (isRunning) return;
    isRunning = true;
    void task().finally(() => {
      isRunning = false;
      if (mustRunAgain) run();
    });
  };
}

export class RemotePresence {
  readonly #meetingId: MeetingId;
  readonly #deps: RemotePresenceDeps;
  readonly #usersByLease = new Map<LeaseId, Set<UserId>>();
  // Sent with each announcement, so that a room ignores its own.
  readonly #senderId = randomUUID();
  #isClosed = false;

  /** Tells the other nodes who is on this one. */
  readonly announce: () => void;

  /** Reads the other nodes' participants from the roster. What cannot be read now stays as it was. */
  readonly refresh: () => void;

  constructor(meetingId: MeetingId, deps: RemotePresenceDeps) {
    this.#meetingId = meetingId;
    this.#deps = deps;
    this.refresh = mergeRuns(() => this.#readRoster());
    this.announce = mergeRuns(() => this.#writeRoster());
  }

  /** The participants on the sender's node have changed. */
  onPresenceMessage(senderId: string): void {
    if (senderId !== this.#senderId) this.refresh();
  }

  removeLeases(leases: ReadonlySet<LeaseId>): void {
    for (const lease of leases) this.#replace(lease, []);
  }

  /** Removes a user until a later list names them again. */
  remove(userId: UserId): void {
    for (const users of this.#usersByLease.values()) users.delete(userId);
    this.#deps.presence.remove(userId);
  }

  close(): void {
    this.#isClosed = true;
  }

  async #readRoster(): Promise<void> {
    if (this.#isClosed) return;
    try {
      const elsewhere = await this.#deps.roster.participantsElsewhere(this.#meetingId);
      if (this.#isClosed) return;
      for (const lease of this.#usersByLease.keys()) {
        if (!elsewhere.has(lease)) this.#replace(lease, []);
      }
      for (const [lease, participants] of elsewhere) this.#replace(lease, participants);
    } catch (error) {
      this.#deps.logger.debug({ err: error }, 'the participants on other nodes could not be read');
    }
  }

  #replace(lease: LeaseId, participants: readonly Participant[]): void {
    const before = this.#usersByLease.get(lease) ?? new Set();
    const now = new Set(participants.map(({ userId }) => userId));
    for (const participant of participants) {
      if (!before.has(participant.userId)) this.#deps.presence.enter(participant);
    }
    for (const userId of before) {
      if (!now.has(userId)) this.#deps.presence.leave(userId);
    }
    if (now.size > 0) this.#usersByLease.set(lease, now);
    else this.#usersByLease.delete(lease);
  }

  async #writeRoster(): Promise<void> {
    try {
      await this.#deps.roster.setParticipants(this.#meetingId, this.#deps.local);
      const signal: BoardSignal = { hint: 'people', node: this.#senderId };
      this.#deps.bus.publish(boardChannel(this.#meetingId), JSON.stringify(signal));
    } catch (error) {
      this.#deps.logger.debug({ err: error }, 'the participants on this node could not be written');
    }
  }
}
