// A locked table, so that other statements wait.
import pg from 'pg';
import { expect } from 'vitest';

import type { TestApp } from './build-test-app.ts';
import { runSql } from './postgres.ts';

export interface HeldTable extends AsyncDisposable {
  /** Resolves once this many statements wait. */
  untilWaiting(count: number): Promise<void>;
  /** Runs in the locking transaction. */
  run(statement: string): Promise<unknown>;
  /** Makes the waiting statements fail, as if the database were away. */
  failWaiting(): Promise<unknown>;
  release(): Promise<void>;
}

const waiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** With an `id` only that row is locked, so that the node's own jobs do not wait, too. */
export async function holdTable(
  { connection }: Pick<TestApp, 'connection'>,
  table: string,
  id?: string,
): Promise<HeldTable> {
  const holder = new pg.Client(connection);
  await holder.connect();
  await holder.query('begin');
  await holder.query(
    id === undefined
      ? `lock table ${table} in access exclusive mode`
      : `select from ${table} where id = '${id}' for update`,
  );
  let isHeld = true;
  async function release(): Promise<void> {
    if (!isHeld) return;
    isHeld = false;
    await holder.query('commit');
    await holder.end();
  }
  return {
    async untilWaiting(count) {
      // On another connection: a transaction sees active sessions as of its first query.
      await expect
        .poll(async () => (await runSql(connection, `select ${waiting}`)).length)
        .toBe(count);
    },
    failWaiting: () => runSql(connection, `select pg_cancel_backend(pid) ${waiting}`),
    run: (statement) => holder.query(statement),
    release,
    [Symbol.asyncDispose]: release,
  };
}
