import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useCurrentTeam } from './current-team.tsx';
import { teamSearchQuery } from './teams.queries.ts';

/** Calls the server only if the user has more teams than the list. */
export function useTeamSearch() {
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
    /** The query whose results have arrived; null while a query is pending. */
    loadedQuery: isEnabled && isLoading ? null : query,
  };
}
