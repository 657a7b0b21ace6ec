// A page of a list: the rows as the body, the whole number in X-Total-Count (docs/api.md A-14).
import { type ListQuery, nextHeader, totalCountHeader } from '@wentwell/contract/lists';
import type { FastifyReply } from 'fastify';

export interface ListPage<T> {
  rows: T[];
  total: number;
  /** The place from which the next page follows. */
  next?: string;
}

/** The number of all rows. Runs `countAll` only if the page is not the last. */
export async function totalOf(
  { skip, limit }: ListQuery,
  rows: readonly unknown[],
  countAll: () => PromiseLike<number>,
): Promise<number> {
  const isLast = rows.length < limit && (rows.length > 0 || skip === 0);
  return isLast ? skip + rows.length : countAll();
}

export function listAnswer<T>(reply: FastifyReply, page: ListPage<T>): T[] {
  reply.header(totalCountHeader, page.total);
  if (page.next !== undefined) reply.header(nextHeader, page.next);
  return page.rows;
}
