// The retros that count in a team's figures: closed, with two people or more (docs/retro.md R-241).
import type { MeetingId, TeamId } from '@wentwell/contract/ids';
import type { Attendance } from '@wentwell/contract/meetings/meetings';
import { and, eq, inArray, isNull, not, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

import { countedMeetings } from '#server/features/actions/actions.table';
import { allAnswers, checkIns, checkInTurns } from '#server/features/check-in/check-ins.table';
import { comments } from '#server/features/comments/comments.table';
import { meetings } from '#server/features/meetings/meetings.table';
import { notes } from '#server/features/notes/notes.table';
import { reactions, unnamedReactions } from '#server/features/reactions/reactions.table';
import { memberships } from '#server/features/teams/teams.table';
import { isActiveAccount, users } from '#server/features/users/users.table';
import { votes } from '#server/features/votes/votes.table';
import type { Tx } from '#server/platform/db/database';

/** Ids of a meeting's guests. For a claimed guest, the account's id. */
export function guestIdsOf(meetingId: AnyPgColumn): SQL {
  return sql`(select coalesce(${users.claimedBy}, ${users.id}) as id from ${users} where ${users.guestOf} = ${meetingId})`;
}

const isGuest = sql`person in (select id::text from ${guestIdsOf(meetings.id)} as guest)`;

/** Whom everybody saw take part. */
const seenPeople = sql`select ${notes.authorId}::text as person from ${notes}
    where ${notes.meetingId} = ${meetings.id} and ${notes.deletedAt} is null
  union select ${comments.authorId}::text from ${comments}
    where ${comments.meetingId} = ${meetings.id} and ${comments.deletedAt} is null
  union select ${checkInTurns.userId}::text from ${checkInTurns} where ${checkInTurns.meetingId} = ${meetings.id}`;

const namedPeople = sql`${seenPeople}
  union select ${reactions.userId}::text from ${reactions} where ${reactions.meetingId} = ${meetings.id}
  union select ${votes.userId}::text from ${votes} where ${votes.meetingId} = ${meetings.id}`;

/**
 * Counts the team members who took part: they wrote notes or comments, reacted, voted, or answered the check-in. Each
 * author key and each imported name counts as a person. A signed note may belong to a key's holder who already counts.
 */
const tookPart = sql`greatest(
  (select count(*) from (
    select coalesce(${notes.authorId}::text, ${notes.authorHash}, ${notes.authorName}) as person
      from ${notes} where ${notes.meetingId} = ${meetings.id} and ${notes.deletedAt} is null
        and (${notes.authorId} is null or ${meetings.settings} ->> 'anonymous' is distinct from 'true')
    union select coalesce(${comments.authorId}::text, ${comments.authorHash}, ${comments.authorName})
      from ${comments} where ${comments.meetingId} = ${meetings.id} and ${comments.deletedAt} is null
    union select ${reactions.userId}::text from ${reactions} where ${reactions.meetingId} = ${meetings.id}
    union select ${unnamedReactions.authorHash} from ${unnamedReactions}
      where ${unnamedReactions.meetingId} = ${meetings.id}
  ) written where person is not null and not ${isGuest}),
  (select count(*) from (${namedPeople}) named where person is not null and not ${isGuest}),
  (select count(*) from ${checkIns}, jsonb_object_keys(${allAnswers})
   where ${checkIns.meetingId} = ${meetings.id}))`;

export const twoTookPart = sql`2 <= ${tookPart}`;

const ofTeam = sql`from ${memberships}
  join ${users} on ${users.id} = ${memberships.userId} and ${isActiveAccount}
  where ${memberships.teamId} = ${meetings.teamId}`;
const membersNow = sql`(select count(*) ${ofTeam})`;

/**
 * Without votes and reactions, which it would tie to a person who wrote nothing. Null below `answersMin` members, where it
 * would reveal individuals, and if nobody was seen, as in a meeting continued from an import.
 */
export async function readAttendance(
  tx: Tx,
  id: MeetingId,
  answersMin: number,
): Promise<Attendance | null> {
  const seen = sql`(select count(*) ${ofTeam}
    and ${users.id}::text in (select person from (${seenPeople}) seen))`;
  const [found] = await tx
    .select({
      took_part: seen.mapWith(Number),
      members: sql`${membersNow}`.mapWith(Number),
    })
    .from(meetings)
    .where(eq(meetings.id, id));
  return found && found.took_part > 0 && found.members >= answersMin ? found : null;
}

/** Imported into the team that held it. One that continued live starts later, with the same notes. */
const isCopy = sql`(${meetings.isImported} and exists (select from ${meetings} held where held.team_id = ${meetings.teamId}
  and held.name = ${meetings.name} and held.id < ${meetings.id} and held.deleted_at is null
  and (coalesce(held.start_time, held.end_time) = coalesce(${meetings.startTime}, ${meetings.endTime})
    or exists (select from notes theirs join notes own using (created_at, content)
      where theirs.meeting_id = held.id and own.meeting_id = ${meetings.id}
        and own.created_at < ${meetings.startTime}))))`;

export function isOfCopy(meetingId: AnyPgColumn | MeetingId): SQL {
  return sql`exists (select from ${meetings} where ${meetings.id} = ${meetingId} and ${isCopy})`;
}

/** As counted before its people were erased. Later answers may make up for a count below two. */
const wasTogether = sql`(select ${countedMeetings.together} from ${countedMeetings}
  where ${countedMeetings.meetingId} = ${meetings.id})`;

export function isOfTeams(teamId: AnyPgColumn, teamIds: TeamId | SQLWrapper): SQL {
  return typeof teamIds === 'string' ? eq(teamId, teamIds) : inArray(teamId, teamIds);
}

/** Call before a purge of people from these boards. */
export async function keepCounted(tx: Tx, ids: readonly MeetingId[]): Promise<void> {
  const counts = sql`(select ${wasTogether} is true or ${twoTookPart} from ${meetings}
    where ${meetings.id} = ${countedMeetings.meetingId})`;
  await tx
    .update(countedMeetings)
    .set({ together: counts })
    .where(inArray(countedMeetings.meetingId, [...ids]));
}

/** A condition on meetings. */
export function countedRetrosOf(teamIds: TeamId | SQLWrapper) {
  return and(
    isOfTeams(meetings.teamId, teamIds),
    inArray(meetings.status, ['closed', 'archived']),
    isNull(meetings.deletedAt),
    sql`${meetings.endTime} is not null`,
    not(isCopy),
    sql`(${wasTogether} is true or ${twoTookPart})`,
  );
}
