// Checks the permission to group a note, for transient live channel signals.
import type { MeetingId, NoteId, UserId } from '@wentwell/contract/ids';
import { phaseFacts, phases } from '@wentwell/contract/phases';
import { and, eq, exists, inArray, isNull, or, sql } from 'drizzle-orm';

import { meetings } from '#server/features/meetings/meetings.table';
import { notes } from '#server/features/notes/notes.table';
import { memberships } from '#server/features/teams/teams.table';
import { users } from '#server/features/users/users.table';
import { preparePerConnection, type Queries } from '#server/platform/db/database';

const noteId = sql.placeholder('noteId');
const phasesThatGroup = phases.filter((phase) => phaseFacts[phase].groups);

const userId = sql.placeholder('userId');

function membership(queries: Queries) {
  const ofTeam = eq(memberships.teamId, meetings.teamId);
  return queries
    .select()
    .from(memberships)
    .where(and(ofTeam, eq(memberships.userId, userId)));
}

/** Excludes muted guests (docs/retro.md R-324). */
function admittedGuest(queries: Queries) {
  const isAdmitted = and(eq(users.guestOf, meetings.id), eq(users.guestState, 'admitted'));
  return queries
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isAdmitted));
}

const findGroupable = preparePerConnection((queries: Queries) =>
  queries
    .select({
      isAnonymous: sql<boolean>`${meetings.settings} ->> 'anonymous' is not distinct from 'true'`,
    })
    .from(notes)
    .innerJoin(meetings, eq(meetings.id, notes.meetingId))
    .where(
      and(
        eq(notes.meetingId, sql.placeholder('meetingId')),
        isNull(notes.deletedAt),
        or(and(eq(notes.id, noteId), isNull(notes.publicId)), eq(notes.publicId, noteId)),
        or(exists(membership(queries)), exists(admittedGuest(queries))),
        eq(notes.hidden, false),
        eq(meetings.status, 'live'),
        inArray(meetings.phase, phasesThatGroup),
      ),
    )
    .prepare('find_groupable_note'),
);

/** Null if the user may not group the note now. */
export async function groupingRight(
  queries: Queries,
  userId: UserId,
  note: { meetingId: MeetingId; noteId: NoteId },
): Promise<{ isAnonymous: boolean } | null> {
  const [found] = await findGroupable(queries).execute({ ...note, userId });
  return found ? { isAnonymous: found.isAnonymous } : null;
}
