// Orders the changes of one reader: first the log from where the reader was, then what happened meanwhile, then live
// changes. It knows no socket and no room, and never sends a change twice.
import type { EncodedChange } from './change-frames.ts';

/** The socket that an outbox writes to. */
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

  /** Another history begins at `seq`; what was sent of the old one says nothing about it. */
  restart(seq: number): void {
    this.#state = { kind: 'live', last: seq };
  }

  /** Sends `missed` (the log after `since`, in order), then what was held back meanwhile, then goes live. */
  resume(since: number, missed: readonly EncodedChange[]): void {
    if (this.#state.kind === 'live') return;
    const { held } = this.#state;
    this.#state = { kind: 'live', last: since };
    for (const event of missed) this.offer(event);
    for (const event of held) this.offer(event);
  }
}
