// Executes commands: turn, lock, receipt of the key, decision, rows, log, new receipt, COMMIT. Waiting commands share a
// transaction.
import type { BoardState } from '@wentwell/contract/board/board';
import type { Change } from '@wentwell/contract/board/change';
import type { Context } from '@wentwell/contract/board/context';
import type { Facts } from '@wentwell/contract/board/facts';
import type { MeetingId, NoteId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import type { TeamContext } from '@wentwell/contract/teams/teams';

import { lockFreeMeetings } from '#server/features/meetings/free-meetings-access';
import { lockMeetingForAll, type SharedAccess } from '#server/features/meetings/meeting-access';
import type { BoardRow } from '#server/features/meetings/meetings.table';
import type { NoteRow } from '#server/features/notes/notes.table';
import { auditOnBoard, auditOutsiderOnBoard } from '#server/features/teams/team-access';
import type { ChangeLog, NewChange } from '#server/live/change-log';
import type { Disconnect } from '#server/live/disconnect';
import { BatchQueue } from '#server/platform/batching';
import type { Database, Tx } from '#server/platform/db/database';
import { isDatabaseAway } from '#server/platform/db/database-errors';
import { ApiError } from '#server/platform/http/api-error';
import { type CommandRequest, requireVersion } from '#server/platform/http/command';
import {
  type Answer,
  isKeyed,
  type KeyedCommand,
  type ReceiptBook,
  receiptRows,
  type Repeat,
} from '#server/platform/http/receipts';
import type { InTurn } from '#server/platform/http/writer-queue';

import { authorOf } from './author-of.ts';
import { type DecisionOptions, LockedBoard, type LockedMeeting } from './locked-board.ts';
import { lockedChanges } from './locked-changes.ts';
import { findAnyNotes } from './note-rows.ts';
import { type ReadBoard, readBoardOf, type RowIds } from './read-board.ts';
import { lookBackReader, type ReadLookBack } from './read-facts.ts';
import { Replicas } from './replicas.ts';
import { RowBatch } from './table-writer.ts';

type Input = Readonly<Record<string, unknown>>;

/** Completes a command under the lock. */
export interface PreparedCommand {
  /** Replaces the command's name. */
  name?: string;
  /** Replaces the command's input. */
  input?: Input;
  context?: Partial<Context>;
  rowIds?: RowIds;
  /** Writes rows that are not records, after the command is accepted. Sent immediately, so that later commands read them. */
  alongside?(tx: Tx): Promise<unknown>;
}

export interface PreparationContext {
  board: BoardState;
  /** Rows on any board with one of the commands' `noteIds`. */
  noteRows: readonly NoteRow[];
  /** Whether the transaction runs again, because the id of a new row existed. */
  isRetry: boolean;
}

/** A command, with its preparation and the answer to its request. */
export interface StoreCommand<T> {
  name: string;
  input: Input;
  /** Prepares without a query. */
  prepare?(at: PreparationContext): PreparedCommand;
  /** Prepares with facts from outside the board. The command then shares no transaction with other boards. */
  read?(tx: Tx, at: PreparationContext): Promise<PreparedCommand | null>;
  /** Client-chosen ids of new notes. Looked up together with the lock. */
  noteIds?: readonly NoteId[];
  /** Shares no transaction: it may end the access of other callers, or reads or overwrites rows that others write. */
  isAlone?: boolean;
  /** The entity that the command changes, as the caller sees it, for If-Match. May throw. */
  current?(
    board: BoardState,
    who: TeamContext,
  ): (Record<string, unknown> & { version: number }) | undefined;
  /** `change` is null if nothing changed or for a repeated request. `input` is what was decided or `kept`. */
  answer(done: {
    board: BoardState;
    change: Change | null;
    input: Input;
    who: TeamContext;
    facts: Partial<Facts>;
  }): Answer<T>;
}

interface Waiting {
  request: CommandRequest;
  command: StoreCommand<unknown>;
  resolve(answer: Answer<unknown>): void;
  reject(error: unknown): void;
}

type Outcome =
  | { answer: Answer<unknown>; boardSeq: number; isRepeated: boolean }
  | { refusal: ApiError };

/** A board whose turn has come, with the commands to execute. */
interface Turn {
  meetingId: MeetingId;
  batch: readonly Waiting[];
  /** Whether all commands have an answer or a refusal. A turn without them runs alone. */
  isSettled: boolean;
}

interface OpenedBoard extends Pick<PreparationContext, 'noteRows' | 'isRetry'> {
  locked: LockedBoard;
  shared: SharedAccess;
}

export interface BoardStoreDeps {
  db: Database;
  log: ChangeLog;
  inTurn: InTurn;
  disconnect: Disconnect;
  lookBack: readonly ReadLookBack[];
  /** Fewer answers are not shown as a score. */
  answersMin: number;
}

/** Whether the member's role alone would not allow the command (docs/api.md A-47). */
function exceedsRole(
  locked: LockedBoard,
  command: Pick<StoreCommand<unknown>, 'name' | 'input'>,
  context: DecisionOptions['context'],
): boolean {
  const { caller } = context;
  if (!caller.isSuperuser || caller.role === null) return false;
  return !locked.allows(command, { ...context, caller: { ...caller, isSuperuser: false } });
}

/** For commands without a response body. */
export const noContent = {
  answer: (): Answer<null> => ({ status: 204, body: null }),
};

export function boardStore({ db, log, inTurn, disconnect, lookBack, answersMin }: BoardStoreDeps) {
  const replicas = new Replicas();
  const waiting = new Map<MeetingId, Set<Waiting>>();

  async function readLocked(tx: Tx, meeting: BoardRow): Promise<ReadBoard> {
    return (await replicas.atHead(tx, meeting)) ?? readBoardOf(tx, meeting, answersMin);
  }

  function lockedBoard(to: { tx: Tx; batch: RowBatch }, meeting: LockedMeeting, read: ReadBoard) {
    return new LockedBoard({ ...to, log, replicas, disconnect }, meeting, read);
  }

  /** Decides the command, writes its rows, and adds acts beyond the caller's role to the audit log. */
  async function runCommand(
    tx: Tx,
    { request, command }: Waiting,
    { locked, shared, noteRows, isRetry }: OpenedBoard,
  ): Promise<Answer<unknown>> {
    const access = { ...shared.of(request), meeting: locked.meeting };
    const { teamContext: who } = access;
    const current = command.current?.(locked.board, who);
    if (current) requireVersion(request, current);
    const at = { board: locked.board, noteRows, isRetry };
    const prepared = { ...command.prepare?.(at), ...(await command.read?.(tx, at)) };
    const { name = command.name, input = command.input, rowIds, alongside } = prepared;
    const caller = { ...who, authorHash: request.authorHash ?? null };
    const author = authorOf(access.meeting, request);
    const context = { caller, author, ...prepared.context };
    const isBeyondRole = exceedsRole(locked, { name, input }, context);
    const options = { caller: request, rowIds, context, current };
    const change = await locked.decide({ name, input }, options);
    const written = alongside?.(tx);
    if (written) {
      tx.beforeCommit(() => written);
      // Handled here too: COMMIT is not sent if another statement fails first.
      written.catch(() => undefined);
    }
    if (isBeyondRole) auditOnBoard(tx, request, access.meeting);
    else auditOutsiderOnBoard(tx, request, access);
    const { facts = {} } = context;
    return command.answer({ board: locked.board, change, input, who, facts });
  }

  /** The first response's status with the current body. Throws NOT_FOUND if the entity is gone or hidden. */
  function answerRetry(
    { request, command: { answer } }: Waiting,
    { firstStatus: status, kept: input }: Repeat,
    { shared, locked: { board } }: OpenedBoard,
  ): Answer<unknown> {
    if (status === 204) return { status, body: null };
    const { teamContext: who } = shared.of(request);
    const present = answer({ board, change: null, input, who, facts: {} });
    if (present.status === 204) throw new ApiError('NOT_FOUND');
    return { ...present, status };
  }

  async function runOne(
    tx: Tx,
    each: Waiting,
    { at, found }: { at: OpenedBoard; found: FoundReceipts },
  ): Promise<Outcome> {
    const { request } = each;
    try {
      const repeat = isKeyed(request) ? receiptRows.repeatOf(tx, request, found) : null;
      const answer = repeat ? answerRetry(each, repeat, at) : await runCommand(tx, each, at);
      return { answer, boardSeq: at.locked.board.seq, isRepeated: repeat !== null };
    } catch (error) {
      if (error instanceof ApiError) return { refusal: error };
      throw error;
    }
  }
  type FoundReceipts = Awaited<ReturnType<typeof receiptRows.find>>;

  /** Runs commands in one transaction, board by board. Skips boards that `lock` or `read` do not find. */
  function runTogether(
    turns: readonly Turn[],
    lock: (tx: Tx) => Promise<ReadonlyMap<MeetingId, SharedAccess>>,
    read: (tx: Tx, meeting: BoardRow) => Promise<ReadBoard | undefined>,
  ): Promise<Map<Turn, Outcome[]>> {
    let tries = 0;
    const all = turns.flatMap(({ batch }) => batch);
    const noteIds = all.flatMap(({ command }) => command.noteIds ?? []);
    const keyed = all.map(({ request }) => request).filter((request) => isKeyed(request));
    return db.write(
      async (tx) => {
        tries += 1;
        const isRetry = tries > 1;
        // The board's lock serializes requests with the same key.
        const [locks, found, noteRows] = await Promise.all([
          lock(tx),
          receiptRows.find(tx, keyed),
          noteIds.length > 0 ? findAnyNotes(tx, noteIds) : [],
          tx.began,
        ]);
        if (isRetry) for (const { meetingId } of turns) replicas.drop(meetingId);
        const opened = await Promise.all(
          turns.map(async (turn) => {
            const shared = locks.get(turn.meetingId);
            return { turn, shared, board: shared && (await read(tx, shared.meeting)) };
          }),
        );
        const outcomes = new Map<Turn, Outcome[]>();
        const answers: { command: KeyedCommand; answer: Answer<unknown> }[] = [];
        const changes: NewChange[] = [];
        const rows = new RowBatch();
        for (const { turn, shared, board } of opened) {
          if (!shared || !board) continue;
          const locked = lockedBoard({ tx, batch: rows }, shared, board);
          const ofTurn: Outcome[] = [];
          for (const each of turn.batch) {
            const at = { locked, shared, noteRows, isRetry };
            const outcome = await runOne(tx, each, { at, found });
            ofTurn.push(outcome);
            const { request } = each;
            if ('answer' in outcome && !outcome.isRepeated && isKeyed(request)) {
              answers.push({ command: request, answer: outcome.answer });
            }
          }
          changes.push(...locked.end());
          outcomes.set(turn, ofTurn);
        }
        tx.beforeCommit(() => rows.send(tx));
        tx.beforeCommit(log.append(tx, changes));
        receiptRows.keep(tx, answers);
        return outcomes;
      },
      { pipelined: true },
    );
  }

  function settle(outcomes: ReadonlyMap<Turn, readonly Outcome[]>): void {
    for (const [turn, ofTurn] of outcomes) {
      turn.isSettled = true;
      for (const [index, { resolve, reject }] of turn.batch.entries()) {
        const outcome = ofTurn[index];
        if (!outcome || 'refusal' in outcome) reject(outcome?.refusal);
        else resolve({ ...outcome.answer, boardSeq: outcome.boardSeq });
      }
    }
  }

  function lockOne({ meetingId, batch }: Turn) {
    const callers = batch.map(({ request }) => request);
    return async (tx: Tx) =>
      new Map([[meetingId, await lockMeetingForAll(tx, callers, meetingId)]]);
  }

  async function runAlone(turn: Turn): Promise<void> {
    const { meetingId, batch } = turn;
    try {
      settle(await runTogether([turn], lockOne(turn), readLocked));
    } catch (error) {
      replicas.drop(meetingId);
      if (batch.length === 1 || isDatabaseAway(error)) {
        for (const { reject } of batch) reject(error);
        return;
      }
      // One command's failure does not affect the others.
      for (const each of batch) await runAlone({ meetingId, batch: [each], isSettled: false });
    }
  }

  // Boards share a transaction. With one each, 20 boards store less than half as many notes per second.
  const sharing = new BatchQueue<Turn>(async (turns) => {
    try {
      const asked = turns.map(({ meetingId, batch }) => ({
        meetingId,
        callers: batch.map(({ request }) => request),
      }));
      settle(
        await runTogether(
          turns,
          (tx) => lockFreeMeetings(tx, asked),
          (tx, meeting) => replicas.atHead(tx, meeting),
        ),
      );
    } catch (error) {
      for (const { meetingId } of turns) replicas.drop(meetingId);
      // One board's failure does not affect the others: each then runs alone, and meets its error there.
      if (!isDatabaseAway(error)) return;
      for (const turn of turns) turn.isSettled = true;
      for (const { reject } of turns.flatMap(({ batch }) => batch)) reject(error);
    }
  });

  async function runTurn(meetingId: MeetingId, first: Waiting): Promise<void> {
    const turn = { meetingId, batch: take(meetingId, first), isSettled: false };
    // Commands with `read` must not delay other boards. Unknown boards run too, so that timing reveals nothing.
    if (turn.batch.every(({ command }) => !command.read)) await sharing.run([turn]);
    if (!turn.isSettled) await runAlone(turn);
  }

  // Only the next request of each account: two with one key must not share a transaction, and accounts keep their
  // order.
  function take(meetingId: MeetingId, first: Waiting): Waiting[] {
    const all = waiting.get(meetingId) ?? new Set();
    const taken = [first];
    const accounts = new Set([first.request.userId]);
    for (const each of first.command.isAlone ? [] : all) {
      if (taken.length === limits.commandsPerBatch) break;
      const isNext = !accounts.has(each.request.userId);
      accounts.add(each.request.userId);
      if (isNext && !each.command.isAlone) taken.push(each);
    }
    for (const each of taken) all.delete(each);
    if (all.size === 0) waiting.delete(meetingId);
    return taken;
  }

  return {
    cachedBoard: (meeting: BoardRow) => replicas.at(meeting),
    readLookBack: lookBackReader(lookBack),

    /** Executes a command in its turn among the board's writers. An earlier turn may include it. */
    change<T>(
      request: CommandRequest,
      meetingId: MeetingId,
      command: StoreCommand<T>,
    ): Promise<Answer<T>> {
      const { promise, resolve, reject } = Promise.withResolvers<Answer<T>>();
      const own = { request, command, resolve, reject } as Waiting;
      const all = waiting.get(meetingId) ?? new Set();
      waiting.set(meetingId, all.add(own));
      inTurn({ meetingId, userId: request.userId }, async () => {
        if (all.has(own)) await runTurn(meetingId, own);
      }).catch((error: unknown) => {
        // The turn did not come in time. A command already taken is answered by the other turn.
        if (!all.delete(own)) return;
        if (all.size === 0 && waiting.get(meetingId) === all) waiting.delete(meetingId);
        reject(error);
      });
      return promise;
    },

    ...lockedChanges(log, async (to, locked) =>
      lockedBoard(to, locked, await readLocked(to.tx, locked.meeting)),
    ),
  };
}
export type BoardStore = ReturnType<typeof boardStore>;

/** The stores of routes: rows to read, receipts, and boards to change. */
export interface StoreDeps {
  db: Database;
  receipts: ReceiptBook;
  store: BoardStore;
}
