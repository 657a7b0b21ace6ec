// Writes a table's rows with one statement per kind. Rows are sent as JSON, so that statements can be prepared.
import { getTableColumns, getTableName, type InferInsertModel, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

import { preparePerConnection, type Queries, type Tx } from '#server/platform/db/database';
import { columnName } from '#server/platform/db/field-names';

function listOf<F extends string>(fields: readonly F[], write: (field: F) => SQL): SQL {
  return sql.join(
    fields.map((field) => write(field)),
    sql`, `,
  );
}

export interface TableWriter<Row, Key> {
  keyOf(row: Key): string;
  /** Inserts rows or overwrites those with the same key. */
  put(tx: Tx, rows: readonly Row[]): Promise<void>;
  /** Fails with a unique violation if one of the keys exists. */
  insert(tx: Tx, rows: readonly Row[]): Promise<void>;
  remove(tx: Tx, keys: readonly Key[]): Promise<void>;
}

/** Columns of `kept` keep their values. `key` is the primary key, or part of the others. */
export function tableWriter<
  T extends PgTable,
  K extends F,
  W extends keyof InferInsertModel<T> & string = never,
  F extends keyof InferInsertModel<T> & string = Exclude<keyof InferInsertModel<T> & string, W>,
>(
  table: T,
  { key, kept = [] }: { key: readonly K[]; kept?: readonly W[] },
): TableWriter<Required<Omit<InferInsertModel<T>, W>>, Pick<InferInsertModel<T>, K>> {
  const columns = getTableColumns(table);
  const name = getTableName(table);
  const isKept = (field: string) => kept.some((each) => each === field);
  // Safe: columns have the names of the table's fields.
  const fields = Object.keys(columns).filter((field) => !isKept(field)) as F[];
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

  const inserting = (onConflict: SQL, statementName: string) =>
    preparePerConnection((queries: Queries) => {
      const written = queries.$with('written', one)
        .as(sql`insert into ${table} as target (${listOf(fields, (field) => sql`${column(field)}`)})
      select ${listOf(fields, (field) => sql`given.${sql.identifier(field)}`)} from ${given(fields)}
      ${onConflict} returning 1 as one`);
      return queries
        .with(written)
        .select({ one: written.one })
        .from(written)
        .prepare(statementName);
    });
  const preparedInsert = inserting(sql``, `insert_${name}`);
  const preparedPut = inserting(
    sql`on conflict (${listOf(key, (field) => sql`${column(field)}`)}) ${overwrite}`,
    `put_${name}`,
  );
  const preparedRemove = preparePerConnection((queries: Queries) => {
    const gone = queries
      .$with('gone', one)
      .as(
        sql`delete from ${table} as target using ${given(key)} where ${isAny} returning 1 as one`,
      );
    return queries.with(gone).select({ one: gone.one }).from(gone).prepare(`remove_${name}`);
  });

  return {
    keyOf: (row) => key.map((field) => String(row[field])).join(' '),
    async put(tx, rows) {
      if (rows.length > 0) await preparedPut(tx).execute({ rows: JSON.stringify(rows) });
    },
    async insert(tx, rows) {
      if (rows.length > 0) await preparedInsert(tx).execute({ rows: JSON.stringify(rows) });
    },
    async remove(tx, keys) {
      if (keys.length > 0) await preparedRemove(tx).execute({ rows: JSON.stringify(keys) });
    },
  };
}

interface Written<Row, Key> {
  row: Row | null;
  key: Key;
  isNew: boolean;
}

/** A transaction's rows of one table. The last write of a row wins. */
class WrittenRows<Row extends Key, Key> {
  readonly #writer: TableWriter<Row, Key>;
  readonly #written = new Map<string, Written<Row, Key>>();

  constructor(writer: TableWriter<Row, Key>) {
    this.#writer = writer;
  }

  /** New rows are inserted without overwriting. If one's key exists, the transaction runs again. */
  put(rows: readonly Row[], { isNew = false } = {}): void {
    for (const row of rows) {
      const known = this.#written.get(this.#writer.keyOf(row));
      this.#set({ row, key: row, isNew: isNew || known?.isNew === true });
    }
  }

  remove(keys: readonly Key[]): void {
    for (const key of keys) this.#set({ row: null, key, isNew: false });
  }

  #set(written: Written<Row, Key>): void {
    this.#written.set(this.#writer.keyOf(written.key), written);
  }

  /** Sends its statements at once. */
  send(tx: Tx): Promise<unknown> {
    const all = [...this.#written.values()];
    const rows = (isNew: boolean) =>
      all.flatMap((each) => (each.row !== null && each.isNew === isNew ? [each.row] : []));
    const removed = all.flatMap(({ row, key }) => (row === null ? [key] : []));
    return Promise.all([
      this.#writer.insert(tx, rows(true)),
      this.#writer.put(tx, rows(false)),
      this.#writer.remove(tx, removed),
    ]);
  }
}

/** All rows of a transaction, for any number of boards, with at most three statements per table. */
export class RowBatch {
  readonly #tables = new Map<unknown, { send(tx: Tx): Promise<unknown> }>();
  readonly #others: ((tx: Tx) => Promise<unknown>)[] = [];

  /** The rows of a table. Tables are sent in the order of their first use. */
  of<Row extends Key, Key>(writer: TableWriter<Row, Key>): WrittenRows<Row, Key> {
    // Safe: what the writer has for a key was made by this writer.
    const known = this.#tables.get(writer) as WrittenRows<Row, Key> | undefined;
    const rows = known ?? new WrittenRows(writer);
    this.#tables.set(writer, rows);
    return rows;
  }

  /** Adds a statement after those of the tables. `send` must not await an answer first. */
  other(send: (tx: Tx) => Promise<unknown>): void {
    this.#others.push(send);
  }

  /** Sends all statements at once. Resolves after all responses. */
  async send(tx: Tx): Promise<void> {
    await Promise.all([
      ...[...this.#tables.values()].map((rows) => rows.send(tx)),
      ...this.#others.map((send) => send(tx)),
    ]);
  }
}
