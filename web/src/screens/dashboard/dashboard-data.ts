// What the dashboard shows of all the person's teams, put together from one answer per team.
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import type { ListedMeeting } from '@wentwell/contract/meetings';
import type { Team } from '@wentwell/contract/teams';
import { useCallback } from 'react';

import { teamMeetingsQuery } from '#web/features/meetings/meetings.queries';

export interface MeetingsOfTeams {
  meetings: ListedMeeting[];
  /** No team has answered yet. */
  isPending: boolean;
  /** The first failure; the meetings of the other teams are there all the same. */
  error: Error | null;
  isFetching: boolean;
  refetch: () => void;
}

/** One call per team. */
export function useMeetingsOfTeams(teams: readonly Pick<Team, 'id'>[]): MeetingsOfTeams {
  const combine = useCallback(
    (results: UseQueryResult<ListedMeeting[]>[]): MeetingsOfTeams => ({
      meetings: results.flatMap(({ data }) => data ?? []),
      isPending: results.some((result) => result.isPending),
      error: results.find((result) => result.isError && !result.data)?.error ?? null,
      isFetching: results.some((result) => result.isFetching),
      refetch: () => {
        for (const result of results) if (result.isError) void result.refetch();
      },
    }),
    [],
  );
  return useQueries({ queries: teams.map((team) => teamMeetingsQuery(team.id)), combine });
}
