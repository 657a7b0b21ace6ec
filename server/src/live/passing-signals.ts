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

/** Counts who is typing in each column. Typists are identified by their socket's key, never by name. */
class TypingCounts {
  readonly #clock: Clock;
  readonly #onChange: () => void;
  readonly #typists = new Map<string, { columnId: ColumnId; cancelExpiry: () => void }>();
  #cancelAnnouncement: (() => void) | null = null;

  /** `onChange` is called at most once in `typingCountsEvery` ms. */
  constructor(clock: Clock, onChange: () => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /** `columnId` is null if the typist has stopped. */
  mark(typist: string, columnId: ColumnId | null): void {
    const known = this.#typists.get(typist);
    known?.cancelExpiry();
    if (columnId === null) this.#typists.delete(typist);
    else {
      const cancelExpiry = this.#clock.setTimer(liveLimits.typingMaxAge, () =>
        this.mark(typist, null),
      );
      this.#typists.set(typist, { columnId, cancelExpiry });
    }
    if ((known?.columnId ?? null) !== columnId) this.#announce();
  }

  /** Excludes the viewer, who sees only others typing. */
  countsFor(viewer: string): Partial<Record<ColumnId, number>> {
    // A column may be called `constructor` or `__proto__`.
    const counts = new Map<ColumnId, number>();
    for (const [typist, { columnId }] of this.#typists) {
      if (typist !== viewer) counts.set(columnId, (counts.get(columnId) ?? 0) + 1);
    }
    return Object.fromEntries(counts);
  }

  isTyping(typist: string): boolean {
    return this.#typists.has(typist);
  }

  get isEmpty(): boolean {
    return this.#typists.size === 0;
  }

  close(): void {
    this.#cancelAnnouncement?.();
    for (const { cancelExpiry } of this.#typists.values()) cancelExpiry();
    this.#typists.clear();
  }

  #announce(): void {
    this.#cancelAnnouncement ??= this.#clock.setTimer(liveLimits.typingCountsEvery, () => {
      this.#cancelAnnouncement = null;
      this.#onChange();
    });
  }
}

/**
 * Counts the screens of a board on all nodes. A node announces its number when it changes, and with every heartbeat.
 */
class ScreenCount {
  readonly #clock: Clock;
  readonly #onChange: () => void;
  readonly #nodes = new Map<string, { count: number; cancelExpiry: () => void }>();

  constructor(clock: Clock, onChange: () => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  get total(): number {
    return [...this.#nodes.values()].reduce((sum, { count }) => sum + count, 0);
  }

  /** The number expires, because a killed node announces nothing. */
  set(node: string, count: number): void {
    const before = this.total;
    this.#nodes.get(node)?.cancelExpiry();
    this.#nodes.delete(node);
    if (count > 0) {
      const cancelExpiry = this.#clock.setTimer(liveLimits.screensMaxAge, () => this.set(node, 0));
      this.#nodes.set(node, { count, cancelExpiry });
    }
    if (this.total !== before) this.#onChange();
  }

  close(): void {
    for (const { cancelExpiry } of this.#nodes.values()) cancelExpiry();
    this.#nodes.clear();
  }
}

/** Limits floating reactions per user and per board, so that applause does not become thousands of frames. */
class FloatLimits {
  readonly #clock: Clock;
  readonly #users = new Map<UserId, TokenBucket>();
  readonly #board: TokenBucket;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#board = new TokenBucket(clock, liveLimits.boardFloats);
  }

  /** Counts a reaction of a user on this node. */
  mayPublish(userId: UserId): boolean {
    const tokens = this.#users.get(userId) ?? new TokenBucket(this.#clock, liveLimits.floats);
    this.#users.set(userId, tokens);
    return tokens.take();
  }

  /** Counts a reaction that goes to this node's members. */
  mayDeliver(): boolean {
    return this.#board.take();
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

  /** Ignored for members who take no part in the meeting. */
  announceTyping({ key, takesPart }: PersonMember, columnId: ColumnId | null): void {
    if (takesPart) this.#deps.publish({ hint: 'typing', typist: key, columnId });
  }

  /** Floats an emoji over everyone's board. Dropped beyond the limit, or if the member takes no part. */
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

  close(): void {
    this.#typing.close();
    this.#screens.close();
  }

  #sendScreens(member: Member): void {
    if (member.kind === 'screen') return;
    const frame: Signal = { type: 'screens', data: { count: this.#screens.total }, userId: null };
    member.send(this.#encode(frame), true);
  }

  #sendCounts(member: Member): void {
    const data = { counts: this.#typing.countsFor(member.key) };
    const frame: Signal = { type: 'typing', data, userId: null };
    member.send(this.#encode(frame), true);
  }

  #encode(frame: Signal): Buffer {
    return encodeSignal(frame, this.#deps.clock.now());
  }
}
