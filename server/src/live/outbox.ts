// What one reader still has to get: first the log from where it was, then what happened meanwhile, then live.
// It knows no socket and no room; it only keeps the order, and never sends an event twice.
import type { EncodedEvent } from './frames.ts';

/** Where an outbox writes to. */
export interface Reader {
  send(event: EncodedEvent): void;
}

type State = { kind: 'catching-up'; held: EncodedEvent[] } | { kind: 'live'; last: number };

/** Holds live events back until `resume` has closed the gap. */
export function outboxTo(reader: Reader) {
  let state: State = { kind: 'catching-up', held: [] };

  return {
    /** A live event of the room, in the room's order. */
    offer(event: EncodedEvent): void {
      if (state.kind === 'catching-up') {
        state.held.push(event);
        return;
      }
      // The log may have handed it out before the bus did.
      if (event.seq <= state.last) return;
      state.last = event.seq;
      reader.send(event);
    },

    /** Sends a part of the log, in order, while there is more of it to come. */
    replay(events: readonly EncodedEvent[]): void {
      if (state.kind === 'live') return;
      for (const event of events) reader.send(event);
      const at = events.at(-1)?.seq ?? 0;
      state.held = state.held.filter(({ seq }) => seq > at);
    },

    /** Another history begins at `seq`: what was sent of the old one says nothing about it. */
    restart(seq: number): void {
      state = { kind: 'live', last: seq };
    },

    /** Sends `missed` (the log after `since`, in order), then what was held back meanwhile, then goes live. */
    resume(since: number, missed: readonly EncodedEvent[]): void {
      if (state.kind === 'live') return;
      const { held } = state;
      state = { kind: 'live', last: since };
      for (const event of missed) this.offer(event);
      for (const event of held) this.offer(event);
    },
  };
}
export type Outbox = ReturnType<typeof outboxTo>;
