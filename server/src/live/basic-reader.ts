// Writes to a basic client, which knows only the specification's messages. A reveal of a full board is a thousand
// messages to it: they are written no faster than the socket takes them, and later changes wait behind them.
import { limits } from '@wentwell/contract/limits';

import type { EncodedChange } from './change-frames.ts';
import { type Member, viewerOf } from './member.ts';
import type { Reader } from './outbox.ts';

/** More waiting messages than this make the reader count as too slow. */
const maxQueued = 2 * limits.notesPerBoard;

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
