// A database that continues from an earlier state: a lagging standby that was promoted, or a copy (docs/failover.md).
import { Board } from '@wentwell/contract/board/snapshot';
import { EventsPage } from '@wentwell/contract/live/live';
import { eq, gt, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { notes } from '#server/features/notes/notes.table';
import { openDatabase } from '#server/platform/db/database';
import { buildBoard, seqsOf, setHead, textsOf } from '#test/board-scene';
import { buildTestApp, type TestApp, type TestUser } from '#test/build-test-app';
import { collectLog } from '#test/collect-log';
import { copyDatabase, createTestDatabase, endConnections, runSql } from '#test/postgres';
import { hasRedis, startTestRedis } from '#test/redis';

import { boardChanges } from './change-log.table.ts';
import { renewEpochs } from './epochs.ts';
import type { KnownPresence } from './room-presence.ts';

type Scene = Awaited<ReturnType<typeof buildBoard>>;

const health = async (app: TestApp) => (await app.request('GET', '/health/ready')).body;
const lost = {
  status: 'degraded',
  reasons: [expect.stringMatching(/^the database went on from an earlier state at 20/)],
};

async function boardOf(app: TestApp, { path }: Pick<Scene, 'path'>, as: TestUser): Promise<Board> {
  return app.read(as, `${path}/board`, Board);
}

/** Deletes everything on the board after `seq`, as missing on a standby. */
async function loseAfter({ db }: TestApp, { meeting }: Scene, seq: number): Promise<void> {
  await db.write(async (tx) => {
    await tx.delete(boardChanges).where(gt(boardChanges.seq, seq));
    await setHead({ db: tx }, meeting.id, { seq });
  });
}

/** A promotion as seen by nodes: every connection ends, and the next ones have another timeline. */
async function promote({ db, connection }: TestApp): Promise<void> {
  await db.execute(sql`update database_identity set timeline = '00000000'`);
  await endConnections(connection);
}

describe('a lost part of the history', () => {
  it('S-35, S-40: on another timeline no statement reaches the database before epochs are renewed', async () => {
    await using app = await buildTestApp({}, { isNew: true });
    const scene = await buildBoard(app);
    const { owner, member, meeting, note, path, follow } = scene;
    const { id } = await note(owner, 'kept');
    const one = await app.get(owner, `${path}/notes/${id}`);
    const edit = (content: string, ifMatch?: string | null) =>
      app.request('PUT', `${path}/notes/${id}`, {
        as: owner,
        body: { content },
        ...(ifMatch && { headers: { 'If-Match': ifMatch } }),
      });
    const lostEdit = await edit('lost', one.headers.get('etag'));
    expect(lostEdit.status).toBe(200);
    const before = await boardOf(app, scene, owner);
    await using live = await app.live(owner, meeting.id, before.seq);

    await loseAfter(app, scene, before.seq - 1);
    await app.db.update(notes).set({ version: 1, content: 'kept' }).where(eq(notes.id, id));
    await promote(app);
    // The next change gets the lost one's seq, but never its version.
    const next = await edit('another device');
    expect(next.headers.get('etag')).not.toBe('"2"');
    expect((await edit('overwritten', lostEdit.headers.get('etag'))).status).toBe(412);
    expect((await edit('on what it saw', next.headers.get('etag'))).status).toBe(200);

    const { epoch } = await boardOf(app, scene, owner);
    expect(epoch).not.toBe(before.epoch);
    expect((await live.untilType('resync')).data).toMatchObject({ epoch });
    expect(await app.read(member, `${path}/events?since=${before.seq}`, EventsPage)).toMatchObject({
      epoch,
    });
    await using newcomer = await follow(member);
    await note(owner, 'after it');
    for (const each of [live, newcomer]) {
      await expect.poll(() => textsOf(each)).toContain('after it');
    }
    expect(await health(app)).toEqual(lost);

    // The old primary returns.
    await app.db.execute(sql`update database_identity set renewals = 0`);
    await endConnections(app.connection);
    expect((await edit('on the old primary')).status).toBe(503);
  });

  it('S-40: a board whose head is below what a node has delivered gets a new epoch', async () => {
    await using app = await buildTestApp({}, { isNew: true });
    const scene = await buildBoard(app);
    const { owner, member, meeting, note } = scene;
    for (const text of ['one', 'two', 'three']) await note(owner, text);
    const before = await boardOf(app, scene, owner);
    await using live = await app.live(owner, meeting.id, before.seq);
    await loseAfter(app, scene, before.seq - 2);
    const { data } = await live.untilType('resync');
    expect(data).toMatchObject({ seq: before.seq - 2 });
    const after = await boardOf(app, scene, member);
    expect(after).toMatchObject({ epoch: data.epoch, epoch_seq: before.seq - 2 });
    await note(member, 'in the new history');
    await expect.poll(() => seqsOf(live)).toEqual([before.seq - 1]);
    expect(await health(app)).toEqual(lost);
  });
});

it.skipIf(!hasRedis)(
  'S-40: two databases with a common past on one Redis share neither notes nor presence',
  async () => {
    await using redis = await startTestRedis();
    await using original = await createTestDatabase();
    const parts = { redisUrl: redis.url, beside: original };
    let scene: Scene;
    {
      await using first = await buildTestApp({}, parts);
      scene = await buildBoard(first);
    }
    const { owner, member, meeting, note, follow } = scene;
    await using copy = await copyDatabase(original);
    // On its own server it would have another system identifier or timeline.
    await runSql(copy.connection, `update database_identity set timeline = '00000000'`);
    await using here = await buildTestApp({}, parts);
    await using there = await buildTestApp({}, { ...parts, beside: copy });
    await using near = await follow(owner, here);
    await using far = await follow(member, there);
    await note(owner, 'in the original', here);
    await note(member, 'in the copy', there);
    await expect.poll(() => textsOf(near)).toEqual(['in the original']);
    await expect.poll(() => textsOf(far)).toEqual(['in the copy']);
    const shown = ({ presence }: KnownPresence) => presence.map(({ userId }) => userId);
    expect(shown(await here.rooms.presence(meeting.id))).toEqual([owner.id]);
    expect(shown(await there.rooms.presence(meeting.id))).toEqual([member.id]);
  },
);

const boards = 4500;
const makeBoards = `
  insert into users (id, email, password_hash) values (md5('user')::uuid, 'ada@example.com', '');
  insert into teams (id, name) values (md5('team')::uuid, 'Rocket');
  insert into meetings (id, team_id, owner_id, name, settings)
    select md5(n::text)::uuid, md5('team')::uuid, md5('user')::uuid, 'Retro', '{}'
    from generate_series(1, ${boards}) as n;
  update board_heads set epoch = md5('old')::uuid, seq = 7`;
const refuseLongStatements = `
  create function refuse() returns trigger language plpgsql as $$
  begin
    if (select count(*) from renewed) > 2000 then raise 'too many boards in one statement'; end if;
    return null;
  end $$;
  create trigger refuse after update on board_heads referencing new table as renewed
    for each statement execute function refuse()`;

it('renews every board, at most 2,000 per statement', async () => {
  await using database = await createTestDatabase();
  const { connection } = database;
  await runSql(connection, makeBoards);
  await runSql(connection, refuseLongStatements);
  const db = openDatabase(connection, { log: collectLog('warn').log });
  try {
    expect(await db.write((tx) => renewEpochs(tx))).toBe(boards);
    const left = `select from board_heads where epoch = md5('old')::uuid or epoch_seq is distinct from seq`;
    expect(await runSql(connection, left)).toEqual([]);
    expect(await runSql(connection, 'select distinct epoch from board_heads')).toHaveLength(boards);
  } finally {
    await db.close();
  }
});
