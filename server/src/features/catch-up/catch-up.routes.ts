// Additions of absent members to a retro that they missed, and their reveal in a later one (docs/retro.md R-361 to R-365).
import { showsSinceLastTime } from '@wentwell/contract/actions/since-last-time';
import { CreateByAuthorHeaders } from '@wentwell/contract/api/change-headers';
import { getMeeting } from '@wentwell/contract/board/meeting';
import type { MeetingId } from '@wentwell/contract/ids';
import * as catchUpSchemas from '@wentwell/contract/meetings/catch-up';
import {
  AdditionId,
  AdditionInput,
  additionsMax,
  CatchUp,
  catchUpEnd,
  catchUpMs,
  LeftAdditions,
  MissedRetro,
  refuseAddition,
  type Revealed,
} from '@wentwell/contract/meetings/catch-up';
import type { Meeting } from '@wentwell/contract/meetings/meetings';
import { type AuthorHash, AuthorHeaders } from '@wentwell/contract/notes/author-keys';
import { isInTeam } from '@wentwell/contract/teams/teams';
import { and, asc, desc, eq, gt, inArray, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';

import { authorOf } from '#server/board/author-of';
import { boardRecords } from '#server/board/board-records.table';
import { countedRetrosOf } from '#server/board/counted-retros';
import { meetingOf, namedBoard } from '#server/board/living-boards';
import type { PersonalScope, ServerFeature } from '#server/board/server-feature';
import { noContent, type StoreDeps } from '#server/board/store';
import { actions } from '#server/features/actions/actions.table';
import { allAnswers, checkIns, checkInTurns } from '#server/features/check-in/check-ins.table';
import { comments } from '#server/features/comments/comments.table';
import { groups } from '#server/features/groups/groups.table';
import {
  accessMeeting,
  lockMeeting,
  type MeetingAccess,
  meetingNow,
} from '#server/features/meetings/meeting-access';
import { meetings, settingsOf, toMeeting } from '#server/features/meetings/meetings.table';
import { hasNoteId, notes } from '#server/features/notes/notes.table';
import { reactions, unnamedReactions } from '#server/features/reactions/reactions.table';
import { readyMarks } from '#server/features/ready/ready.table';
import { teamsOf } from '#server/features/teams/team-access';
import { votes, votesFinished } from '#server/features/votes/votes.table';
import type { Queries, Tx } from '#server/platform/db/database';
import { fromDatabaseNow } from '#server/platform/db/database-time';
import { ApiError, notFound } from '#server/platform/http/api-error';
import { FirstAuthorKeys, scorerOf } from '#server/platform/http/author-key';
import type { Caller } from '#server/platform/http/caller';
import { type Api, callsOf } from '#server/platform/http/calls';
import { meetingParams } from '#server/platform/http/path-params';
import { emptyAnswer } from '#server/platform/http/receipts';
import { newTimelessId } from '#server/platform/ids';

import { additions, isUnrevealed } from './additions.table.ts';

interface Reader extends Caller {
  scorer: AuthorHash | null;
}

/** A condition on `meetings`: the caller left data there, by account or author key. */
function callerTookPart({ userId, authorHash, scorer = null }: Caller & Partial<Reader>): SQL {
  const named = [
    [notes, eq(notes.authorId, userId)],
    [comments, eq(comments.authorId, userId)],
    [reactions, eq(reactions.userId, userId)],
    [votes, eq(votes.userId, userId)],
    [votesFinished, eq(votesFinished.userId, userId)],
    [readyMarks, eq(readyMarks.userId, userId)],
    [checkInTurns, eq(checkInTurns.userId, userId)],
    // Covers what the caller did, not what others did to them.
    [boardRecords, sql`${boardRecords.body} ->> 'user_id' = ${userId}`],
  ] as const;
  const unnamed = authorHash
    ? ([
        [notes, eq(notes.authorHash, authorHash)],
        [comments, eq(comments.authorHash, authorHash)],
        [unnamedReactions, eq(unnamedReactions.authorHash, authorHash)],
      ] as const)
    : [];
  const scored = scorer ? ([[checkIns, sql`(${allAnswers}) ? ${scorer}`]] as const) : [];
  const isKept = [...named, ...unnamed, ...scored].map(
    ([table, isTheirs]) =>
      sql`exists (select from ${table} where ${table.meetingId} = ${meetings.id} and ${isTheirs})`,
  );
  return sql`(${sql.join([eq(meetings.ownerId, userId), ...isKept], sql` or `)})`;
}

/** A condition on additions: the caller wrote them. */
function isOwn({ meeting }: Pick<MeetingAccess, 'meeting'>, { userId, authorHash }: Caller) {
  const isNamed = !settingsOf(meeting).anonymous;
  const isByHolder = authorHash ? eq(additions.authorHash, authorHash) : sql`false`;
  return and(
    eq(additions.meetingId, meeting.id),
    isNamed ? eq(additions.userId, userId) : isByHolder,
  );
}

async function refusalOf(queries: Queries, caller: Reader, access: MeetingAccess) {
  const { meeting, teamContext, now } = access;
  const isTheirs = and(eq(meetings.id, meeting.id), callerTookPart(caller));
  const known = { now, tookPart: (await queries.$count(meetings, isTheirs)) > 0 };
  return refuseAddition(teamContext, meetingNow(access), known);
}

async function stateOf(queries: Queries, caller: Reader, access: MeetingAccess): Promise<CatchUp> {
  const { id, kind, topicId: topic_id, actionId: action_id, text } = additions;
  const own = await queries
    .select({ id, kind, topic_id, action_id, text })
    .from(additions)
    .where(and(isOwn(access, caller), isUnrevealed))
    .orderBy(asc(id));
  const isOpen = (await refusalOf(queries, caller, access)) === null;
  return {
    open_until: (isOpen && catchUpEnd(meetingNow(access))?.toISOString()) || null,
    additions: own,
  };
}

/** Throws TOPIC_UNKNOWN or NOT_FOUND if the retro has no such topic or action item. */
async function requireTarget(tx: Tx, id: MeetingId, input: AdditionInput): Promise<void> {
  if (input.kind === 'me_too') {
    const { topic_id: topicId } = input;
    const ofGroup = and(eq(groups.meetingId, id), sql`${groups.id} = ${topicId}`);
    const ofNote = and(
      eq(notes.meetingId, id),
      sql`coalesce(${notes.publicId}, ${notes.id}) = ${topicId}`,
      isNull(notes.deletedAt),
      isNull(notes.groupId),
    );
    const [inGroups, inNotes] = [await tx.$count(groups, ofGroup), await tx.$count(notes, ofNote)];
    if (inGroups + inNotes === 0) throw new ApiError('TOPIC_UNKNOWN');
  }
  if (input.kind === 'objection') {
    const isAgreed = and(eq(actions.id, input.action_id), eq(actions.meetingId, id));
    const found = await tx.$count(actions, and(isAgreed, isNull(actions.deletedAt)));
    if (found === 0) throw new ApiError('NOT_FOUND');
  }
}

function missedRoutes(api: Api, { db, receipts }: StoreDeps): void {
  const firstKeys = new FirstAuthorKeys();
  const { answer, change } = callsOf(api, 'Meetings');

  answer('GET /me/catch-ups', {
    operationId: 'listMissedRetros',
    summary: 'List retros that I missed',
    description:
      'The ten that ended last: closed in the caller’s teams within 48 hours, with two people or more, and ' +
      'without a trace of the caller.',
    config: { requestCost: 5 },
    answers: { 200: z.array(MissedRetro) },
    async run({ caller }) {
      const rows = await db
        .select()
        .from(meetings)
        .where(
          and(
            countedRetrosOf(teamsOf(db, caller)),
            eq(meetings.isImported, false),
            gt(meetings.endTime, fromDatabaseNow(-catchUpMs)),
            not(callerTookPart(caller)),
          ),
        )
        .orderBy(desc(meetings.endTime), asc(meetings.id))
        .limit(10);
      return rows.flatMap((row) => {
        const meeting = toMeeting(row);
        const end = catchUpEnd(meeting);
        const { id: meeting_id, name: meeting_name, team_id } = meeting;
        return end ? [{ meeting_id, meeting_name, team_id, open_until: end.toISOString() }] : [];
      });
    },
  });

  answer('GET /meetings/:meetingId/catch-up', {
    operationId: 'getCatchUp',
    summary: 'Get my additions to a missed retro',
    description:
      'Whether the caller may add, and their unrevealed additions. The request is not stored; with an author ' +
      'key no log names the caller.',
    headers: AuthorHeaders,
    answers: { 200: CatchUp },
    run: async ({ caller, params: { meetingId }, request }) =>
      stateOf(
        db,
        { ...caller, scorer: scorerOf(request, meetingId) },
        await accessMeeting(db, caller, meetingId),
      ),
  });

  change('POST /meetings/:meetingId/catch-up/additions', {
    operationId: 'addToCatchUp',
    config: { hasBoardSeq: false },
    summary: 'Add to a missed retro',
    description:
      'By members without any trace in the retro, for 48 hours after its end: a note, “me too” on a topic ' +
      '(once: 200), or an objection to an action item. Hidden until a later retro of the team reveals it. An ' +
      'anonymous meeting requires an author key, and stores its hash without an account.',
    headers: CreateByAuthorHeaders,
    body: AdditionInput,
    answers: { 200: CatchUp, 201: CatchUp },
    run({ command, params: { meetingId }, body: input, request }) {
      const reader = { ...command, scorer: scorerOf(request, meetingId) };
      const state = async (tx: Tx, access: MeetingAccess, status: number) => ({
        status,
        body: await stateOf(tx, reader, access),
      });
      return receipts.once(command, {
        load: (tx) => lockMeeting(tx, command, meetingId),
        again: async (tx) => state(tx, await accessMeeting(tx, command, meetingId), 201),
        async work(tx, access) {
          const refused = await refusalOf(tx, reader, access);
          if (refused) throw new ApiError(refused);
          const author = authorOf(access.meeting, command);
          if ('error' in author) throw new ApiError(author.error);
          const { author_id: userId, author_hash: authorHash = null } = author;
          const holder = { meetingId, userId: command.userId };
          if (authorHash && firstKeys.isOther(authorHash, holder)) {
            throw new ApiError('SCORED_ELSEWHERE');
          }
          const own = await tx.select().from(additions).where(isOwn(access, command));
          const isSame =
            input.kind === 'me_too' && own.some((each) => each.topicId === input.topic_id);
          if (isSame) return state(tx, access, 200);
          const all = await tx.$count(additions, eq(additions.meetingId, meetingId));
          if (own.length >= additionsMax.perPerson || all >= additionsMax.perMeeting) {
            throw new ApiError('ADDITIONS_FULL');
          }
          await requireTarget(tx, meetingId, input);
          await tx.insert(additions).values({
            id: newTimelessId(AdditionId),
            meetingId,
            teamId: access.meeting.teamId,
            userId,
            authorHash,
            kind: input.kind,
            topicId: input.kind === 'me_too' ? input.topic_id : null,
            actionId: input.kind === 'objection' ? input.action_id : null,
            text: input.kind === 'me_too' ? '' : input.text,
          });
          if (authorHash) firstKeys.remember(authorHash, holder);
          return state(tx, access, 201);
        },
      });
    },
  });

  change('DELETE /meetings/:meetingId/catch-up/additions/:additionId', {
    operationId: 'takeAdditionBack',
    config: { hasBoardSeq: false },
    summary: 'Withdraw an addition',
    description: 'By its author, until it is revealed.',
    headers: CreateByAuthorHeaders,
    params: meetingParams.extend({ additionId: AdditionId }),
    run: ({ command, params: { meetingId, additionId } }) =>
      receipts.once(command, {
        ...emptyAnswer,
        load: (tx) => accessMeeting(tx, command, meetingId),
        async work(tx, access) {
          const theirs = and(eq(additions.id, additionId), isOwn(access, command));
          const [found = notFound()] = await tx
            .select({ isFaceDown: isUnrevealed })
            .from(additions)
            .where(theirs)
            .for('update');
          if (!found.isFaceDown) throw new ApiError('ADDITION_REVEALED');
          await tx.delete(additions).where(theirs);
          return { status: 204, body: null };
        },
      }),
  });
}

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
async function readRevealed(
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

function revealRoutes(api: Api, { db, store }: StoreDeps): void {
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

async function* additionsOf({ db, boards, userId }: PersonalScope) {
  const { id, meetingId, kind, text } = additions;
  const rows = await db
    .select({ kind, text, board: namedBoard(boards) })
    .from(additions)
    .innerJoin(boards, eq(boards.id, meetingId))
    .where(eq(additions.userId, userId))
    .orderBy(asc(id));
  yield rows.map(({ board, ...its }) => ({ ...its, meeting: meetingOf(board) }));
}

export const catchUpFeature: ServerFeature = {
  routes(api, deps) {
    missedRoutes(api, deps);
    revealRoutes(api, deps);
  },
  schemas: [catchUpSchemas],
  evidence: {
    written: {
      catch_up_additions: {
        title: 'Added by people who were away',
        holds: 'Text, and such a hash.',
      },
    },
    named: {
      'board_changes additions': {
        title: 'Additions revealed',
        holds: 'Who led the meeting, and how many there were.',
      },
    },
    // While additions are possible a rising number would reveal when a member added one.
    untold: {
      catch_up_additions: ({ endTime }, now) =>
        endTime === null || now.getTime() < endTime.getTime() + catchUpMs,
    },
  },
  holdsContent: async (tx, id) => (await tx.$count(additions, eq(additions.revealedIn, id))) > 0,
  personalLists: (scope) => ({ additions: () => additionsOf(scope) }),
  beside: async ({ db }, meeting) => ({ additions: await readRevealed(db, meeting) }),
};
