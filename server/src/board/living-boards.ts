// Boards that a personal data export may name.
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { eq } from 'drizzle-orm';

import { isLivingBoard, meetings } from '#server/features/meetings/meetings.table';
import { membershipOf, memberships, teams } from '#server/features/teams/teams.table';
import type { Queries } from '#server/platform/db/database';

/** Former members get their own texts, but no meeting names. */
export function livingBoards(queries: Queries, userId: UserId) {
  const { id, name, ownerId, createdAt } = meetings;
  return queries
    .select({ id, name, ownerId, createdAt, role: memberships.role })
    .from(meetings)
    .innerJoin(teams, eq(teams.id, meetings.teamId))
    .leftJoin(memberships, membershipOf(userId, meetings.teamId))
    .where(isLivingBoard)
    .as('living_boards');
}
export type LivingBoards = ReturnType<typeof livingBoards>;

/** The columns of a `NamedBoard`. */
export function namedBoard({ id, name, role }: LivingBoards) {
  return { id, name, role };
}

export interface NamedBoard {
  id: MeetingId;
  name: string;
  role: string | null;
}

export function meetingOf({ id, name, role }: NamedBoard) {
  return { id, name: role === null ? null : name };
}
