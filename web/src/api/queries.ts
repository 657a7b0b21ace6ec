import { type QueryKey, queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import type { z } from 'zod';

import { type ListAnswer, request, requestList, type RequestOptions } from './request.ts';

type ExtraOptions<Data, Key extends QueryKey> = Partial<
  Omit<UseQueryOptions<Data, Error, Data, Key>, 'queryKey' | 'queryFn' | 'initialData'>
>;

export function readQuery<const Key extends QueryKey, Schema extends z.ZodType>(
  queryKey: Key,
  call: RequestOptions & { schema: Schema },
  options: ExtraOptions<z.output<Schema>, Key> = {},
) {
  const queryFn = ({ signal }: { signal: AbortSignal }) => request({ ...call, signal });
  return queryOptions({ ...options, queryKey, queryFn });
}

export function listQuery<const Key extends QueryKey, Item extends z.ZodType>(
  queryKey: Key,
  call: RequestOptions & { item: Item },
  options: ExtraOptions<ListAnswer<z.output<Item>>, Key> = {},
) {
  const queryFn = ({ signal }: { signal: AbortSignal }) => requestList({ ...call, signal });
  return queryOptions({ ...options, queryKey, queryFn });
}
