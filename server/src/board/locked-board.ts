// One locked board in one transaction: decides commands in order and writes rows and history.
import type { BoardState } from '@wentwell/contract/board/board';
import { type Change, type Patch, apply } from '@wentwell/contract/board/change';
import { type ChangedBoard, changedOf, ends, isChanged } from '@wentwell/contract/board/changed';
import type { Command } from '@wentwell/contract/board/command';
import {
  type AuthorContext,
  type Context,
  type Rejection,
  isRejected,
} from '@wentwell/contract/board/context';
import { boardRules } from '@wentwell/contract/board/features';
import {
  anonymousTime,
  getMeeting,
  meetingType,
  timerType,
} from '@wentwell/contract/board/meeting';
import { noteType } from '@wentwell/contract/board/notes';
import { keyOf } from '@wentwell/contract/board/record';
import { NoteId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { isEditable } from '@wentwell/contract/meetings/meetings';

import { type BoardRow, settingsOf } from '#server/features/meetings/meetings.table';
import type { ChangeLog, NewChange } from '#server/live/change-log';
import type { Disconnect } from '#server/live/disconnect';
import { eraseBoards } from '#server/live/erasure';
import { type NoteEvent, storedChange, textKeysOf } from '#server/live/stored-changes';
import type { Tx } from '#server/platform/db/database';
import { ApiError, rejectionError } from '#server/platform/http/api-error';
import { type Caller, deleterOf } from '#server/platform/http/caller';
import { newTimelessId } from '#server/platform/ids';

import { meetingColumns } from './meeting-rows.ts';
import type { ReadBoard, RowIds } from './read-board.ts';
import { type RowContext, writeRecordRows } from './record-rows.ts';
import type { Replicas } from './replicas.ts';
import type { RowBatch } from './table-writer.ts';

const hour = 3_600_000;

/** Returns the row with the next seq and this size counted. Throws BOARD_HISTORY_FULL beyond the hourly quota. */
function countChange(
  meeting: BoardRow,
  { now, size, isExempt }: { now: Date; size: number; isExempt: boolean },
): BoardRow {
  const left = meeting.historySince.getTime() + hour - now.getTime();
  const isNewHour = left <= 0;
  const historyBytes = isNewHour ? size : meeting.historyBytes + size;
  if (historyBytes > limits.boardHistoryBytesPerHour && !isExempt) {
    const seconds = Math.ceil((isNewHour ? hour : left) / 1000);
    throw new ApiError('BOARD_HISTORY_FULL', { 'Retry-After': String(seconds) });
  }
  const seq = meeting.seq + 1;
  return { ...meeting, seq, historyBytes, ...(isNewHour && { historySince: now }) };
}

/** The caller-specific inputs of a decision. */
export interface DecisionOptions {
  /** Null for the server itself. */
  caller: Caller | null;
  context: Pick<AuthorContext, 'caller' | 'author'> & Partial<Context>;
  /** Row ids of the command's notes that differ from the note ids. */
  rowIds?: RowIds | undefined;
  /** The entity that the command changes, as the caller sees it. */
  current?: Record<string, unknown> | undefined;
}

/** Shared by all boards of a transaction. */
export interface BoardTransaction {
  tx: Tx;
  log: ChangeLog;
  replicas: Replicas;
  disconnect: Disconnect;
  batch: RowBatch;
}

export interface LockedMeeting {
  meeting: BoardRow;
  /** By the database's clock. */
  now: Date;
}

/** Whether a change names its actor, and the time recorded with it. */
interface Cause {
  isAnonymous: boolean;
  recordedAt: Date;
}

/** Changed notes, for the specification's messages. A note that moves and changes its text has two entries. */
function noteEventsOf(changed: ChangedBoard): NoteEvent[] {
  const { put, removed } = changedOf(changed, noteType);
  const ofPut = put.flatMap(({ id, ...note }): NoteEvent[] => {
    const before = changed.before.get(noteType, id);
    if (!before) return [{ news: 'created', id }];
    if (before.hidden && !note.hidden) return [{ news: 'revealed', id }];
    const isMoved = before.note_type !== note.note_type;
    const isEdited = before.content !== note.content || before.author_id !== note.author_id;
    return [
      ...(isMoved ? [{ news: 'moved' as const, id }] : []),
      ...(isEdited ? [{ news: 'updated' as const, id }] : []),
    ];
  });
  return [...ofPut, ...removed.map(({ id }) => ({ news: 'deleted' as const, id }))];
}

/** Removals and changes of the meeting or its timer ignore the history quota. */
function ignoresQuota({ put, remove }: Patch): boolean {
  const leads: readonly string[] = [meetingType.type, timerType.type];
  return remove.length > 0 || put.some(({ type }) => leads.includes(type));
}

export class LockedBoard {
  readonly #transaction: BoardTransaction;
  readonly #now: Date;
  readonly #changes: NewChange[] = [];
  #meeting: BoardRow;
  #board: BoardState;
  #rowIds: RowIds;

  constructor(
    transaction: BoardTransaction,
    { meeting, now }: LockedMeeting,
    { board, rowIds }: ReadBoard,
  ) {
    this.#transaction = transaction;
    this.#now = now;
    this.#meeting = meeting;
    this.#board = board;
    this.#rowIds = rowIds;
  }

  /** The board after the commands decided so far. */
  get board(): BoardState {
    return this.#board;
  }

  get meeting(): BoardRow {
    return this.#meeting;
  }

  /** In an anonymous meeting an author's change reveals neither author nor time. */
  #causeOf({ name }: Command): Cause {
    const isAnonymous = boardRules.isByAuthor(name) && settingsOf(this.#meeting).anonymous;
    return { isAnonymous, recordedAt: isAnonymous ? anonymousTime(this.#board) : this.#now };
  }

  #decide(
    command: Command,
    context: DecisionOptions['context'],
    { isAnonymous, recordedAt }: Cause = this.#causeOf(command),
  ): Change | Rejection | null {
    return boardRules.decide(this.#board, command, {
      actorId: context.caller.userId,
      now: this.#now,
      recordedAt: recordedAt.toISOString(),
      createId: () => newTimelessId(NoteId),
      versionFloor: this.#transaction.tx.versionFloor,
      memberCount: 0,
      isWrittenOn: true,
      isServer: true,
      trash: null,
      facts: {},
      ...context,
      ...(isAnonymous && { actorId: null }),
    });
  }

  /** Whether a command is allowed. Changes nothing. */
  allows(command: Command, context: DecisionOptions['context']): boolean {
    return !isRejected(this.#decide(command, context));
  }

  /** Resolves with the change, or null if there is none. Throws an ApiError if refused; the board stays as it was. */
  async decide(command: Command, options: DecisionOptions): Promise<Change | null> {
    const cause = this.#causeOf(command);
    const decision = this.#decide(command, options.context, cause);
    if (isRejected(decision)) throw rejectionError(decision, options.current);
    if (decision !== null) await this.#accept(decision, options, cause);
    return decision;
  }

  async #accept(
    patch: Change,
    { caller, context, rowIds }: DecisionOptions,
    { isAnonymous, recordedAt }: Cause,
  ): Promise<void> {
    const before = this.#board;
    const after = apply(before, patch);
    const changed = { patch, before, after };
    const change = storedChange(patch, noteEventsOf(changed));
    const size = Buffer.byteLength(JSON.stringify(change));
    const row = { ...this.#meeting, ...meetingColumns(changed, this.#meeting) };
    const isExempt = caller === null || ignoresQuota(patch);
    const meeting = countChange(row, { now: this.#now, size, isExempt });
    // From here on nothing is refused, so the board may change.
    const restored = new Set(context.trash?.records.map(keyOf));
    this.#rowIds = rowIds ? new Map([...this.#rowIds, ...rowIds]) : this.#rowIds;
    const ids = this.#rowIds;
    const on: RowContext = {
      meetingId: meeting.id,
      teamId: getMeeting(after).team_id,
      meeting: this.#meeting,
      scores: context.facts?.scores,
      rowIdOf: (id) => ids.get(id) ?? id,
      deletedAt: recordedAt,
      deleterOf: (id) =>
        caller
          ? deleterOf(id, isAnonymous ? null : caller.userId, caller)
          : { deletedBy: null, deletedByHash: null },
      versionFloor: this.#transaction.tx.versionFloor,
      isRestored: (ref) => restored.has(keyOf(ref)),
    };
    // Beside named changes, such as ready marks, the order of anonymous ones would tell whose they are.
    // Guests get the last phase until the end.
    const { settings, status } = getMeeting(after);
    if (settings.anonymous && isEditable(status) && isChanged(changed, meetingType)) {
      await this.#erasePast();
    }
    const { id: meetingId, epoch, seq, historyBytes, historySince } = meeting;
    this.#changes.push({
      meetingId,
      teamId: on.teamId,
      epoch,
      seq,
      historyBytes,
      historySince,
      change,
      textKeys: textKeysOf(patch.put),
      erases: boardRules.refsToErase(changed),
      // PostgreSQL would round its clock.
      createdAt: recordedAt,
    });
    this.#meeting = meeting;
    this.#board = after.with([], [], seq);
    writeRecordRows(this.#transaction.batch, changed, on);
    this.#disconnectFrom(changed);
  }

  /** The end of a live meeting closes its sockets. */
  #disconnectFrom(changed: ChangedBoard): void {
    if (getMeeting(changed.before).status !== 'live' || !ends(changed)) return;
    const { id: meetingId, status } = getMeeting(changed.after);
    const because = status === 'canceled' ? 'notLive' : 'normal';
    this.#transaction.tx.afterCommit(() =>
      this.#transaction.disconnect({ kind: 'meeting', meetingId, because }),
    );
  }

  /** Also covers the changes of this transaction. Clients behind it get a snapshot. */
  async #erasePast(): Promise<void> {
    const { tx, log } = this.#transaction;
    await log.append(tx, this.#changes.splice(0))();
    await eraseBoards(tx, [this.#meeting.id]);
  }

  /** Returns the unsent changes. After COMMIT this node caches the board. */
  end(): readonly NewChange[] {
    const { id, epoch } = this.#meeting;
    const replica = { board: this.#board, rowIds: this.#rowIds, epoch };
    this.#transaction.tx.afterCommit(() => this.#transaction.replicas.keep(id, replica));
    return this.#changes;
  }
}
