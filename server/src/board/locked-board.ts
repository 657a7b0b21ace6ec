// One board under its lock, in one transaction: commands are decided on it one after another, and what they change is
// written as rows and as events.
import { textsDeletedBy } from '@wentwell/contract/board-features';
import type { BoardState } from '@wentwell/contract/board/board';
import { apply, type Change, refsToErase } from '@wentwell/contract/board/change';
import { type ChangedBoard, ends } from '@wentwell/contract/board/changed';
import type { Command } from '@wentwell/contract/board/command';
import { type Context, isRejected, type Rejection } from '@wentwell/contract/board/context';
import { boardRules } from '@wentwell/contract/board/features';
import { getMeeting } from '@wentwell/contract/board/meeting';
import { keyOf } from '@wentwell/contract/board/record';
import { NoteId } from '@wentwell/contract/ids';

import { phaseSince, type MeetingRow, settingsOf } from '#server/features/meetings/meetings.table';
import type { Disconnect } from '#server/live/disconnect';
import { eraseAuthors, eraseTexts } from '#server/live/erasure';
import { type EventLog, type KnownChange, knownChanges } from '#server/live/event-log';
import type { Tx } from '#server/platform/db/database';
import { rejectionError } from '#server/platform/http/api-error';
import { type Caller, deleterOf } from '#server/platform/http/caller';
import { newTimelessId } from '#server/platform/ids';

import { eventsOf } from './events-of-change.ts';
import { becomesAnonymous, meetingColumns } from './meeting-rows.ts';
import type { ReadBoard, RowIds } from './read-board.ts';
import { type RowContext, writeRecordRows } from './record-rows.ts';
import type { Replicas } from './replicas.ts';
import type { RowBatch } from './table-writer.ts';

/** The parts of a decision's context that depend on who asks, and on what was read for it. */
export interface Asking {
  /** Null for the server itself. */
  caller: Caller | null;
  context: Pick<Context, 'caller' | 'author'> & Partial<Context>;
  /** Notes of the command whose rows have another id. */
  rowIds?: RowIds | undefined;
  /** The entity that the command changes, as the caller sees it. */
  current?: Record<string, unknown> | undefined;
}

/** All boards of a transaction share it. */
export interface Writing {
  tx: Tx;
  log: EventLog;
  replicas: Replicas;
  disconnect: Disconnect;
  batch: RowBatch;
}

export interface LockedMeeting {
  meeting: MeetingRow;
  /** By the database's clock. */
  now: Date;
}

/** Changes of notes and of what hangs on them name nobody in an anonymous meeting, nor when in the phase they were. */
const byAuthor = /^(?:note|group|comment|reaction|topics)\./;

export class LockedBoard {
  readonly #tx: Tx;
  readonly #log: EventLog;
  readonly #replicas: Replicas;
  readonly #batch: RowBatch;
  readonly #disconnect: Disconnect;
  readonly #now: Date;
  readonly #events: KnownChange[] = [];
  #meeting: MeetingRow;
  #board: BoardState;
  #rowIds: RowIds;

  constructor(
    { tx, log, replicas, disconnect, batch }: Writing,
    { meeting, now }: LockedMeeting,
    { board, rowIds }: ReadBoard,
  ) {
    this.#tx = tx;
    this.#log = log;
    this.#replicas = replicas;
    this.#batch = batch;
    this.#disconnect = disconnect;
    this.#now = now;
    this.#meeting = meeting;
    this.#board = board;
    this.#rowIds = rowIds;
  }

  /** As the commands before leave it. */
  get board(): BoardState {
    return this.#board;
  }

  get meeting(): MeetingRow {
    return this.#meeting;
  }

