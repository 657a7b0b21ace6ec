// Reads facts outside the board that decide a change of its meeting, under the board's lock.
import { commentType } from '@wentwell/contract/board/comments';
import type { Facts } from '@wentwell/contract/board/facts';
import { groupsFeature } from '@wentwell/contract/board/groups';
import type { MeetingRecord } from '@wentwell/contract/board/meeting';
import { reactionType } from '@wentwell/contract/board/reactions';
import type { BoardRecord } from '@wentwell/contract/board/record';
import type { MeetingId, TeamId, UserId } from '@wentwell/contract/ids';
import { and, asc, eq, inArray, not } from 'drizzle-orm';

import {
  actions,
  lockTeamActions,
  earlierOpenActions,
  toActionRecord,
} from '#server/features/actions/actions.table';
import { scoresOf } from '#server/features/check-in/check-ins.table';
import { comments } from '#server/features/comments/comments.table';
import { notes, wasCarriedOver } from '#server/features/notes/notes.table';
import { unnamedReactions } from '#server/features/reactions/reactions.table';
import { memberships, membersOf } from '#server/features/teams/teams.table';
import { holdsTexts, holdsWriting } from '#server/live/erasure';
import type { Tx } from '#server/platform/db/database';

import { readCheckInRow } from './board-rows.ts';

/** Commands of groups, and records that count as writing on carried topics. */
const writing = {
  commands: groupsFeature.commands.map(({ name }) => name),
  records: [commentType.type, reactionType.type],
};

/** Whether anyone wrote on the board: notes, or anything on carried notes. */
export async function isWrittenOn(tx: Tx, id: MeetingId): Promise<boolean> {
  const isWritten = and(eq(notes.meetingId, id), not(wasCarriedOver));
  return (
    (await tx.$count(notes, isWritten)) > 0 ||
    // Phases of an anonymous meeting erase its history.
    (await tx.$count(comments, eq(comments.meetingId, id))) > 0 ||
    (await tx.$count(unnamedReactions, eq(unnamedReactions.meetingId, id))) > 0 ||
    holdsWriting(tx, id, writing)
  );
}

/** Whether a meeting holds content of a feature that its board lacks. */
export type HoldsContent = (tx: Tx, id: MeetingId) => Promise<boolean>;

/** Whether a move to another team would show it content: notes, action items, texts of the history, or content of features. */
export async function hasContent(
  tx: Tx,
  id: MeetingId,
  ofFeatures: readonly HoldsContent[],
): Promise<boolean> {
  for (const holds of ofFeatures) {
    if (await holds(tx, id)) return true;
  }
  return (
    (await tx.$count(notes, eq(notes.meetingId, id))) > 0 ||
    (await tx.$count(actions, eq(actions.meetingId, id))) > 0 ||
    holdsTexts(tx, id)
  );
}

/** Locks the memberships until the transaction ends. */
export async function readMembers(
  tx: Tx,
  teamId: TeamId,
  userIds: readonly UserId[],
): Promise<Facts['members']> {
  const isRequested = inArray(memberships.userId, [...userIds]);
  const found = await membersOf(tx, teamId, isRequested).for('key share', { of: memberships });
  return new Map(found.map(({ user: { id, isActive } }) => [id, { isActive }]));
}

export async function readScores(
  tx: Tx,
  id: MeetingId,
  answersMin: number,
): Promise<Facts['scores']> {
  const given = scoresOf(await readCheckInRow(tx, id));
  return { given, by: null, isOtherKey: false, answersMin };
}

/** Reads records of the team that a meeting shows in joining. */
export type ReadLookBack = (tx: Tx, meeting: MeetingRecord) => Promise<readonly BoardRecord[]>;

/** Open action items, and the records of features. Locks the team's action items until the transaction ends. */
export function lookBackReader(ofFeatures: readonly ReadLookBack[]): ReadLookBack {
  return async (tx, meeting) => {
    const { id, team_id: teamId } = meeting;
    await lockTeamActions(tx, teamId);
    const [open, ...others] = await Promise.all([
      tx.select().from(actions).where(earlierOpenActions({ id, teamId })).orderBy(asc(actions.id)),
      ...ofFeatures.map((read) => read(tx, meeting)),
    ]);
    return [...open.map(toActionRecord), ...others.flat()];
  };
}
