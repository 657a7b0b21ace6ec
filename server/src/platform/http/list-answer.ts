// A page of a list: rows in the body, the total in X-Total-Count (docs/api.md A-14).
import { nextHeader, totalCountHeader } from '@wentwell/contract/api/headers';
import type { ListQuery } from '@wentwell/contract/api/lists';
import type { FastifyReply } from 'fastify';
import type { BaseLogger } from 'pino';
import { z } from 'zod';

const Named = z.object({ id: z.string() });

/** Skips and logs rows that were damaged outside the product, so that an operator can repair them. */
export function readableRows<Row, T>(
  rows: readonly Row[],
  read: (row: Row) => T,
  log: Pick<BaseLogger, 'error'>,
): T[] {
  return rows.flatMap((row) => {
    try {
      return [read(row)];
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      const { id } = Named.safeParse(row).data ?? {};
      log.error({ err: error, id }, 'a row that cannot be read is left out of a list');
      return [];
    }
  });
}

export interface ListPage<T> {
  rows: T[];
  total: number;
  /** The cursor of the next page. */
  next?: string;
}

/** The total number of rows. Only calls `countAll` if this is not the last page. */
export async function totalOf(
  { skip, limit }: ListQuery,
  rows: readonly unknown[],
  countAll: () => PromiseLike<number>,
): Promise<number> {
  const isLast = rows.length < limit && (rows.length > 0 || skip === 0);
  return isLast ? skip + rows.length : countAll();
}

interface Pageable<Row> {
  offset(skip: number): { limit(limit: number): PromiseLike<Row[]> };
}

/** Reads one page of a sorted select. */
export async function pageOf<Row>(
  select: Pageable<Row>,
  { skip, limit }: ListQuery,
  countAll: () => PromiseLike<number>,
): Promise<ListPage<Row>> {
  const rows = await select.offset(skip).limit(limit);
  return { rows, total: await totalOf({ skip, limit }, rows, countAll) };
}

export function listAnswer<T>(reply: FastifyReply, page: ListPage<T>): T[] {
  reply.header(totalCountHeader, page.total);
  if (page.next !== undefined) reply.header(nextHeader, page.next);
  return page.rows;
}
