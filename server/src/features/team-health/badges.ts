// Badges of a team and of the caller, computed from closed retros and never stored (docs/retro.md ).
import { Badge, type BadgeName, badgeRules, badgeTexts } from '@wentwell/contract/health/badges';
import type { MeetingId, TeamId, UserId } from '@wentwell/contract/ids';
import {
  and,
  asc,
  eq,
  inArray,
  isNotNull,
  isNull,
  not,
  type SQL,
  sql,
  type SQLWrapper,
} from 'drizzle-orm';
import { type AnyPgColumn, union } from 'drizzle-orm/pg-core';
import { z } from 'zod';

import { countedRetrosOf, guestIdsOf, isOfCopy, isOfTeams } from '#server/board/counted-retros';
import type { ServerFeature } from '#server/board/server-feature';
import { type ActionRow, actions } from '#server/features/actions/actions.table';
import { checkInTurns } from '#server/features/check-in/check-ins.table';
import { comments } from '#server/features/comments/comments.table';
import { type MeetingRow, meetings, settingsOf } from '#server/features/meetings/meetings.table';
import { notes } from '#server/features/notes/notes.table';
import { reactions } from '#server/features/reactions/reactions.table';
import { accessTeam, teamsOf } from '#server/features/teams/team-access';
import { teams } from '#server/features/teams/teams.table';
import { votes } from '#server/features/votes/votes.table';
import type { Database, Queries } from '#server/platform/db/database';
import { type Api, callsOf } from '#server/platform/http/calls';

export interface HeldRetro extends Pick<MeetingRow, 'id' | 'teamId' | 'name' | 'ownerId'> {
  closedAt: Date;
  /** Known participants. Users who only wrote anonymously are unknown. */
  people: ReadonlySet<UserId>;
  /** Participants who wrote notes. Empty for an anonymous meeting. */
  writers: ReadonlySet<UserId>;
}

export type TrackedAction = Pick<
  ActionRow,
  'teamId' | 'meetingId' | 'assigneeId' | 'status' | 'meetingsSeen' | 'doneAt'
>;

interface BadgeFacts {
  /** Counted retros, oldest first. */
  retros: readonly HeldRetro[];
  /** All action items of the same teams that are not deleted. */
  actions: readonly TrackedAction[];
}

const day = 24 * 60 * 60 * 1000;

interface Earned {
  badge: BadgeName;
  retro: HeldRetro;
}

/** A retro and the team's previous one. */
interface Step {
  retro: HeldRetro;
  before: HeldRetro | undefined;
}

function earnedAt(badges: readonly (readonly [BadgeName, readonly Step[]])[]): Earned[] {
  return badges.flatMap(([badge, steps]) => steps.map(({ retro }) => ({ badge, retro })));
}

function stepsOf(retros: readonly HeldRetro[]): Step[] {
  return retros.map((retro, at) => ({ retro, before: retros[at - 1] }));
}

/** The retros at which a streak's length reaches a multiple of `badgeRules.inARow`. */
function streakRetros(steps: readonly Step[], lengthAt: (step: Step, length: number) => number) {
  let length = 0;
  return steps.filter((step) => {
    length = lengthAt(step, length);
    return length > 0 && length % badgeRules.inARow === 0;
  });
}

/** Action items done between the previous retro's end and this one's. */
function doneBetween({ retro, before }: Step, actions: readonly TrackedAction[]) {
  return actions.filter(
    ({ doneAt }) =>
      doneAt !== null && doneAt <= retro.closedAt && (!before || doneAt > before.closedAt),
  );
}

function isQuick({ before }: Step, { meetingId, doneAt }: TrackedAction): boolean {
  if (!before || meetingId !== before.id || doneAt === null) return false;
  return doneAt.getTime() - before.closedAt.getTime() <= badgeRules.followThroughDays * day;
}

/** Badges that depend only on action items. */
function followUps(steps: readonly Step[], actions: readonly TrackedAction[]): Earned[] {
  return steps.flatMap((step) => {
    const done = doneBetween(step, actions);
    const earned: BadgeName[] = [];
    if (done.some((action) => isQuick(step, action))) earned.push('quick_follow_through');
    if (done.some(({ meetingsSeen }) => meetingsSeen >= badgeRules.openInRetros)) {
      earned.push('came_back_to_it');
    }
    return earned.map((badge) => ({ badge, retro: step.retro }));
  });
}

