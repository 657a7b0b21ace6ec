// Name lists for viewers of a board: guests may not read the team's lists and are not in them.
import { BoardName } from '@wentwell/contract/board/recorded-board';
import type { MeetingId, TeamId, UserId } from '@wentwell/contract/ids';
import { type BoardRole, TeamMember } from '@wentwell/contract/teams/teams';
import { z } from 'zod';

import { listQuery, readQuery } from '#web/api/queries';

import { memberKeys, namedQuery } from './members.queries.ts';

/** The team whose members the viewer may list; null for guests. */
export function teamOf(
  { role }: { role: BoardRole | null },
  { team_id }: { team_id: TeamId },
): TeamId | null {
  return role === 'guest' ? null : team_id;
}

/** Names of all people on a board, including guests. Refetched when an unknown id appears. */
export function boardNamesQuery(meetingId: MeetingId, people: readonly UserId[]) {
  return readQuery(['board-names', meetingId, ...new Set(people)], {
    path: `/api/v1/meetings/${meetingId}/names`,
    schema: z.array(BoardName),
  });
}

export function namedMembersQuery(teamId: TeamId, people: readonly UserId[]) {
  return namedQuery(teamId, people, { list: 'members', item: TeamMember });
}

/** The team's number of pending invitations is the total. */
export function invitedQuery(teamId: TeamId, enabled: boolean) {
  const path = `/api/v1/teams/${teamId}/invitations`;
  const key = [...memberKeys.ofTeam(teamId), 'invited'];
  return listQuery(key, { path, query: { limit: 1 }, item: z.unknown() }, { enabled });
}
