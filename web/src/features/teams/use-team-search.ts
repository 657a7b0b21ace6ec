// The person's teams that the polled list does not have, found by name.
import { useQuery } from '@tanstack/react-query';
import type { Team } from '@wentwell/contract/teams';
import { useState } from 'react';

import { useCurrentTeam } from './current-team.tsx';
import { teamSearchQuery } from './teams.queries.ts';

export interface TeamSearch {
  /** Teams of that name besides those that are at hand anyway. */
  found: Team[];
  error: Error | null;
  onQueryChange: (query: string) => void;
  /** The query that has its answer; null while one is on its way. */
  answered: string | null;
}

/** Asks the server only where the person is in more teams than are at hand. */
export function useTeamSearch(): TeamSearch {
  const { teams, total } = useCurrentTeam();
  const [query, setQuery] = useState('');
  const isAsked = query !== '' && total !== null && total > teams.length;
  const search = useQuery({ ...teamSearchQuery(query), enabled: isAsked });
  const isOnItsWay = search.isPending || search.isPlaceholderData;
  return {
    found: isAsked
      ? (search.data ?? []).filter(({ id }) => teams.every((team) => team.id !== id))
      : [],
    error: isAsked ? search.error : null,
    onQueryChange: setQuery,
    answered: isAsked && isOnItsWay ? null : query,
  };
}