function isAllDone({ retro, before }: Step, actions: readonly TrackedAction[]): boolean {
  const agreed = actions.filter(
    ({ meetingId, status }) => before && meetingId === before.id && status !== 'dropped',
  );
  return (
    agreed.length > 0 && agreed.every(({ doneAt }) => doneAt !== null && doneAt <= retro.closedAt)
  );
}

/** Expects `all` in the order of the retros. Omits retros that `counts` rejects. */
function toBadges(
  all: readonly Earned[],
  scope: 'team' | 'person',
  counts: (retro: HeldRetro) => boolean = () => true,
): Badge[] {
  const earned = all.filter(({ retro }) => counts(retro));
  const badges = [...Map.groupBy(earned, ({ badge }) => badge)].flatMap(([badge, times]) => {
    const last = times.at(-1)?.retro;
    const { title, [scope]: description } = badgeTexts[badge];
    if (!last || description === undefined) return [];
    return {
      badge,
      title,
      description,
      times: times.length,
      earned_at: last.closedAt.toISOString(),
      meeting_id: last.id,
      meeting_name: last.name,
    };
  });
  return badges.toSorted((a, b) => b.earned_at.localeCompare(a.earned_at));
}

/** Most recently earned first. */
export function badgesOfTeam(
  { retros, actions }: BadgeFacts,
  counts?: (retro: HeldRetro) => boolean,
): Badge[] {
  const steps = stepsOf(retros);
  const longest = badgeRules.rowBreaksAfterDays * day;
  const follows = ({ retro, before }: Step) =>
    before !== undefined && retro.closedAt.getTime() - before.closedAt.getTime() <= longest;
  const areAllHeard = ({ retro: { writers, people } }: Step) =>
    writers.size >= 2 && writers.size === people.size;
  const found = earnedAt([
    ['first_retro', steps.slice(0, 1)],
    ['every_voice_heard', steps.filter(areAllHeard)],
    ['four_in_a_row', streakRetros(steps, (step, length) => (follows(step) ? length + 1 : 1))],
    ['all_actions_done', steps.filter((step) => isAllDone(step, actions))],
  ]);
  return toBadges([...found, ...followUps(steps, actions)], 'team', counts);
}

/** Most recently earned first. */
export function badgesOfPerson({ retros, actions }: BadgeFacts, userId: UserId): Badge[] {
  const attended = (retro: HeldRetro) => retro.people.has(userId);
  const steps = stepsOf(retros);
  const led = steps.filter(({ retro }) => retro.ownerId === userId);
  const own = actions.filter(({ assigneeId }) => assigneeId === userId);
  const inTeams = [...Map.groupBy(retros, ({ teamId }) => teamId)].flatMap(([team, theirs]) => {
    const ofTeam = stepsOf(theirs);
    const ownOfTeam = own.filter(({ teamId }) => teamId === team);
    const rows = streakRetros(ofTeam, ({ retro }, length) => (attended(retro) ? length + 1 : 0));
    return [...earnedAt([['four_in_a_row', rows]]), ...followUps(ofTeam, ownOfTeam)];
  });
  const found = earnedAt([
    ['first_retro', steps.filter(({ retro }) => attended(retro)).slice(0, 1)],
    ['led_ten_retros', led.filter((_, index) => (index + 1) % badgeRules.led === 0)],
  ]);
  const inOrder = inTeams.toSorted(
    (a, b) => a.retro.closedAt.getTime() - b.retro.closedAt.getTime(),
  );
  return toBadges([...found, ...inOrder], 'person');
}

/**
 * Selects participants by data stored with their account, without guests. In anonymous meetings that is only votes and
 * check-in turns: what somebody signed does not count.
 */
