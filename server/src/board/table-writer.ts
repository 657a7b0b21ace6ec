// Writes rows of a table by two statements for each connection, however many rows there are: the rows come as JSON, so
// that one text serves any number of them.
import { getTableColumns, type InferInsertModel, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

import { preparedOn, type Queries, type Tx } from '#server/platform/db/database';

function columnName(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function listOf<F extends string>(fields: readonly F[], write: (field: F) => SQL): SQL {
  return sql.join(
    fields.map((field) => write(field)),
    sql`, `,
  );
}

export interface TableWriter<Row, Key> {
  /** Inserts rows, and overwrites those that have the key already. Resolves with the number of rows written. */
  put(tx: Tx, rows: readonly Row[]): Promise<number>;
  /** Deletes the rows with these keys. */
  remove(tx: Tx, keys: readonly Key[]): Promise<void>;
}

/** `fields` are written; all others keep their value, or get their default. `key` is the primary key, or a part of `fields`. */
export function tableWriter<
  T extends PgTable,
  F extends keyof InferInsertModel<T> & string,
  K extends F,
>(
  table: T,
  options: { name: string; key: readonly K[]; fields: readonly F[]; onlyWhere?: SQL },
): TableWriter<Pick<InferInsertModel<T>, F>, Pick<InferInsertModel<T>, K>> {
  const { name, key, fields, onlyWhere } = options;
  const columns = getTableColumns(table);
  const column = (field: string) => sql.identifier(columnName(field));
  const typed = (field: F) =>
    sql`${sql.identifier(field)} ${sql.raw(columns[field]?.getSQLType() ?? 'text')}`;
  const given = (list: readonly F[]) =>
    sql`jsonb_to_recordset(${sql.placeholder('rows')}::jsonb) as given(${listOf(list, typed)})`;
  const changed = fields.filter((field) => !key.some((each) => each === field));
  const overwrite =
    changed.length === 0
      ? sql`do nothing`
      : sql`do update set ${listOf(changed, (field) => sql`${column(field)} = excluded.${column(field)}`)}`;
  const isAny = sql.join(
    key.map((field) => sql`target.${column(field)} = given.${sql.identifier(field)}`),
    sql` and `,
  );
  const one = { one: sql`one`.as('one') };

  const preparedPut = preparedOn((queries: Queries) => {
    const written = queries.$with('written', one)
      .as(sql`insert into ${table} as target (${listOf(fields, (field) => sql`${column(field)}`)})
      select ${listOf(fields, (field) => sql`given.${sql.identifier(field)}`)} from ${given(fields)}
      on conflict (${listOf(key, (field) => sql`${column(field)}`)}) ${overwrite}
      ${onlyWhere ? sql`where ${onlyWhere}` : sql``} returning 1 as one`);
    return queries.with(written).select({ one: written.one }).from(written).prepare(`put_${name}`);
  });
  const preparedRemove = preparedOn((queries: Queries) => {
    const gone = queries
      .$with('gone', one)
      .as(
        sql`delete from ${table} as target using ${given(key)} where ${isAny} returning 1 as one`,
      );
    return queries.with(gone).select({ one: gone.one }).from(gone).prepare(`remove_${name}`);
  });

  return {
    async put(tx, rows) {
      if (rows.length === 0) return 0;
      return (await preparedPut(tx).execute({ rows: JSON.stringify(rows) })).length;
    },
    async remove(tx, keys) {
      if (keys.length > 0) await preparedRemove(tx).execute({ rows: JSON.stringify(keys) });
    },
  };
}
