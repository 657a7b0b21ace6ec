// Reactions as rows, by statements that each connection builds once.
import type { MeetingId, NoteId, TeamId } from '@wentwell/contract/ids';
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';

import {
  accessValues,
  isInMeetingTeam,
  isOfMeetingTeam,
} from '#server/features/meetings/meeting-access';
import { notes } from '#server/features/notes/notes.table';
import { memberships } from '#server/features/teams/teams.table';
import { preparedOn, type Queries, type Tx } from '#server/platform/db/database';
import type { Caller } from '#server/platform/http/caller';

import {
  type ReactionRow,
  reactions,
  selectReactions,
  unnamedReactions,
} from './reactions.table.ts';

const [meetingId, noteId] = [sql.placeholder('meetingId'), sql.placeholder('noteId')];
const isTheNote = and(
  eq(notes.meetingId, meetingId),
  isNull(notes.deletedAt),
  or(and(eq(notes.id, noteId), isNull(notes.publicId)), eq(notes.publicId, noteId)),
  isInMeetingTeam,
);

const findNote = preparedOn((queries: Queries) => {
  const members = queries
    .select({ count: sql<number>`count(*)::int` })
    .from(memberships)
    .where(isOfMeetingTeam);
  return queries
    .select({ note: notes, members: sql<number>`(${members})` })
    .from(notes)
    .where(isTheNote)
    .prepare('find_reacted_note');
});

const find = preparedOn((queries: Queries) => {
  const rowId = queries.select({ id: notes.id }).from(notes).where(isTheNote);
  return selectReactions(
    queries,
    inArray(reactions.noteId, rowId),
    inArray(unnamedReactions.noteId, rowId),
  ).prepare('find_reactions');
});

const insert = preparedOn((queries: Queries) =>
  queries
    .insert(reactions)
    .values({
      meetingId,
      teamId: sql.placeholder('teamId'),
      noteId,
      userId: sql.placeholder('userId'),
      emoji: sql.placeholder('emoji'),
    })
    .prepare('insert_reaction'),
);

const insertUnnamed = preparedOn((queries: Queries) =>
  queries
    .insert(unnamedReactions)
    .values({
      meetingId,
      teamId: sql.placeholder('teamId'),
      noteId,
      authorHash: sql.placeholder('authorHash'),
      emoji: sql.placeholder('emoji'),
    })
    .prepare('insert_unnamed_reaction'),
);

const remove = preparedOn((queries: Queries) =>
  queries
    .delete(reactions)
    .where(
      and(
        eq(reactions.noteId, noteId),
        eq(reactions.emoji, sql.placeholder('emoji')),
        eq(reactions.userId, sql.placeholder('userId')),
      ),
    )
    .prepare('delete_reaction'),
);

const removeUnnamed = preparedOn((queries: Queries) =>
  queries
    .delete(unnamedReactions)
    .where(
      and(
        eq(unnamedReactions.noteId, noteId),
        eq(unnamedReactions.emoji, sql.placeholder('emoji')),
        eq(unnamedReactions.authorHash, sql.placeholder('authorHash')),
      ),
    )
    .prepare('delete_unnamed_reaction'),
);

interface NoteAt {
  meetingId: MeetingId;
  noteId: NoteId;
}

/** The living note, and how many people are in the meeting's team; undefined also for a caller who is not in the meeting's team. */
export async function findReactedNote(tx: Tx, caller: Caller, at: NoteAt) {
  const values = { ...accessValues(caller, at.meetingId), noteId: at.noteId };
  const [found] = await findNote(tx).execute(values);
  return found;
}

export function findReactions(tx: Tx, caller: Caller, at: NoteAt) {
  return find(tx).execute({ ...accessValues(caller, at.meetingId), noteId: at.noteId });
}

export function writeReaction(
  tx: Tx,
  row: ReactionRow & { teamId: TeamId },
  reacts: boolean,
): Promise<unknown> {
  const [add, takeBack] =
    row.authorHash === null ? [insert, remove] : [insertUnnamed, removeUnnamed];
  return (reacts ? add(tx) : takeBack(tx)).execute({ ...row });
}
