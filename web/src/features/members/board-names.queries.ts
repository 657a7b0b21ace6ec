// Name lists for viewers of a board: guests may not read the team's lists and are not in them.
import { useQuery } from '@tanstack/react-query';
import { BoardName } from '@wentwell/contract/board/recorded-board';
import type { MeetingId, TeamId, UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { type BoardRole, TeamMember } from '@wentwell/contract/teams/teams';
import { z } from 'zod';

import { readQuery } from '#web/api/queries';
import { serverNow } from '#web/api/server-time';

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

/** How many the team has invited to a meeting that is about to begin; earlier invitations may never be answered. */
export function useInvited(teamId: TeamId, enabled: boolean): number {
  const { data = [] } = useQuery({
    ...readQuery([...memberKeys.ofTeam(teamId), 'invited'], {
      path: `/api/v1/teams/${teamId}/invitations`,
      query: { limit: limits.listMax },
      schema: z.array(z.object({ created_at: z.string() })),
    }),
    enabled,
  });
  return data.filter((invitation) => isExpected(invitation, serverNow())).length;
}

const dayMs = 86_400_000;

export function isExpected({ created_at }: { created_at: string }, now: Date): boolean {
  return Date.parse(created_at) > now.getTime() - dayMs;
}
