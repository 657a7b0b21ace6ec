// A team's closed retros with their check-ins and notes, for its health and its year.
import type { TeamId } from '@wentwell/contract/ids';
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';

import { countedRetrosOf } from '#server/board/counted-retros';
import { checkIns } from '#server/features/check-in/check-ins.table';
import { groups } from '#server/features/groups/groups.table';
import { columnsOf, meetings } from '#server/features/meetings/meetings.table';
import { isOpenNote, notes } from '#server/features/notes/notes.table';
import type { Database } from '#server/platform/db/database';

interface ReadBeginnings {
  characters: number;
  /** Maximum number of notes, newest first. */
  notes: number;
}

/** Oldest first. */
export async function readRetros(
  db: Database,
  teamId: TeamId,
  { last, within, begins }: { last: number; within?: SQL; begins?: ReadBeginnings },
) {
  const newest = await db
    .select({ meeting: meetings, checkIn: checkIns })
    .from(meetings)
    .leftJoin(checkIns, eq(checkIns.meetingId, meetings.id))
    .where(and(countedRetrosOf(teamId), within))
    .orderBy(desc(meetings.endTime), desc(meetings.id))
    .limit(last);
  const ids = newest.map(({ meeting }) => meeting.id);
  const written = await db
    .select({
      id: notes.id,
      groupId: notes.groupId,
      meetingId: notes.meetingId,
      column: notes.noteType,
      groupTitle: groups.title,
      content: begins
        ? sql<string>`left(${notes.content}, ${begins.characters}::int)`
        : notes.content,
    })
    .from(notes)
    .innerJoin(meetings, eq(meetings.id, notes.meetingId))
    .leftJoin(
      groups,
      and(
        eq(groups.meetingId, notes.meetingId),
        eq(groups.id, notes.groupId),
        groups.titleIsCustom,
      ),
    )
    .where(and(inArray(notes.meetingId, ids), isOpenNote))
    .orderBy(desc(meetings.endTime), desc(meetings.id), desc(notes.position))
    .limit(begins?.notes ?? Number.MAX_SAFE_INTEGER);
  const notesOf = Map.groupBy(written.toReversed(), ({ meetingId }) => meetingId);
  return newest.toReversed().map(({ meeting, checkIn }) => {
    const columns = new Map(columnsOf(meeting).map((column) => [column.id, column]));
    const its = notesOf.get(meeting.id) ?? [];
    return {
      meeting,
      checkIn: checkIn ?? undefined,
      closedAt: meeting.endTime ?? meeting.updatedAt,
      written: its.length,
      notes: its.flatMap(({ column, ...note }) => {
        const { kind = 'notes', tone = 'neutral' } = columns.get(column) ?? {};
        return kind === 'actions' ? [] : [{ ...note, tone }];
      }),
    };
  });
}
export type ReadRetro = Awaited<ReturnType<typeof readRetros>>[number];
