// Boards that were read a moment ago. When a meeting begins everybody opens the same board at the same seq: it is read
// once, and what of it all see alike is made and encoded once.
import type { MeetingId } from '@wentwell/contract/ids';

import type { Clock } from '#server/platform/clock';

import { type BoardContent, type ReadContent, readBoardContent } from './board-content.service.ts';

// A crowd comes within seconds. What changes without an event, such as how many meetings an action item has seen, is
// shown so much later at most.
const keptMs = 2000;

/** Reads what of a board its seq alone decides, once for all who ask within a moment. */
export class RecentBoards {
  readonly #clock: Clock;
  readonly #kept = new Map<MeetingId, { place: string; content: Promise<BoardContent> }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly read: ReadContent = (queries, meeting) => {
    const { id, epoch, seq } = meeting;
    const place = `${epoch} ${seq}`;
    const known = this.#kept.get(id);
    if (known?.place === place) return known.content;
    const reading = { place, content: readBoardContent(queries, meeting) };
    const forget = (): void => {
      if (this.#kept.get(id) === reading) this.#kept.delete(id);
    };
    this.#kept.set(id, reading);
    reading.content.catch(forget);
    this.#clock.setTimer(keptMs, forget);
    return reading.content;
  };
}
