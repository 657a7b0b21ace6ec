// Queries and query keys of a team's members, for boards and the palette.
import { useQuery } from '@tanstack/react-query';
import type { TeamId, UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { FormerMember, TeamMember } from '@wentwell/contract/teams/teams';
import { z } from 'zod';

import { listQuery, readQuery } from '#web/api/queries';

export const memberKeys = {
  all: ['members'] as const,
  ofTeam: (teamId: TeamId | null) => [...memberKeys.all, teamId] as const,
  first: (teamId: TeamId | null) => [...memberKeys.ofTeam(teamId), 'first'] as const,
};

export interface MemberRows {
  rows: TeamMember[];
  total: number;
}

/** The members who joined first, and the member count. Disabled without a team. */
export function firstMembersQuery(teamId: TeamId | null, limit: number) {
  return listQuery(
    [...memberKeys.first(teamId), limit],
    { path: `/api/v1/teams/${teamId}/members`, query: { limit }, item: TeamMember },
    { enabled: teamId !== null },
  );
}

/** The members whose avatars pages show: for nearly all teams everybody. */
export function boardMembersQuery(teamId: TeamId | null) {
  return firstMembersQuery(teamId, limits.namesMax);
}

/** All members, for choosing one. Teams larger than a page load the others later. */
export function useAllMembers(teamId: TeamId | null, isChoosing = true) {
  const { data: first } = useQuery(boardMembersQuery(teamId));
  const isMore = first !== undefined && first.total > first.rows.length;
  const wholeTeam = firstMembersQuery(teamId, limits.listMax);
  const { data: all } = useQuery({ ...wholeTeam, enabled: isChoosing && isMore });
  return {
    members: (all ?? first)?.rows,
    areAllLoaded: isMore ? all !== undefined : first !== undefined,
  };
}

/** Filters a team's list by user ids. Beyond a maximum of ids, loads the whole list. */
export function namedQuery<Item extends z.ZodType>(
  teamId: TeamId,
  people: readonly UserId[],
  { list, item }: { list: 'members' | 'former-members'; item: Item },
) {
  const ids = [...new Set(people)].toSorted();
  const isFew = ids.length <= limits.namesMax;
  return readQuery([...memberKeys.ofTeam(teamId), list, ...(isFew ? ids : [])], {
    path: `/api/v1/teams/${teamId}/${list}`,
    query: isFew ? { user_id: ids.join() } : { limit: limits.listMax },
    schema: z.array(item),
  });
}

export function formerMembersQuery(teamId: TeamId, people: readonly UserId[]) {
  return namedQuery(teamId, people, { list: 'former-members', item: FormerMember });
}
