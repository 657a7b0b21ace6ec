import { type QueryKey, queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import type { z } from 'zod';

import { request, requestList, type RequestOptions } from './request.ts';

type Further<Data, Key extends QueryKey> = Partial<
  Omit<UseQueryOptions<Data, Error, Data, Key>, 'queryKey' | 'queryFn' | 'initialData'>
>;

/** A query that reads what the schema describes. */
export function readQuery<const Key extends QueryKey, Schema extends z.ZodType>(
  queryKey: Key,
  asked: RequestOptions & { schema: Schema },
  options: Further<z.output<Schema>, Key> = {},
) {
  const queryFn = ({ signal }: { signal: AbortSignal }) => request({ ...asked, signal });
  return queryOptions({ ...options, queryKey, queryFn });
}

/** A query that reads a page of a list, with its total. */
export function listQuery<const Key extends QueryKey, Item extends z.ZodType>(
  queryKey: Key,
  asked: RequestOptions & { item: Item },
  options: Further<{ rows: z.output<Item>[]; total: number }, Key> = {},
) {
  const queryFn = ({ signal }: { signal: AbortSignal }) => requestList({ ...asked, signal });
  return queryOptions({ ...options, queryKey, queryFn });
}