  /** When the change is recorded to have been made; `timedFrom` where it names nobody, nor when. */
  #timing({ name }: Command): { recordedAt: Date; timedFrom: Date | null } {
    if (!byAuthor.test(name) || !settingsOf(this.#meeting).anonymous) {
      return { recordedAt: this.#now, timedFrom: null };
    }
    const since = phaseSince(this.#meeting);
    return { recordedAt: new Date(since.getTime() + this.#meeting.seq + 1), timedFrom: since };
  }

  #decide(command: Command, context: Asking['context']): Change | Rejection | null {
    const { recordedAt, timedFrom } = this.#timing(command);
    return boardRules.decide(this.#board, command, {
      actorId: context.caller.userId,
      now: this.#now,
      recordedAt: recordedAt.toISOString(),
      createId: () => newTimelessId(NoteId),
      versionFloor: this.#tx.versionFloor,
      memberCount: 0,
      isWrittenOn: true,
      isServer: true,
      trash: null,
      facts: {},
      ...context,
      ...(timedFrom && { actorId: null }),
    });
  }

  /** Whether a command is allowed. Changes nothing. */
  allows(command: Command, context: Asking['context']): boolean {
    return !isRejected(this.#decide(command, context));
  }

  /**
   * Decides a command. Resolves with the change, or null where there is none. Throws an ApiError where the command is
   * refused: the board is as before.
   */
  async decide(command: Command, asking: Asking): Promise<Change | null> {
    const decision = this.#decide(command, asking.context);
    if (isRejected(decision)) throw rejectionError(decision, asking.current);
    if (decision !== null) await this.#accept({ command, change: decision }, asking);
    return decision;
  }

  async #accept(
    { command, change }: { command: Command; change: Change },
    { caller, context, rowIds }: Asking,
  ): Promise<void> {
    const { recordedAt, timedFrom } = this.#timing(command);
    const before = this.#board;
    const after = apply(before, change);
    const changed = { patch: change, before, after };
    const { id: meetingId } = this.#meeting;
    const told = eventsOf({ ...changed, command }).map(({ isUnnamed, ...event }) => {
      const actorId = isUnnamed ? null : change.cause.actorId;
      return { on: { meetingId, actorId, ...(timedFrom && { timedFrom }) }, change: event };
    });
    const row = { ...this.#meeting, ...meetingColumns(changed, this.#meeting) };
    const { known: events, meeting } = knownChanges({ meeting: row, now: this.#now }, told);
    // Only now: what is refused because of a full history leaves the board as it was.
    const restored = new Set(context.trash?.records.map(keyOf));
    this.#rowIds = rowIds ? new Map([...this.#rowIds, ...rowIds]) : this.#rowIds;
    const ids = this.#rowIds;
    const on: RowContext = {
      meetingId: meeting.id,
      teamId: getMeeting(after).team_id,
      meeting: this.#meeting,
      scores: context.facts?.scores?.given,
      rowIdOf: (id) => ids.get(id) ?? id,
      deletedAt: recordedAt,
      deleterOf: (id) =>
        caller
          ? deleterOf(id, timedFrom ? null : caller.userId, caller)
          : { deletedBy: null, deletedByHash: null },
      versionFloor: this.#tx.versionFloor,
      isRestored: (ref) => restored.has(keyOf(ref)),
    };
    this.#meeting = meeting;
    this.#board = after.with([], [], meeting.seq);
    const last = events.pop();
    if (!last) throw new Error(`No event tells of ${command.name}.`);
    events.push({ ...last, logged: { since: before.seq, change } });
    this.#events.push(...events);
    writeRecordRows(this.#batch, changed, on);
    this.#disconnectFrom(changed);
    await this.#erase(changed, events);
  }

  /** The end of a live meeting closes its sockets. */
  #disconnectFrom(changed: ChangedBoard): void {
    if (getMeeting(changed.before).status !== 'live' || !ends(changed)) return;
    const { id: meetingId, status } = getMeeting(changed.after);
    const because = status === 'canceled' ? 'notLive' : 'normal';
    this.#tx.afterCommit(() => {
      this.#disconnect({ kind: 'meeting', meetingId, because });
    });
  }

  /** Erases from the history what the change takes from the board. `events` are those of the change. */
  async #erase(changed: ChangedBoard, events: readonly KnownChange[]): Promise<void> {
    const { id } = this.#meeting;
    if (becomesAnonymous(changed)) {
      await this.#log.appendKnown(this.#tx, this.#events.splice(0));
      await eraseAuthors(this.#tx, id, changed.before.seq);
    }
    if (refsToErase(boardRules.recordTypes, changed.patch).length === 0) return;
    // Behind the events before it: what one of the same transaction says of a text goes too.
    const gone = events.flatMap(({ change: { event } }) => textsDeletedBy(event) ?? []);
    const [first, ...others] = gone;
    if (!first) return;
    await Promise.all([
      this.#log.appendKnown(this.#tx, this.#events.splice(0)),
      eraseTexts(this.#tx, id, first),
    ]);
    for (const each of others) await eraseTexts(this.#tx, id, each);
  }

  /** The events that are not sent yet. Afterwards the board is at hand on this node. */
  end(): readonly KnownChange[] {
    const { id, epoch } = this.#meeting;
    const kept = { board: this.#board, rowIds: this.#rowIds, epoch };
    this.#tx.afterCommit(() => this.#replicas.keep(id, kept));
    return this.#events;
  }
}
