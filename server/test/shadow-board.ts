// A board beside its rows: a command is decided on records and sent as a call. Both must be refused alike, or change rows and
// records alike.
import { describeAnyError } from '@wentwell/contract/api/all-errors';
import type { BoardState } from '@wentwell/contract/board/board';
import { apply, type Change } from '@wentwell/contract/board/change';
import { type AuthorContext, isRejected, type Rejection } from '@wentwell/contract/board/context';
import { boardRules } from '@wentwell/contract/board/features';
import { noteType } from '@wentwell/contract/board/notes';
import { type BoardRecord, keyOf } from '@wentwell/contract/board/record';
import { answersMinDefault } from '@wentwell/contract/check-in/check-in';
import { type MeetingId, NoteId } from '@wentwell/contract/ids';
import type { AuthorHash } from '@wentwell/contract/notes/author-keys';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { readMeeting } from '#server/board/board-rows';
import { readBoardOf } from '#server/board/read-board';
import { typesWrittenInPart, writeRecordRows } from '#server/board/record-rows';
import { RowBatch } from '#server/board/table-writer';
import { watchedMeeting } from '#server/features/board/stored-board';
import { comments, toCommentRecord } from '#server/features/comments/comments.table';
import { notes, toLoggedNote } from '#server/features/notes/notes.table';
import type { Queries } from '#server/platform/db/database';

import type { Answer, TestApp, TestUser } from './build-test-app.ts';

/** A caller's context, which suffices for most commands. */
export function contextOf(
  user: TestUser,
  {
    role = 'member',
    hash = null,
    isSuperuser = false,
    facts,
    ...more
  }: Partial<AuthorContext> & Caller = {},
): AuthorContext {
  return {
    caller: { userId: user.id, isSuperuser, role, authorHash: hash },
    actorId: user.id,
    author: hash === null ? { author_id: user.id } : { author_id: null, author_hash: hash },
    now: new Date(),
    recordedAt: new Date().toISOString(),
    createId: () => crypto.randomUUID(),
    memberCount: 3,
    isWrittenOn: true,
    isServer: true,
    versionFloor: 0,
    trash: null,
    facts: {
      lookBack: { actions: [], agreements: [] },
      scores: { given: {}, by: null, isOtherKey: false, answersMin: answersMinDefault },
      ...facts,
    },
    ...more,
  };
}
interface Caller {
  isSuperuser?: boolean;
  role?: 'member' | 'admin' | null;
  /** Their author key's hash in an anonymous meeting. */
  hash?: AuthorHash | null;
}

/** The records removed with a note, as the store loads them. */
export async function readTrash(
  app: TestApp,
  noteId: NoteId,
  isDeletedByCaller: boolean,
): Promise<AuthorContext['trash']> {
  const [row] = await app.db.select().from(notes).where(eq(notes.id, noteId));
  if (!row?.deletedAt) return null;
  const hanging = await app.db.select().from(comments).where(eq(comments.noteId, row.id));
  const withNote = hanging
    .filter(({ deletedAt }) => deletedAt === null)
    .map((comment) => toCommentRecord(comment, row));
  return { isDeletedByCaller, records: [{ ...toLoggedNote(row), type: 'note' }, ...withNote] };
}

const hourMs = 3_600_000;
const timestamp = /^\d{4}-\d\d-\d\dT/;

/** Times within these minutes differ by a call's duration; chosen times do not. */
function comparableField(record: BoardRecord, [field, value]: [string, unknown]): unknown[] {
  if (typeof value === 'string' && timestamp.test(value)) {
    const isRecent = Math.abs(Date.parse(value) - Date.now()) < hourMs;
    return [field, isRecent ? 'about now' : value];
  }
  if (field === 'discussed') return [field, Object.keys(value ?? {}).toSorted()];
  if (field === 'remaining_ms') return [field, typeof value];
  // Reactions are numbered anew on each read.
  return field === 'id' && record.type === 'reaction' ? [] : [field, value];
}

/** Fields that a reveal draws by lot, of its notes and of records in their order. */
function isByLot(record: BoardRecord, field: string, revealed: ReadonlySet<string>): boolean {
  if (record.type === 'note') return field === 'position' && revealed.has(record.id);
  return record.type === 'discussion' && revealed.size > 0 && ['order', 'current'].includes(field);
}