function peopleIn(db: Queries, held: readonly MeetingRow[]) {
  const ids = held.map(({ id }) => id);
  const named = held.filter((row) => !settingsOf(row).anonymous).map(({ id }) => id);
  const rowsOf = (
    table: typeof notes | typeof comments | typeof reactions | typeof votes | typeof checkInTurns,
    userId: AnyPgColumn,
    which?: SQL,
  ) =>
    db
      .selectDistinct({
        meetingId: sql<MeetingId>`${table.meetingId}`.as('meeting_id'),
        userId: sql<UserId>`${userId}`.as('user_id'),
      })
      .from(table)
      .where(
        and(
          inArray(table.meetingId, ids),
          isNotNull(userId),
          sql`${userId} not in ${guestIdsOf(table.meetingId)}`,
          which,
        ),
      );
  const isCounted = (table: typeof notes | typeof comments) =>
    and(isNull(table.deletedAt), inArray(table.meetingId, named));
  const writers = () => rowsOf(notes, notes.authorId, isCounted(notes));
  return {
    writers: writers(),
    people: union(
      writers(),
      rowsOf(comments, comments.authorId, isCounted(comments)),
      rowsOf(reactions, reactions.userId),
      rowsOf(votes, votes.userId),
      rowsOf(checkInTurns, checkInTurns.userId),
    ),
  };
}

function idsByMeeting(rows: readonly { meetingId: MeetingId; userId: UserId }[]) {
  const found = Map.groupBy(rows, ({ meetingId }) => meetingId);
  return (id: MeetingId) => new Set(found.get(id)?.map(({ userId }) => userId));
}

async function factsOf(db: Database, teamIds: SQLWrapper | TeamId): Promise<BadgeFacts> {
  const closed = await db
    .select({ meeting: meetings })
    .from(meetings)
    .innerJoin(teams, and(eq(teams.id, meetings.teamId), teams.recognition))
    .where(countedRetrosOf(teamIds))
    .orderBy(asc(meetings.endTime), asc(meetings.id));
  const named = peopleIn(
    db,
    closed.map(({ meeting }) => meeting),
  );
  const [people, writers, agreed] = await Promise.all([
    named.people,
    named.writers,
    db
      .select()
      .from(actions)
      .where(
        and(
          isOfTeams(actions.teamId, teamIds),
          isNull(actions.deletedAt),
          not(isOfCopy(actions.meetingId)),
        ),
      ),
  ]);
  const peopleOf = idsByMeeting(people);
  const writersOf = idsByMeeting(writers);
  const retros = closed.map(({ meeting }) => ({
    id: meeting.id,
    teamId: meeting.teamId,
    name: meeting.name,
    closedAt: meeting.endTime ?? meeting.updatedAt,
    ownerId: meeting.ownerId,
    people: peopleOf(meeting.id),
    writers: writersOf(meeting.id),
  }));
  return { retros, actions: agreed };
}

function routes(api: Api, { db }: { db: Database }): void {
  const { answer } = callsOf(api, 'Teams');
  const config = { requestCost: 10 };

  answer('GET /teams/:teamId/badges', {
    operationId: 'listTeamBadges',
    summary: 'List the badges of a team',
    description:
      'For members: each badge that the team has earned, with its latest date and its rule. Based on closed ' +
      'retros of two people or more, never on notes’ texts. Empty if the team has disabled badges and thanks.',
    config,
    answers: { 200: z.array(Badge) },
    refuses: [422],
    async run({ caller, params: { teamId } }) {
      await accessTeam(db, caller, teamId);
      return badgesOfTeam(await factsOf(db, teamId));
    },
  });

  answer('GET /me/badges', {
    operationId: 'listMyBadges',
    summary: 'List my badges',
    description:
      'For the caller only, based on retros and action items of their teams. In anonymous meetings only votes' +
      ' show participation.',
    config,
    answers: { 200: z.array(Badge) },
    run: async ({ caller }) =>
      badgesOfPerson(await factsOf(db, teamsOf(db, caller)), caller.userId),
  });
}

export const badgesFeature: ServerFeature = {
  routes,
  /** `times` only counts this year. */
  async year({ db, team, year }) {
    const isOfYear = ({ closedAt }: HeldRetro) => closedAt.getUTCFullYear() === year;
    return { badges: badgesOfTeam(await factsOf(db, team.id), isOfYear) };
  },
};
