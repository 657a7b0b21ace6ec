// Topics that were not discussed, taken into another meeting of the team: each of their notes becomes one there.
import { createHash } from 'node:crypto';

import { describeAnyError } from '@wentwell/contract/all-errors';
import {
  type CarryOver,
  type CarryOverInput,
  carryOverPolicy,
  columnForCarried,
  storedCarryOver,
} from '@wentwell/contract/carry-over';
import { holdsActions } from '@wentwell/contract/columns';
import type { ErrorCode } from '@wentwell/contract/errors';
import { type MeetingId, NoteId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { effectiveStatus } from '@wentwell/contract/meetings';
import { noteData } from '@wentwell/contract/note-events';
import { storedVersion } from '@wentwell/contract/stored-values';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';

import { groups } from '#server/features/groups/groups.table';
import {
  accessMeeting,
  lockMeeting,
  type MeetingAccess,
} from '#server/features/meetings/meeting-access';
import { type MeetingHook, topicHooks } from '#server/features/meetings/meeting-hook';
import {
  columnsOf,
  hidesNewNotes,
  phaseSince,
  settingsOf,
  toDiscussion,
  toMeeting,
} from '#server/features/meetings/meetings.table';
import { noteIdOf, type NoteRow, notes, toLoggedNote } from '#server/features/notes/notes.table';
import type { BoardChange, EventLog } from '#server/live/event-log';
import type { Tx } from '#server/platform/db/database';
import { authorize, ApiError } from '#server/platform/http/api-error';
import type { Command } from '#server/platform/http/command';
import type { Answer, ReceiptBook } from '#server/platform/http/receipts';

export interface CarryOverDeps {
  receipts: ReceiptBook;
  log: EventLog;
  hooks: readonly MeetingHook[];
}

interface Loaded {
  source: MeetingAccess;
  target: MeetingAccess;
  /** The living notes of the source that lie open, in the order of the board. */
  open: readonly { note: NoteRow; groupColumn: string | null }[];
  noteCount: number;
}

function unprocessable(code: ErrorCode, loc: (string | number)[]): ApiError {
  const { detail: msg } = describeAnyError(code);
  return new ApiError(code, {}, { errors: [{ loc: ['body', ...loc], msg, type: 'custom' }] });
}

/**
 * The same note carried into the same meeting has the same id: carried a second time it adds nothing. The UUID's version
 * marks it, see `isCarriedOver`.
 */
export function carriedId(noteId: NoteId, target: MeetingId): NoteId {
  const hash = createHash('sha256').update(`carry over ${noteId} ${target}`).digest('hex');
  const variant = ((Number.parseInt(hash.slice(16, 17), 16) % 4) + 8).toString(16);
  const parts = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `${variant}${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ];
  return NoteId.parse(parts.join('-'));
}

/** The notes of the named topics, in the order of the board. Throws where one is no topic, or was discussed. */
function chosenNotes({ source, open }: Loaded, { topic_ids }: CarryOverInput): NoteRow[] {
  const columns = columnsOf(source.meeting);
  const byTopic = Map.groupBy(
    open.filter(({ note, groupColumn }) => !holdsActions(columns, groupColumn ?? note.noteType)),
    ({ note }): string => note.groupId ?? noteIdOf(note),
  );
  const discussed = new Set(Object.keys(toDiscussion(source.meeting)?.discussed ?? {}));
  const chosen = new Set<string>();
  for (const [index, id] of topic_ids.entries()) {
    if (!byTopic.has(id)) throw unprocessable('TOPIC_UNKNOWN', ['topic_ids', index]);
    if (discussed.has(id)) throw new ApiError('TOPIC_DISCUSSED');
    chosen.add(id);
  }
  return open.map(({ note }) => note).filter((note) => chosen.has(note.groupId ?? noteIdOf(note)));
}

/** The rows there. In an anonymous meeting, and of one, they say neither who wrote them nor when. */
function carriedRows(
  target: MeetingAccess,
  { from, chosen }: { from: MeetingAccess; chosen: readonly NoteRow[] },
) {
  const { meeting, now } = target;
  const columns = columnsOf(meeting);
  const isAnonymous = [from, target].some((each) => settingsOf(each.meeting).anonymous);
  const time = settingsOf(meeting).anonymous ? phaseSince(meeting) : now;
  return chosen.map((note, index): NoteRow => {
    return {
      id: carriedId(note.id, meeting.id),
      publicId: null,
      meetingId: meeting.id,
      teamId: meeting.teamId,
      authorId: isAnonymous ? null : note.authorId,
      authorHash: null,
      authorName: isAnonymous ? null : note.authorName,
      content: note.content,
      noteType: columnForCarried(columns, note.noteType),
      hidden: hidesNewNotes(meeting),
      edited: false,
      groupId: null,
      position: meeting.seq + 1 + index,
      version: 1,
      createdAt: time,
      updatedAt: time,
      deletedAt: null,
      deletedBy: null,
      deletedByHash: null,
      importedCounts: null,
      importedCountsVersion: storedVersion,
    };
  });
}

function noteCreated(row: NoteRow): BoardChange {
  return { event: { type: 'note_created', data: noteData(toLoggedNote(row)) } };
}

export function carryOverService({ receipts, log, hooks }: CarryOverDeps) {
  const { afterTopicsChange } = topicHooks(hooks);

  async function load(tx: Tx, command: Command, at: { from: MeetingId; to: MeetingId }) {
    const [target, source, open, noteCount] = await Promise.all([
      lockMeeting(tx, command, at.to),
      accessMeeting(tx, command, at.from),
      tx
        .select({ note: notes, groupColumn: groups.columnId })
        .from(notes)
        .leftJoin(groups, and(eq(groups.meetingId, notes.meetingId), eq(groups.id, notes.groupId)))
        .where(and(eq(notes.meetingId, at.from), isNull(notes.deletedAt), eq(notes.hidden, false)))
        .orderBy(asc(notes.position))
        .execute(),
      tx.$count(notes, and(eq(notes.meetingId, at.to), isNull(notes.deletedAt))),
    ]);
    return { target, source, open, noteCount };
  }

  function authorizeTarget({ source, target }: Loaded): void {
    const isOther = source.meeting.id !== target.meeting.id;
    if (!isOther || source.meeting.teamId !== target.meeting.teamId) {
      throw unprocessable('CARRY_OVER_TARGET', ['to_meeting_id']);
    }
    const meeting = toMeeting(target.meeting);
    const status = effectiveStatus(meeting, target.now);
    authorize(carryOverPolicy(target.teamContext, { ...meeting, status }));
  }

  return {
    /** Writes the notes of the topics onto the other board, in one transaction under its lock. */
    async carryOver(
      command: Command,
      from: MeetingId,
      input: CarryOverInput,
    ): Promise<Answer<CarryOver>> {
      const to = input.to_meeting_id;
      return receipts.once(command, {
        answers: storedCarryOver,
        board: to,
        async stillSees(tx) {
          await accessMeeting(tx, command, to);
        },
        load: (tx) => load(tx, command, { from, to }),
        async work(tx, loaded) {
          const { source, target, noteCount } = loaded;
          authorizeTarget(loaded);
          const chosen = chosenNotes(loaded, input);
          const { meeting } = target;
          const idThere = (note: NoteRow) => carriedId(note.id, meeting.id);
          const ids = chosen.map(idThere);
          const known = await tx
            .select({ id: notes.id })
            .from(notes)
            .where(sql`${notes.id} = any(${sql.param(ids)}::uuid[])`);
          const there = new Set(known.map(({ id }) => id));
          // Their positions are those of their events, so what is there already has no part in the count.
          const missing = chosen.filter((note) => !there.has(idThere(note)));
          const added = carriedRows(target, { from: source, chosen: missing });
          const answer = { status: 201, body: { note_ids: ids } };
          if (added.length === 0) return answer;
          if (noteCount + added.length > limits.notesPerBoard) throw new ApiError('BOARD_FULL');
          const isAnonymous = settingsOf(meeting).anonymous;
          const on = { meetingId: to, actorId: isAnonymous ? null : command.userId };
          await Promise.all([
            tx.insert(notes).values(added).execute(),
            log.appendAll(tx, on, added.map(noteCreated)),
          ]);
          if (toDiscussion(meeting) !== null) await afterTopicsChange(tx, on, meeting);
          return answer;
        },
      });
    },
  };
}
export type CarryOverService = ReturnType<typeof carryOverService>;
