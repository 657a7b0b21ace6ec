// Administrators' lists with offset or keyset pagination (docs/api.md A-14).
import { type ListByName, type ListByTime, countMax } from '@wentwell/contract/api/keyed-lists';
import { and, asc, desc, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgSelect, PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';

import type { Queries } from '#server/platform/db/database';

import { ApiError } from './api-error.ts';
import { type ListPage, totalOf } from './list-answer.ts';

interface Order {
  orderBy: SQL[];
  isAfter(cursor: { id: string; time: string }): SQL;
  /** Selects the cursor's row, if the cursor alone does not contain the sort value. */
  rowAt?(id: string): SQL;
}

/** Ignores case. */
export function alphabetical(name: PgColumn, rowId: PgColumn): Order {
  const rowAt = (id: string) =>
    sql`select lower(${name}) from ${name.table} where ${rowId} = ${id}::uuid`;
  return {
    orderBy: [asc(sql`lower(${name})`), asc(rowId)],
    isAfter: ({ id }) => gt(sql`(lower(${name}), ${rowId})`, sql`((${rowAt(id)}), ${id}::uuid)`),
    rowAt,
  };
}

export function newestFirst(at: PgColumn, rowId: PgColumn): Order {
  return {
    orderBy: [desc(at), desc(rowId)],
    isAfter: ({ id, time }) => lt(sql`(${at}, ${rowId})`, sql`(${time}::timestamptz, ${id}::uuid)`),
  };
}

/** Clauses of one page's query. */
export interface Page {
  where: SQL | undefined;
  orderBy: SQL[];
  skip: number;
  limit: number;
}

export function paged<Select extends PgSelect>(select: Select, page: Page) {
  const { where, orderBy, skip, limit } = page;
  return select
    .where(where)
    .orderBy(...orderBy)
    .offset(skip)
    .limit(limit);
}

interface Listed<Row> {
  order: Order;
  tables: SQL | PgTable;
  where: SQL | undefined;
  read(page: Page): PromiseLike<Row[]>;
  /** The row's id and its sort time. */
  cursorOf(row: Row): readonly [id: string, time?: string | undefined];
}

const Count = z.object({ number: z.int() });

/** With `after`, reads no earlier page and counts at most `countMax` + 1 rows. */
export async function readPage<Row>(
  queries: Queries,
  { after, skip, limit }: ListByName | ListByTime,
  { order, tables, where, read, cursorOf }: Listed<Row>,
): Promise<ListPage<Row>> {
  const { orderBy } = order;
  const count = async (most: number | null) => {
    const { rows } = await queries.execute(sql`select count(*)::int as number
      from (select from ${tables} where ${where ?? sql`true`} limit ${most}) as listed`);
    return Count.parse(rows[0]).number;
  };
  if (after === undefined) {
    const rows = await read({ where, orderBy, skip, limit });
    return { rows, total: await totalOf({ skip, limit }, rows, () => count(null)) };
  }
  const left = and(where, after ? order.isAfter(after) : undefined);
  const found = await read({ where: left, orderBy, skip: 0, limit: limit + 1 });
  // If the cursor's row was deleted, the comparison matches nothing. Throw instead of returning an incomplete list.
  if (after && found.length === 0 && order.rowAt) {
    const { rowCount } = await queries.execute(order.rowAt(after.id));
    if (rowCount === 0) throw new ApiError('NOT_FOUND');
  }
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  const total = after || last ? await count(countMax + 1) : rows.length;
  return { rows, total, ...(last && { next: cursorOf(last).join(' ') }) };
}
