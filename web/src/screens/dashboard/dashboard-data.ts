// The meetings of all the user's teams, merged from one query per team.
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import type { MeetingForCaller } from '@wentwell/contract/meetings';
import type { Team } from '@wentwell/contract/teams';
import { useCallback } from 'react';

import { teamMeetingsQuery } from '#web/features/meetings/meetings.queries';

export interface MeetingsOfTeams {
  meetings: MeetingForCaller[];
  /** A query has neither succeeded nor failed yet. */
  isPending: boolean;
  /** An attempt has failed; the next one may succeed. */
  isRetrying: boolean;
  /** The first failure; the meetings of the other teams are still included. */
  error: Error | null;
  isFetching: boolean;
  refetch: () => void;
}

export function useMeetingsOfTeams(teams: readonly Pick<Team, 'id'>[]): MeetingsOfTeams {
  const combine = useCallback(
    (results: UseQueryResult<MeetingForCaller[]>[]): MeetingsOfTeams => ({
      meetings: results.flatMap(({ data }) => data ?? []),
      isPending: results.some((result) => result.isPending),
      isRetrying: results.some((result) => result.isPending && result.failureCount > 0),
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
