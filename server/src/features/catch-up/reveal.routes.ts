// The reveal of absent members' additions in a later retro of their team (docs/retro.md R-361 to R-365).
import { showsSinceLastTime } from '@wentwell/contract/actions/since-last-time';
import { getMeeting } from '@wentwell/contract/board/meeting';
import {
  additionsMax,
  catchUpMs,
  LeftAdditions,
  type Revealed,
} from '@wentwell/contract/meetings/catch-up';
import type { Meeting } from '@wentwell/contract/meetings/meetings';
import { isInTeam } from '@wentwell/contract/teams/teams';
import { and, asc, eq, inArray, isNull, lte, not, or, sql } from 'drizzle-orm';

import { noContent, type StoreDeps } from '#server/board/store';
import { actions } from '#server/features/actions/actions.table';
import { groups } from '#server/features/groups/groups.table';
import { accessMeeting, meetingNow } from '#server/features/meetings/meeting-access';
import { meetings } from '#server/features/meetings/meetings.table';
import { hasNoteId, notes } from '#server/features/notes/notes.table';
import type { Queries } from '#server/platform/db/database';
import { fromDatabaseNow } from '#server/platform/db/database-time';
import { ApiError } from '#server/platform/http/api-error';
import { type Api, callsOf } from '#server/platform/http/calls';

import { additions, isUnrevealed } from './additions.table.ts';

const titleOfGroup = sql`(select coalesce(nullif(${groups.title}, ''), 'A group of notes') from ${groups}
  where ${groups.meetingId} = ${additions.meetingId} and ${groups.id} = ${additions.topicId})`;
const textOfNote = sql`(select ${notes.content} from ${notes} where ${notes.meetingId} = ${additions.meetingId}
  and ${hasNoteId(additions.topicId)} and ${isNull(notes.deletedAt)})`;
const textOfAction = sql`(select ${actions.text} from ${actions}
  where ${actions.id} = ${additions.actionId} and ${isNull(actions.deletedAt)})`;
/** Read live, so that no copy outlives a deletion. */
const about = sql<string | null>`coalesce(${titleOfGroup}, ${textOfNote}, ${textOfAction})`;

/**
 * A condition on additions: still waiting for this later retro of the team. If either retro is anonymous, excludes those
 * that can still be added to, because a rising count would reveal when a member added one.
 */
function isWaitingFor({ id, team_id, settings }: Pick<Meeting, 'id' | 'team_id' | 'settings'>) {
  const isNamed = settings.anonymous
    ? sql`false`
    : sql`${meetings.settings} ->> 'anonymous' is distinct from 'true'`;
  const isComplete = and(
    eq(meetings.id, additions.meetingId),
    isNull(meetings.deletedAt),
    or(isNamed, lte(meetings.endTime, fromDatabaseNow(-catchUpMs))),
  );
  return and(
    eq(additions.teamId, team_id),
    isUnrevealed,
    not(eq(additions.meetingId, id)),
    sql`exists (select from ${meetings} where ${isComplete})`,
  );
}

/** The additions that this meeting has revealed, for its members. */
export async function readRevealed(
  queries: Queries,
  { id: meetingId, team_id, settings, status }: Meeting,
): Promise<Revealed[]> {
  // They wait for another retro again.
  if (status === 'canceled') return [];
  const isRevealed = and(
    eq(additions.revealedIn, meetingId),
    eq(additions.teamId, team_id),
    isNull(meetings.deletedAt),
  );
  const { id, kind, text, userId } = additions;
  const rows = await queries
    .select({ id, kind, about, text, user_id: userId })
    .from(additions)
    .innerJoin(meetings, eq(meetings.id, additions.meetingId))
    .where(isRevealed)
    .orderBy(asc(additions.id))
    .limit(additionsMax.perMeeting);
  // An anonymous meeting shows no names, also of earlier meetings.
  return settings.anonymous ? rows.map((row) => ({ ...row, user_id: null })) : rows;
}

export function revealRoutes(api: Api, { db, store }: StoreDeps): void {
  const { answer, change } = callsOf(api, 'Meetings');

  answer('GET /meetings/:meetingId/additions', {
    operationId: 'getLeftAdditions',
    summary: 'List absent members’ additions',
    description:
      'For members: the number of hidden additions to earlier retros of the team, and the ones that this ' +
      'retro has revealed; at most 200. If either is anonymous, they count from 48 hours after the end.',
    config: { requestCost: 5 },
    answers: { 200: LeftAdditions },
    refuses: [403],
    async run({ caller, params: { meetingId } }) {
      const access = await accessMeeting(db, caller, meetingId);
      // Superusers outside the team do not take part.
      if (!isInTeam(access.teamContext)) throw new ApiError('TEAM_MEMBER_ONLY');
      const meeting = meetingNow(access);
      const revealed = await readRevealed(db, meeting);
      const waiting = showsSinceLastTime(meeting)
        ? await db.$count(additions, isWaitingFor(meeting))
        : 0;
      return {
        waiting: Math.min(waiting, additionsMax.perMeeting - revealed.length),
        revealed,
      };
    },
  });

  change('POST /meetings/:meetingId/additions/reveal', {
    operationId: 'revealAdditions',
    summary: 'Reveal absent members’ additions',
    description:
      'By a lead, in joining of a meeting without guests: all at once, in random order. ' +
      'If either retro is anonymous, from 48 hours after the end of the earlier one.',
    run: ({ command, params: { meetingId } }) =>
      store.change(command, meetingId, {
        ...noContent,
        name: 'additions.reveal',
        input: {},
        async read(tx, { board }) {
          const shown = await tx.$count(additions, eq(additions.revealedIn, meetingId));
          const rows = await tx
            .select({ id: additions.id })
            .from(additions)
            .where(isWaitingFor(getMeeting(board)))
            .orderBy(asc(additions.id))
            .limit(Math.max(0, additionsMax.perMeeting - shown))
            .for('update');
          const ids = rows.map(({ id }) => id);
          return {
            input: { waiting: ids.length },
            alongside: () =>
              tx.update(additions).set({ revealedIn: meetingId }).where(inArray(additions.id, ids)),
          };
        },
      }),
  });
}
