// What passes over a board without a trace: who is writing in which column, floating reactions, and how many screens show
// the board. Nobody is named, in any meeting, so that an anonymous one gives nothing away (docs/retro.md ).
import { randomUUID } from 'node:crypto';

import type { ColumnId } from '@wentwell/contract/columns';
import type { FloatingEmoji } from '@wentwell/contract/live';

import type { Clock } from '#server/platform/clock';

import type { BoardSignal } from './bus-messages.ts';
import { FloatLimits } from './float-limits.ts';
import { encodeSignal, type Signal } from './frames.ts';
import type { Member, PersonMember } from './member.ts';
import { ScreenCount } from './screen-count.ts';
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
  readonly #screens: ScreenCount;
  /** Names this node's copy of the board to the other nodes. */
  readonly #node = randomUUID();
  #announcedScreens = 0;

  constructor(deps: PassingSignalsDeps) {
    this.#deps = deps;
    this.#floats = new FloatLimits(deps.clock);
    this.#screens = new ScreenCount(deps.clock, () => {
      for (const member of deps.members()) this.#sendScreens(member);
    });
    this.#typing = new TypingCounts(deps.clock, () => {
      for (const member of deps.members()) this.#sendCounts(member);
    });
  }

  /** Ignored where they take no part in the meeting. */
  announceTyping({ key, takesPart }: PersonMember, columnId: ColumnId | null): void {
    if (takesPart) this.#deps.publish({ hint: 'typing', typist: key, columnId });
  }

  /** Sends an emoji up over everybody's board. Dropped where the member sends too many, or takes no part. */
  float({ key, takesPart, user: { userId } }: PersonMember, emoji: FloatingEmoji): void {
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

  /** Tells the other nodes how many screens this one serves, where it serves any or did. */
  announceScreens(): void {
    const count = [...this.#deps.members()].filter(({ kind }) => kind === 'screen').length;
    if (count > 0 || this.#announcedScreens > 0) {
      this.#deps.publish({ hint: 'screens', node: this.#node, count });
    }
    this.#announcedScreens = count;
  }

  onScreens(node: string, count: number): void {
    this.#screens.set(node, count);
  }

  onJoined(member: Member): void {
    if (member.kind === 'screen') this.announceScreens();
    else if (this.#screens.total > 0) this.#sendScreens(member);
    if (!this.#typing.isEmpty) this.#sendCounts(member);
  }

  onLeft(member: Member): void {
    if (member.kind === 'screen') this.announceScreens();
    else if (this.#typing.isTyping(member.key)) this.announceTyping(member, null);
  }

  /** Cancels all timers. */
  close(): void {
    this.#typing.close();
    this.#screens.close();
  }

  #sendScreens(member: Member): void {
    if (member.kind === 'screen') return;
    const frame: Signal = { type: 'screens', data: { count: this.#screens.total }, userId: null };
    member.send(encodeSignal(frame, this.#deps.clock.now()), true);
  }

  #sendCounts(member: Member): void {
    const data = { counts: this.#typing.countsFor(member.key) };
    const frame: Signal = { type: 'typing', data, userId: null };
    member.send(encodeSignal(frame, this.#deps.clock.now()), true);
  }
}
