import { keepPreviousData } from '@tanstack/react-query';
import type { TeamId } from '@wentwell/contract/ids';
import { SearchCounts, type SearchKind, SearchResults } from '@wentwell/contract/teams/search';

import { readQuery } from '#web/api/queries';
import { type Day, dayOf } from '#web/features/actions/days';

export interface Asked {
  q: string;
  team_id: TeamId | undefined;
  kind: SearchKind | undefined;
  before: Day | undefined;
}

/** Midnight of the day in the user's zone. */
function timeOf(before: Day): string {
  const { year, month, day } = dayOf(before);
  return new Date(year, month - 1, day).toISOString();
}

/** `next` is the previous page's cursor. */
export function foundQuery({ q, team_id, kind, before }: Asked, next?: string) {
  return readQuery(
    ['search', 'found', q, team_id, kind, before, next],
    {
      path: '/api/v1/search',
      query: { q, team_id, kind, before: next ?? (before && timeOf(before)) },
      schema: SearchResults,
    },
    { enabled: q !== '', ...(next === undefined && { placeholderData: keepPreviousData }) },
  );
}

export function countsQuery({ q, team_id, before }: Omit<Asked, 'kind'>) {
  return readQuery(
    ['search', 'counts', q, team_id, before],
    {
      path: '/api/v1/search/counts',
      query: { q, team_id, before: before && timeOf(before) },
      schema: SearchCounts,
    },
    { enabled: q !== '', placeholderData: keepPreviousData },
  );
}
