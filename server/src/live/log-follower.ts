// Follows one board's log strictly by seq: from hints as they come, from the log itself where one is missing.
import type { MeetingId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import type { Logger } from 'pino';

import type { EventLog } from './event-log.ts';
import type { LoggedEvent } from './stored-events.ts';

/** Where a board's history stands. */
export interface BoardHead {
  seq: number;
  epoch: string;
}

/** What a follower tells: each event once and in order, or that another history has begun. */
export interface FollowerNews {
  event(logged: LoggedEvent): void;
  restarted(): void;
}

export class LogFollower {
  readonly #meetingId: MeetingId;
  readonly #deps: { log: EventLog; logger: Logger };
  readonly #news: FollowerNews;
  #head: BoardHead = { seq: 0, epoch: '' };
  // Whatever reads for this board does it in turn, so that order needs no further care.
  #turn: Promise<void> = Promise.resolve();

  constructor(meetingId: MeetingId, deps: { log: EventLog; logger: Logger }, news: FollowerNews) {
    this.#meetingId = meetingId;
    this.#deps = deps;
    this.#news = news;
  }

  /** Begins where the board stands now. */
  async open(): Promise<void> {
    this.#head = await this.#deps.log.head(this.#meetingId);
  }

  get head(): BoardHead {
    return this.#head;
  }

  /** An event that somebody says has happened. */
  hear(event: LoggedEvent): void {
    void this.inTurn(async () => {
      if (event.seq <= this.#head.seq) return;
      // A hint got lost: the log has what is missing, and this one.
      if (event.seq > this.#head.seq + 1) await this.#readOn();
      else this.#pass(event);
    });
  }

  /** Where the board stands by the database: catches up with it, in whatever way it has gone on. */
  async heardOf(head: BoardHead): Promise<void> {
    if (head.epoch !== this.#head.epoch) {
      await this.inTurn(async () => {
        this.#head = head;
        this.#news.restarted();
      });
    } else if (head.seq > this.#head.seq) {
      await this.catchUp();
    }
  }

  /** Resolves when everything committed before has been told, as far as it could be read. */
  catchUp(): Promise<void> {
    return this.inTurn(() => this.#readOn());
  }

  /** Does something between two events. */
  inTurn(act: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(act).catch((error: unknown) => {
      // What could not be read now is found by the next event or the next look into the log.
      this.#deps.logger.warn({ err: error, meetingId: this.#meetingId }, 'room delivery delayed');
    });
    return this.#turn;
  }

  async #readOn(): Promise<void> {
    for (;;) {
      const { seq } = this.#head;
      const events = await this.#deps.log.after(this.#meetingId, seq, liveLimits.resumeMax);
      for (const event of events) this.#pass(event);
      if (events.length < liveLimits.resumeMax) return;
    }
  }

  #pass(event: LoggedEvent): void {
    this.#head = { ...this.#head, seq: event.seq };
    this.#news.event(event);
  }
}