/** Equal for boards without relevant differences. */
export function comparable(
  board: BoardState,
  leftOut: readonly string[] = [],
  revealed: ReadonlySet<string> = new Set(),
): string[] {
  return (
    board
      .records()
      .filter(({ type }) => !leftOut.includes(type))
      // Votes and reactions of a deleted note stay on the board but are not read with its rows.
      .filter(
        (each) =>
          !('note_id' in each && each.type !== 'action') ||
          board.find({ type: 'note', id: String(each.note_id) }),
      )
      .map((record) => {
        const fields = Object.entries(record)
          .filter(([field]) => !isByLot(record, field, revealed))
          .map((entry) => comparableField(record, entry));
        return JSON.stringify(fields.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
      })
      .toSorted()
  );
}

export interface ShadowCommand {
  name: string;
  input: object;
  context: AuthorContext;
  request(): Promise<Answer>;
  /** Record types that the board's earlier rows did not contain. */
  leftOut?: readonly string[] | undefined;
}

interface Compared extends Pick<ShadowCommand, 'name' | 'input'> {
  answer: Answer;
  leftOut?: ShadowCommand['leftOut'];
}

export class ShadowBoard {
  readonly #app: TestApp;
  readonly #meetingId: MeetingId;
  #board: BoardState;

  private constructor(app: TestApp, meetingId: MeetingId, board: BoardState) {
    this.#app = app;
    this.#meetingId = meetingId;
    this.#board = board;
  }

  static async open(app: TestApp, meetingId: MeetingId): Promise<ShadowBoard> {
    return new ShadowBoard(app, meetingId, await readBoard(app, meetingId));
  }

  /** The records of the rows after the last command. */
  get board(): BoardState {
    return this.#board;
  }

  /** Resolves to the change, or null without one. */
  async take({ name, input, context, request, leftOut }: ShadowCommand): Promise<Change | null> {
    const decision = this.decide(name, input, context);
    if (decision && !isRejected(decision)) {
      await this.#expectRows(decision, { name, context, leftOut });
    }
    return this.compare(decision, { name, input, answer: await request(), leftOut });
  }

  decide(name: string, input: object, context: AuthorContext): Change | Rejection | null {
    return boardRules.decide(this.#board, { name, input }, context);
  }

  /** Reads the rows after the call. Resolves to the change, or null without one. */
  async compare(
    decision: Change | Rejection | null,
    { name, input, answer, leftOut = [] }: Compared,
  ): Promise<Change | null> {
    const before = this.#board;
    this.#board = await readBoard(this.#app, this.#meetingId);
    const refused = isRejected(decision) ? describeAnyError(decision.error).detail : null;
    expect({ name, input, refused: answer.problem?.detail ?? null }).toEqual({
      name,
      input,
      refused,
    });
    const change = isRejected(decision) ? null : decision;
    const expected = change ? apply(before, change) : before;
    const isHidden = (id: string): boolean =>
      before.get(noteType, NoteId.parse(id))?.hidden ?? false;
    const notesPut = change?.put.filter(({ type }) => type === noteType.type) ?? [];
    const revealed = new Set(notesPut.map(({ id }) => id).filter(isHidden));
    expect({ name, input, records: comparable(this.#board, leftOut, revealed) }).toEqual({
      name,
      input,
      records: comparable(expected, leftOut, revealed),
    });
    return change;
  }

  /** Writing the change as rows gives the decided board; the transaction is rolled back. */
  async #expectRows(
    change: Change,
    { name, context, leftOut = [] }: Pick<ShadowCommand, 'name' | 'context' | 'leftOut'>,
  ): Promise<void> {
    const before = this.#board;
    const after = apply(before, change);
    const { recordTypes } = boardRules;
    const changed = [...change.put, ...change.remove].filter(
      (each) => !recordTypes.of(each).isDerived,
    );
    if (changed.some(({ type }) => typesWrittenInPart.includes(type))) return;
    const rolledBack = new Error('rolled back');
    const writing = this.#app.db.write(async (tx) => {
      const meeting = await watchedMeeting(tx, this.#meetingId);
      const batch = new RowBatch();
      writeRecordRows(
        batch,
        { patch: change, before, after },
        {
          meetingId: this.#meetingId,
          teamId: meeting.meeting.teamId,
          meeting: meeting.meeting,
          scores: context.facts.scores,
          rowIdOf: (id) => id,
          deletedAt: context.now,
          deleterOf: () => ({ deletedBy: context.actorId, deletedByHash: null }),
          isRestored: (ref) =>
            context.trash?.records.some((each) => keyOf(each) === keyOf(ref)) ?? false,
          versionFloor: context.versionFloor,
        },
      );
      await batch.send(tx);
      const stored = comparable(await readRecords(tx, this.#meetingId), leftOut);
      expect({ name, stored }).toEqual({ name, stored: comparable(after, leftOut) });
      throw rolledBack;
    });
    await expect(writing).rejects.toBe(rolledBack);
  }
}

export function readBoard(app: TestApp, meetingId: MeetingId): Promise<BoardState> {
  return app.db.snapshot((queries) => readRecords(queries, meetingId));
}

async function readRecords(queries: Queries, meetingId: MeetingId): Promise<BoardState> {
  return (await readBoardOf(queries, await readMeeting(queries, meetingId), answersMinDefault))
    .board;
}
