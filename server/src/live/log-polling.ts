// Polls the heads of this node's boards, in case the bus loses a change (docs/live-protocol.md S-36, S-37).
import { liveLimits } from '@wentwell/contract/limits';
import type { Logger } from 'pino';

import type { Bus } from '#server/platform/bus/bus';
import { type Clock, repeatEvery } from '#server/platform/clock';
import { count } from '#server/platform/metrics/measure';

import type { ChangeLog, Head } from './change-log.ts';
import type { Room } from './room.ts';

export interface LogPollingDeps {
  bus: Bus;
  clock: Clock;
  log: ChangeLog;
  logger: Logger;
  refreshEra(): Promise<void>;
  /** Starts a new era, because the database has lost changes that this node has seen. */
  renewHistory(): Promise<void>;
}

/** The number of polls for which a change lost by the bus is reported. */
const reportedPolls = liveLimits.head / liveLimits.headPoll;

function isBehind(stored: Head | undefined, { epoch, seq }: Head): boolean {
  return stored !== undefined && stored.epoch === epoch && stored.seq < seq;
}

export class LogPolling {
  readonly #deps: LogPollingDeps;
  readonly #rooms: () => Promise<Room[]>;
  #pollsToReport = 0;
  /** Polls that do not yet count changes read while the bus was away. */
  #pollsToIgnore = 0;
  #isReadable = true;
  readonly stop: () => void;

  /** Starts at once. */
  constructor(rooms: () => Promise<Room[]>, deps: LogPollingDeps) {
    this.#rooms = rooms;
    this.#deps = deps;
    const { bus, clock } = deps;
    const polls = repeatEvery(clock, liveLimits.headPoll, () => this.#poll());
    polls.start();
    const unsubscribe = bus.onHealth((isHealthy) => {
      if (isHealthy) void rooms().then((all) => all.forEach((room) => room.refreshPresence()));
    });
    this.stop = () => {
      unsubscribe();
      void polls.stop();
    };
  }

  /** Reasons why changes are delayed, one sentence each. */
  delayReasons(): string[] {
    if (!this.#deps.bus.healthy()) return ['Redis is away: changes reach other nodes late'];
    return this.#pollsToReport > 0
      ? ['changes of another node do not come by Redis: they arrive up to a second late']
      : [];
  }

  /** Lets each room catch up. One query finds the rooms that are behind. Never rejects. */
  async #poll(): Promise<void> {
    const { log, logger, refreshEra } = this.#deps;
    try {
      const rooms = await this.#rooms();
      this.#countLate(rooms);
      if (rooms.length === 0) return;
      const [heads] = await Promise.all([
        log.heads(rooms.map(({ meetingId }) => meetingId)),
        refreshEra(),
      ]);
      this.#isReadable = true;
      const advancing = rooms.flatMap((room) => {
        const head = heads.get(room.meetingId);
        return head ? [room.follower.advanceTo(head)] : [];
      });
      await Promise.all(advancing);
      await this.#findLoss(rooms.filter((room) => isBehind(heads.get(room.meetingId), room.head)));
    } catch (error) {
      if (this.#isReadable) logger.warn({ err: error }, 'the log could not be read');
      this.#isReadable = false;
    }
  }

  /** The head may have been read before the room's last change. */
  async #findLoss(rooms: readonly Room[]): Promise<void> {
    for (const room of rooms) {
      if (!(await room.follower.isAheadOfDatabase())) continue;
      await this.#deps.renewHistory();
      return;
    }
  }

  #countLate(rooms: readonly Room[]): void {
    const late = rooms.reduce((sum, room) => sum + room.follower.takeLate(), 0);
    this.#pollsToIgnore = this.#deps.bus.healthy() ? Math.max(this.#pollsToIgnore - 1, 0) : 3;
    const isLate = late > 0 && this.#pollsToIgnore === 0;
    this.#pollsToReport = isLate ? reportedPolls : Math.max(this.#pollsToReport - 1, 0);
    if (isLate) count('late_polls');
  }
}
