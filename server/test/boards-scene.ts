// Several boards, whose notes wait for one transaction.
import { Board } from '@wentwell/contract/board';
import pg from 'pg';
import { expect } from 'vitest';

import { buildBoard } from './board-scene.ts';
import type { TestApp, TestUser } from './build-test-app.ts';

export type Scene = Awaited<ReturnType<typeof buildBoard>>;
interface Wanted {
  board: Scene;
  as?: TestUser;
  body?: object;
  key?: string;
}

/** Holds rows by a transaction of its own until it is released. */
export async function holdRows(app: TestApp, table: 'users' | 'meetings', ids: readonly string[]) {
  const holder = new pg.Client(app.connection);
  await holder.connect();
  await holder.query('begin');
  await holder.query(`select from ${table} where id = any($1) for update`, [ids]);
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return {
    isWaitedFor: (count = 1) =>
      expect.poll(async () => (await holder.query(waiting)).rowCount).toBe(count),
    release: () => holder.query('commit'),
    [Symbol.asyncDispose]: () => holder.end(),
  };
}

/** Boards, and a way to let notes of several of them wait for the same transaction. */
export async function buildBoards(app: TestApp, count: number) {
  const first = await buildBoard(app);
  const boards: Scene[] = [];
  for (let n = 0; n < count; n += 1) boards.push(await buildBoard(app));
  const write = ({ board, as = board.member, body, key }: Wanted) =>
    app.request('POST', `${board.path}/notes`, {
      as,
      body: { content: 'A note', ...body },
      ...(key !== undefined && { headers: { 'Idempotency-Key': key } }),
    });
  return {
    boards,
    write,
    contents: async ({ path, owner }: Scene) =>
      Board.parse((await app.request('GET', `${path}/board`, { as: owner })).body).notes.map(
        ({ content }) => content,
      ),
    /** Sends the notes while that of another board is being written. Resolves with what they will be answered. */
    async together(wanted: readonly Wanted[]) {
      // A note locks its author's row: its transaction waits.
      await using holder = await holdRows(app, 'users', [first.owner.id]);
      const before = write({ board: first, as: first.owner });
      await holder.isWaitedFor();
      const { statements } = app.db.traffic;
      const answers = [];
      for (const [index, each] of wanted.entries()) {
        answers.push(write(each));
        // It has asked who it is from.
        await expect.poll(() => app.db.traffic.statements - statements).toBe(index + 1);
      }
      // Behind this request, all of them wait for their turn.
      await app.request('GET', '/api/v1/users/me', { as: first.member });
      const sent = app.db.traffic.statements;
      await holder.release();
      expect((await before).status).toBe(201);
      return { answers, statements: () => app.db.traffic.statements - sent };
    },
  };
}
