// What passes over a board without a trace: who is writing in which column, and floating reactions. Nobody is named, in
// any meeting, so that an anonymous one gives nothing away (docs/retro.md ).
import type { ColumnId } from '@wentwell/contract/columns';
import type { FloatingEmoji } from '@wentwell/contract/live';

import type { Clock } from '#server/platform/clock';

import type { BoardSignal } from './bus-messages.ts';
import { FloatLimits } from './float-limits.ts';
import { encodeSignal, type Signal } from './frames.ts';
import type { Member } from './member.ts';
import { TypingCounts } from './typing-counts.ts';

export interface PassingSignalsDeps {
  clock: Clock;
  members(): Iterable<Member>;
  /** Tells every node, this one too. */
  publish(signal: BoardSignal): void;
}

export class PassingSignals {
  readonly #deps: PassingSignalsDeps;
  readonly #typing: TypingCounts;
  readonly #floats: FloatLimits;

  constructor(deps: PassingSignalsDeps) {
    this.#deps = deps;
    this.#floats = new FloatLimits(deps.clock);
    this.#typing = new TypingCounts(deps.clock, () => {
      for (const member of deps.members()) this.#sendCounts(member);
    });
  }

  /** Ignored where they take no part in the meeting. */
  announceTyping({ key, takesPart }: Member, columnId: ColumnId | null): void {
    if (takesPart) this.#deps.publish({ hint: 'typing', typist: key, columnId });
  }

  /** Sends an emoji up over everybody's board. Dropped where the member sends too many, or takes no part. */
  float({ key, takesPart, user: { userId } }: Member, emoji: FloatingEmoji): void {
    if (!takesPart || !this.#floats.mayPublish(userId)) return;
    this.#deps.publish({ hint: 'float', sender: key, emoji });
  }

  onTyping(typist: string, columnId: ColumnId | null): void {
    this.#typing.mark(typist, columnId);
  }

  onFloat(sender: string, emoji: FloatingEmoji): void {
    if (!this.#floats.mayDeliver()) return;
    const frame = { type: 'floating_reaction', data: { emoji }, userId: null } as const;
    const bytes = encodeSignal(frame, this.#deps.clock.now());
    for (const member of this.#deps.members()) {
      if (member.key !== sender) member.send(bytes, true);
    }
  }

  onJoined(member: Member): void {
    if (!this.#typing.isEmpty) this.#sendCounts(member);
  }

  onLeft(member: Member): void {
    if (this.#typing.isTyping(member.key)) this.announceTyping(member, null);
  }

  /** Cancels all timers. */
  close(): void {
    this.#typing.close();
  }

  #sendCounts(member: Member): void {
    const data = { counts: this.#typing.countsFor(member.key) };
    const frame: Signal = { type: 'typing', data, userId: null };
    member.send(encodeSignal(frame, this.#deps.clock.now()), true);
  }
}
