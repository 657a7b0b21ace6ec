import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';

import { requestList } from '#web/api/request';

/** A list of the API that takes `search` (docs/api.md A-18). */
export interface SearchableList<Row extends z.ZodType> {
  queryKey: readonly unknown[];
  /** Null: there is nothing to search in. */
  path: string | null;
  item: Row;
}

const limit = 50;

/**
 * The first rows, so that the first letter has something to be found in, and those that the server finds. It is asked
 * only where there are more than the first. Until it answers, what it found for the text before stays.
 */
export function useListSearch<Row extends z.ZodType>(list: SearchableList<Row>, search: string) {
  const { path, item } = list;
  const rowsFor = (text: string) =>
    queryOptions({
      queryKey: [...list.queryKey, text],
      queryFn: ({ signal }) =>
        requestList({ path: path ?? '', query: { search: text, limit }, item, signal }),
    });
  const first = useQuery({ ...rowsFor(''), enabled: path !== null });
  const hasMore = first.data !== undefined && first.data.total > first.data.rows.length;
  const isAsked = search !== '' && hasMore;
  const found = useQuery({
    ...rowsFor(search),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  return {
    rows: [...(first.data?.rows ?? []), ...((isAsked && found.data?.rows) || [])],
    isLoading: first.isLoading || (isAsked && (found.isPending || found.isPlaceholderData)),
  };
}
