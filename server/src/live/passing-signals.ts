// Typing, floating reactions and counts of screens. They are not stored and name nobody (docs/retro.md ).
import { randomUUID } from 'node:crypto';

import type { UserId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import type { FloatingEmoji } from '@wentwell/contract/live/live';
import type { ColumnId } from '@wentwell/contract/notes/columns';

import type { Clock } from '#server/platform/clock';

import type { BoardSignal } from './bus-messages.ts';
import { encodeSignal, type Signal } from './frames.ts';
import type { Member, PersonMember } from './member.ts';
import { TokenBucket } from './token-bucket.ts';

/** Values that expire unless they are set again. */
class Expiring<Value> {
  readonly #clock: Clock;
  readonly #maxAge: number;
  readonly #onChange: () => void;
  readonly #expiries = new Map<string, () => void>();
  readonly values = new Map<string, Value>();

  constructor(clock: Clock, maxAge: number, onChange: () => void) {
    this.#clock = clock;
    this.#maxAge = maxAge;
    this.#onChange = onChange;
  }

  /** Null removes the value. */
  set(key: string, value: Value | null): void {
    const before = this.values.get(key) ?? null;
    this.#expiries.get(key)?.();
    if (value === null) {
      this.#expiries.delete(key);
      this.values.delete(key);
    } else {
      const expire = () => this.set(key, null);
      this.#expiries.set(key, this.#clock.setTimer(this.#maxAge, expire));
      this.values.set(key, value);
    }
    if (before !== value) this.#onChange();
  }

  close(): void {
    for (const cancel of this.#expiries.values()) cancel();
    // Members who leave a closed board have nothing to announce.
    this.values.clear();
  }
}

interface PassingSignalsDeps {
  clock: Clock;
  members(): Iterable<Member>;
  /** Publishes to all nodes, including this one. */
  publish(signal: BoardSignal): void;
}

export class PassingSignals {
  readonly #deps: PassingSignalsDeps;
  /** The column in which a socket's user types. Sockets are identified by their keys, which name nobody. */
  readonly #typists: Expiring<ColumnId>;
  #cancelCounts: (() => void) | null = null;
  /**
   * The number of screens on each node, which announces it on each change and with each heartbeat. It expires, because a
   * killed node announces nothing.
   */
  readonly #screens: Expiring<number>;
  /** Limit reactions, so that applause does not become thousands of frames. */
  readonly #boardFloats: TokenBucket;
  readonly #userFloats = new Map<UserId, TokenBucket>();
  /** Names this node's copy of the board to the other nodes. */
  readonly #node = randomUUID();
  #announcedScreens = 0;

  constructor(deps: PassingSignalsDeps) {
    this.#deps = deps;
    const { clock } = deps;
    this.#boardFloats = new TokenBucket(clock, liveLimits.boardFloats);
    this.#screens = new Expiring(clock, liveLimits.screensMaxAge, () => {
      for (const member of deps.members()) this.#sendScreens(member);
    });
    this.#typists = new Expiring(clock, liveLimits.typingMaxAge, () => {
      this.#cancelCounts ??= clock.setTimer(liveLimits.typingCountsEvery, () => {
        this.#cancelCounts = null;
        for (const member of deps.members()) this.#sendCounts(member);
      });
    });
  }

  /** Ignored for members who take no part in the meeting. */
  announceTyping({ key, takesPart }: PersonMember, columnId: ColumnId | null): void {
    if (takesPart) this.#deps.publish({ hint: 'typing', typist: key, columnId });
  }

  /** Floats an emoji over everyone's board. Dropped beyond the limit, or if the member takes no part. */
  float({ key, takesPart, user: { userId } }: PersonMember, emoji: FloatingEmoji): void {
    if (!takesPart) return;
    const tokens =
      this.#userFloats.get(userId) ?? new TokenBucket(this.#deps.clock, liveLimits.floats);
    this.#userFloats.set(userId, tokens);
    if (!tokens.take()) return;
    this.#deps.publish({ hint: 'float', sender: key, emoji });
  }

  onTyping(typist: string, columnId: ColumnId | null): void {
    this.#typists.set(typist, columnId);
  }

  onFloat(sender: string, emoji: FloatingEmoji): void {
    if (!this.#boardFloats.take()) return;
    const frame = { type: 'floating_reaction', data: { emoji }, userId: null } as const;
    const bytes = this.#encode(frame);
    for (const member of this.#deps.members()) {
      if (member.key !== sender) member.send(bytes, true);
    }
  }

  /** Announces this node's number of screens, unless it was and is 0. */
  announceScreens(): void {
    const count = [...this.#deps.members()].filter(({ kind }) => kind === 'screen').length;
    if (count > 0 || this.#announcedScreens > 0) {
      this.#deps.publish({ hint: 'screens', node: this.#node, count });
    }
    this.#announcedScreens = count;
  }

  onScreens(node: string, count: number): void {
    this.#screens.set(node, count || null);
  }

  onJoined(member: Member): void {
    if (member.kind === 'screen') this.announceScreens();
    else if (this.#screens.values.size > 0) this.#sendScreens(member);
    if (this.#typists.values.size > 0) this.#sendCounts(member);
  }

  onLeft(member: Member): void {
    if (member.kind === 'screen') this.announceScreens();
    else if (this.#typists.values.has(member.key)) this.announceTyping(member, null);
  }

  close(): void {
    this.#cancelCounts?.();
    this.#typists.close();
    this.#screens.close();
  }

  #sendScreens(member: Member): void {
    if (member.kind === 'screen') return;
    const count = [...this.#screens.values.values()].reduce((sum, each) => sum + each, 0);
    const frame: Signal = { type: 'screens', data: { count }, userId: null };
    member.send(this.#encode(frame), true);
  }

  #sendCounts(member: Member): void {
    // A column may be called `constructor` or `__proto__`.
    const counts = new Map<ColumnId, number>();
    for (const [typist, columnId] of this.#typists.values) {
      if (typist !== member.key) counts.set(columnId, (counts.get(columnId) ?? 0) + 1);
    }
    const data = { counts: Object.fromEntries(counts) };
    const frame: Signal = { type: 'typing', data, userId: null };
    member.send(this.#encode(frame), true);
  }

  #encode(frame: Signal): Buffer {
    return encodeSignal(frame, this.#deps.clock.now());
  }
}
