import { boardHash } from '@wentwell/contract/board/board-hash';
import type { RecordedBoard } from '@wentwell/contract/board/recorded-board';
import type { MeetingId, NoteId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import type { BoardCheck, ClientFrame, DragTarget } from '@wentwell/contract/live/live';
import { isRedacted } from '@wentwell/contract/notes/notes';
import type { Logger } from 'pino';

import type { Clock } from '#server/platform/clock';
import { ApiError } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';
import { count } from '#server/platform/metrics/measure';

import type { Signal } from './frames.ts';
import type { PersonMember } from './member.ts';
import type { GroupingRight, Room } from './room.ts';
import type { Rooms } from './rooms.ts';
import { TokenBucket } from './token-bucket.ts';

export interface ClientActionsDeps {
  rooms: Rooms;
  /** The board's current records as the caller may see them. */
  viewBoard(caller: Caller, meetingId: MeetingId): Promise<Pick<RecordedBoard, 'records' | 'seq'>>;
  clock: Clock;
  logger: Logger;
}

/** The cost of reading a whole board at the gate of an account, as over HTTP. */
const wholeBoardCost = 10;

export class ClientActions {
  readonly #deps: ClientActionsDeps;
  readonly #room: Room;
  readonly #member: PersonMember;
  readonly #caller: Caller;
  readonly #send: (frame: Signal) => void;
  readonly #noteTokens: TokenBucket;
  readonly #dragTokens: TokenBucket;
  #drag: { noteId: NoteId; lookedUpAt: number; right: Promise<GroupingRight | null> } | null = null;
  readonly #announcedAt = new Map<NoteId, number>();
  #checkedAt = Number.NEGATIVE_INFINITY;

  /** `send` writes to this client only. */
  constructor(
    deps: ClientActionsDeps,
    { room, member, caller }: { room: Room; member: PersonMember; caller: Caller },
    send: (frame: Signal) => void,
  ) {
    this.#deps = deps;
    this.#room = room;
    this.#member = member;
    this.#caller = caller;
    this.#send = send;
    this.#noteTokens = new TokenBucket(deps.clock, liveLimits.signals);
    this.#dragTokens = new TokenBucket(deps.clock, liveLimits.drags);
  }

  run(frame: ClientFrame): void {
    count('frames', frame.type);
    const { isMuted } = this.#caller;
    switch (frame.type) {
      case 'ping':
        this.#send({ type: 'pong', data: {}, userId: null });
        return;
      case 'note_editing': {
        const noteId = frame.data.note_id;
        if (!isMuted && this.#isNewEditing(noteId) && this.#noteTokens.take()) {
          void this.#announceEditing(noteId);
        }
        return;
      }
      case 'note_dragging':
        if (this.#dragTokens.take()) void this.#announceDragging(frame.data);
        return;
      case 'note_updated':
        if (!isMuted && this.#noteTokens.take()) {
          void this.#requestNoteRefresh(frame.data.note_id);
        }
        return;
      case 'typing':
        if (this.#noteTokens.take())
          this.#room.signals.announceTyping(this.#member, frame.data.column_id);
        return;
      case 'floating_reaction':
        this.#room.signals.float(this.#member, frame.data.emoji);
        return;
      case 'check':
        void this.#checkBoard(frame.data);
        return;
      // Presence follows the socket, so a client's statements about it are ignored.
      case 'user_joined':
      case 'user_left':
      case 'pong':
        return;
    }
  }

  /** False if the same note was announced within `noteEditingEvery`. */
  #isNewEditing(noteId: NoteId): boolean {
    const now = this.#deps.clock.now().getTime();
    for (const [id, announcedAt] of this.#announcedAt) {
      if (now - announcedAt >= liveLimits.noteEditingEvery) this.#announcedAt.delete(id);
    }
    if (this.#announcedAt.has(noteId)) return false;
    this.#announcedAt.set(noteId, now);
    return true;
  }

  /** The sender of a signal about a note; hidden in anonymous meetings. */
  #sender(isAnonymous: boolean) {
    const { key, user } = this.#member;
    return isAnonymous ? { userId: null, except: key } : { userId: user.userId };
  }

  /** Ignored if the user cannot read the note. */
  async #announceEditing(noteId: NoteId): Promise<void> {
    try {
      await this.#member.runAtGate(async () => {
        const note = await this.#room.loadNote(noteId);
        if (!note || isRedacted(note, this.#member.viewer)) return;
        this.#room.publish({ hint: 'editing', noteId, ...this.#sender(note.author_id === null) });
      });
    } catch (error) {
      this.#deps.logger.debug({ err: error }, 'an announcement of editing was dropped');
    }
  }

  /** Reads the right at most once a second, because a drag sends many frames. */
  #mayDrag(noteId: NoteId): Promise<GroupingRight | null> {
    const now = this.#deps.clock.now().getTime();
    const known = this.#drag;
    if (known?.noteId === noteId && now - known.lookedUpAt < liveLimits.dragLookUpEvery) {
      return known.right;
    }
    const right = this.#member.runAtGate(() =>
      this.#room.groupingRight(this.#member.user.userId, noteId),
    );
    this.#drag = { noteId, lookedUpAt: now, right };
    return right;
  }

  async #announceDragging({ note_id, over }: { note_id: NoteId; over: DragTarget }): Promise<void> {
    try {
      const right = await this.#mayDrag(note_id);
      if (!right) return;
      const sender = this.#sender(right.isAnonymous);
      this.#room.publish({ hint: 'dragging', ...sender, noteId: note_id, over });
    } catch (error) {
      this.#deps.logger.debug({ err: error }, 'an announcement of dragging was dropped');
    }
  }

  async #requestNoteRefresh(noteId: NoteId): Promise<void> {
    try {
      const note = await this.#member.runAtGate(() => this.#room.loadNote(noteId));
      if (note) {
        this.#room.publish({ hint: 'look', noteId, ...this.#sender(note.author_id === null) });
        return;
      }
      const detail = 'There is no such note on this board.';
      this.#send({ type: 'error', data: { detail }, userId: null });
    } catch (error) {
      this.#logFailure(error, 'a note could not be sent to the others');
    }
  }

  /** Compares boards of the same seq only. A client that lags behind learns that from the next `head`. */
  async #checkBoard({ seq, hash }: BoardCheck): Promise<void> {
    const { clock, rooms, viewBoard } = this.#deps;
    const { meetingId } = this.#room;
    const now = clock.now().getTime();
    if (now - this.#checkedAt < liveLimits.checkAtMostEvery) return;
    this.#checkedAt = now;
    try {
      const view = () => viewBoard(this.#caller, meetingId);
      const board = await this.#member.runAtGate(view, wholeBoardCost);
      if (seq < board.seq || (seq === board.seq && hash === boardHash(board.records))) return;
      rooms.reportDivergence(meetingId, seq);
      this.#send({ type: 'resync', data: this.#room.head, userId: null });
    } catch (error) {
      this.#logFailure(error, 'a board could not be compared');
    }
  }

  /** An ApiError is expected: a rate limit, or lost access. */
  #logFailure(error: unknown, message: string): void {
    this.#deps.logger[error instanceof ApiError ? 'debug' : 'warn']({ err: error }, message);
  }
}
