// Orders a reader's changes: the log first, then what was held back, then live ones. Sends none twice.
import { limits } from '@wentwell/contract/limits';

import type { EncodedChange } from './change-frames.ts';
import { type Member, viewerOf } from './member.ts';

export interface Reader {
  send(event: EncodedChange): void;
}

type State = { kind: 'catching-up'; held: EncodedChange[] } | { kind: 'live'; last: number };

/** Holds live changes back until `resume` has closed the gap. */
export class Outbox {
  readonly #reader: Reader;
  #state: State = { kind: 'catching-up', held: [] };

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** The live changes of the room must be offered in the room's order. */
  offer(event: EncodedChange): void {
    const state = this.#state;
    if (state.kind === 'catching-up') {
      state.held.push(event);
      return;
    }
    // The replay of the log may have sent it before the bus delivered it.
    if (event.seq <= state.last) return;
    state.last = event.seq;
    this.#reader.send(event);
  }

  /** Sends a part of the log, in order, while more of it is still to be read. */
  replay(events: readonly EncodedChange[]): void {
    if (this.#state.kind === 'live') return;
    for (const event of events) this.#reader.send(event);
    const last = events.at(-1)?.seq ?? 0;
    this.#state.held = this.#state.held.filter(({ seq }) => seq > last);
  }

  /** Starts a new epoch at `seq`. Seqs sent in the old epoch no longer count. */
  restart(seq: number): void {
    this.#state = { kind: 'live', last: seq };
  }

  /** Sends the held changes after `last`, then goes live. */
  resume(last: number): void {
    if (this.#state.kind === 'live') return;
    const { held } = this.#state;
    this.#state = { kind: 'live', last };
    for (const event of held) this.offer(event);
  }
}

/** More waiting messages than this make the reader count as too slow. */
const maxQueued = 2 * limits.notesPerBoard;

/** Paces messages to a client of the specification's protocol, because a reveal may be a thousand. */
export class BasicReader implements Reader {
  readonly #member: Member;
  #queue: Buffer[] | null = null;

  constructor(member: Member) {
    this.#member = member;
  }

  send(change: EncodedChange): void {
    const frames = change.basicFramesFor(viewerOf(this.#member));
    if (this.#queue !== null) {
      this.#queue.push(...frames);
      if (this.#queue.length > maxQueued) this.#member.close('slowReader');
      return;
    }
    if (frames.length <= 1) {
      for (const frame of frames) this.#member.send(frame, false);
      return;
    }
    this.#queue = [...frames];
    void this.#drain(this.#queue);
  }

  async #drain(queue: Buffer[]): Promise<void> {
    for (let next = queue.shift(); next; next = queue.shift()) {
      await this.#member.whenDrained();
      this.#member.send(next, false);
    }
    this.#queue = null;
  }
}
