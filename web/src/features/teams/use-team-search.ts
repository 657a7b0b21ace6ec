import { useQuery } from '@tanstack/react-query';
import type { Team } from '@wentwell/contract/teams';
import { useState } from 'react';

import { useCurrentTeam } from './current-team.tsx';
import { teamSearchQuery } from './teams.queries.ts';

export interface TeamSearch {
  found: Team[];
  error: Error | null;
  onQueryChange: (query: string) => void;
  /** The query whose results have arrived; null while a query is pending. */
  loadedQuery: string | null;
}

/** Calls the server only if the user has more teams than the list. */
export function useTeamSearch(): TeamSearch {
  const { teams, total } = useCurrentTeam();
  const [query, setQuery] = useState('');
  const isEnabled = query !== '' && total !== null && total > teams.length;
  const search = useQuery({ ...teamSearchQuery(query), enabled: isEnabled });
  const isLoading = search.isPending || search.isPlaceholderData;
  return {
    found: isEnabled
      ? (search.data ?? []).filter(({ id }) => teams.every((team) => team.id !== id))
      : [],
    error: isEnabled ? search.error : null,
    onQueryChange: setQuery,
    loadedQuery: isEnabled && isLoading ? null : query,
  };
}
