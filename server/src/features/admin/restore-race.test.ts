// Concurrent restore and permanent deletion: one fails, and nothing is left half done.
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, it } from 'vitest';

import { buildTestApp, type TestApp } from '#test/build-test-app';
import { buildDeletionScene, kinds, softDelete } from '#test/deletion-scene';

async function isThere(app: TestApp, kind: string, id: string): Promise<boolean> {
  const { rows } = await app.db.execute(
    sql`select from ${sql.identifier(kind)} where id = ${id} and deleted_at is null`,
  );
  return rows.length > 0;
}

it.each(kinds)(
  'concurrent restoring and permanent deletion: exactly one wins, for %s',
  async (kind) => {
    for (let round = 0; round < 2; round += 1) {
      await using app = await buildTestApp();
      const scene = await buildDeletionScene(app);
      await softDelete(app, scene, kind);
      const id = scene.ids[kind];
      const restore = { method: 'POST', path: `/api/admin/restore/${kind}/${id}` };
      const remove = { method: 'DELETE', path: `/api/admin/permanent/${kind}/${id}` };
      const calls = round % 2 === 0 ? [restore, remove] : [remove, restore];
      const answers = await Promise.all(
        [...calls, ...calls].map(({ method, path }) =>
          app.request(method, path, { as: scene.root }),
        ),
      );
      const done = answers.filter(({ status }) => status < 300);
      const refused = answers.flatMap(({ status }) => (status < 300 ? [] : status));
      expect(done).toHaveLength(1);
      for (const status of refused) expect([404, 409]).toContain(status);
      expect(await isThere(app, kind, id)).toBe(done[0]?.status === 200);
    }
  },
);

it.each(kinds)('an item restored at the moment of its retention stays, for %s', async (kind) => {
  await using app = await buildTestApp();
  const scene = await buildDeletionScene(app);
  await softDelete(app, scene, kind);
  const id = scene.ids[kind];
  await app.db.execute(sql`update ${sql.identifier(kind)}
      set deleted_at = now() - interval '91 days' where id = ${id}`);
  const restoring = new pg.Client(app.connection);
  await restoring.connect();
  await restoring.query('begin');
  await restoring.query(`update "${kind}" set deleted_at = null where id = '${id}'`);
  const round = app.runHousekeeping();
  await expect.poll(() => waitingForRows(app)).toBe(1);
  await restoring.query('commit');
  await restoring.end();
  await round;
  expect(await isThere(app, kind, id)).toBe(true);
});

async function waitingForRows(app: TestApp): Promise<number> {
  const { rows } = await app.db
    .execute(sql`select from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'transactionid' and not l.granted and a.datname = current_database()`);
  return rows.length;
}
