// Several nodes over one database and a real Redis that fails.
import { Board } from '@wentwell/contract/board/snapshot';
import { describe, expect, it } from 'vitest';

import { buildBoard, seqsOf, textsOf } from '#test/board-scene';
import type { Answer } from '#test/build-test-app';
import { canRunRedis, hasRedis, type TestRedis } from '#test/redis';
import { buildTwoNodes, type TwoNodes } from '#test/two-nodes';

/** A board with a client on each node, both at `seq`. */
async function buildScene({ here, there }: TwoNodes) {
  const board = await buildBoard(here);
  const { owner, member, meeting, path } = board;
  const { seq } = await here.read(owner, `${path}/board`, Board);
  const near = await here.live(owner, meeting.id, seq);
  const far = await there.live(member, meeting.id, seq);
  return { ...board, near, far, seq };
}

type Scene = Awaited<ReturnType<typeof buildScene>>;

const faults: [string, (redis: TestRedis) => Promise<unknown>][] = [
  ['works', async () => undefined],
  ['loses its data', (redis) => redis.command('flushall')],
  ['answers nothing for a while', (redis) => redis.command('client', 'pause', '2500', 'all')],
  ['drops every connection', (redis) => redis.command('client', 'kill', 'type', 'pubsub')],
];

describe.skipIf(!hasRedis)('changes on two nodes', () => {
  it.each(faults)(
    'S-32, S-37: arrive completely and in one order while Redis %s',
    async (_what, fault) => {
      await using nodes = await buildTwoNodes();
      const { here, there, redis } = nodes;
      const { owner, member, near, far, note, seq } = await buildScene(nodes);
      const texts: string[] = [];
      for (let round = 0; round < 6; round += 1) {
        if (round === 2) await fault(redis);
        const [one, other] = [`from here ${round}`, `from there ${round}`];
        await Promise.all([note(owner, one, here), note(member, other, there)]);
        texts.push(one, other);
      }
      for (const live of [near, far]) {
        await expect.poll(() => textsOf(live).toSorted()).toEqual(texts.toSorted());
        expect(seqsOf(live)).toEqual(texts.map((_, index) => seq + 1 + index));
      }
      expect(textsOf(far)).toEqual(textsOf(near));
    },
  );

  it('S-33: any node resumes any client', async () => {
    await using nodes = await buildTwoNodes();
    const { owner, meeting, note, seq } = await buildScene(nodes);
    await note(owner, 'one', nodes.here);
    await note(owner, 'two', nodes.there);
    for (const node of [nodes.here, nodes.there]) {
      await using back = await node.live(owner, meeting.id, seq);
      await expect.poll(() => textsOf(back)).toEqual(['one', 'two']);
    }
  });

  it('S-28, S-29: editing marks and stored notes reach the other node, redacted there too', async () => {
    await using nodes = await buildTwoNodes();
    const { here, there } = nodes;
    const { owner, member, note, follow } = await buildBoard(here, 'writing');
    await using near = await follow(owner);
    await using far = await follow(member, there);
    const { id } = await note(owner, 'a secret');
    near.send({ type: 'note_editing', data: { note_id: id } });
    near.send({ type: 'note_updated', data: { note_id: id } });
    expect((await far.untilType('note_editing')).data).toEqual({ note_id: id });
    expect(await far.untilNoteMessage()).toMatchObject({ data: { content: '' } });
    expect(JSON.stringify([far.frames, far.noteMessages])).not.toContain('a secret');
  });
});

describe.skipIf(!canRunRedis)('a Redis that dies', () => {
  it('S-32, S-37: costs no change and no order, and neither does its return', async () => {
    await using nodes = await buildTwoNodes();
    const { here, there, redis } = nodes;
    const { owner, member, meeting, near, far, note, seq } = await buildScene(nodes);
    await note(owner, 'before', here);
    await redis.kill();
    await note(owner, 'while away, from here', here);
    await note(member, 'while away, from there', there);
    await using late = await there.live(member, meeting.id, seq);
    const away = ['before', 'while away, from here', 'while away, from there'];
    for (const live of [near, far, late]) {
      await expect.poll(() => textsOf(live)).toEqual(away);
    }
    await redis.restart();
    await note(member, 'after', there);
    for (const live of [near, far, late]) {
      await expect.poll(() => textsOf(live)).toEqual([...away, 'after']);
    }
  });

  it('S-37: does not stop writes; the node reports itself degraded', async () => {
    await using nodes = await buildTwoNodes();
    const health = async () => (await nodes.here.request('GET', '/health/ready')).body;
    await expect.poll(health).toEqual({ status: 'ready' });
    await nodes.redis.kill();
    await expect.poll(health).toMatchObject({ status: 'degraded' });
    const { owner, note, follow } = await buildBoard(nodes.here);
    await using live = await follow(owner);
    await note(owner, 'on my own');
    await expect.poll(() => textsOf(live)).toEqual(['on my own']);
  });
});

it.skipIf(!canRunRedis)(
  'a Redis that refuses changes is reported by each node until it accepts them again',
  async () => {
    await using nodes = await buildTwoNodes();
    const { here, there, redis } = nodes;
    const health = () =>
      Promise.all(
        [here, there].map(async (node) => (await node.request('GET', '/health/ready')).body),
      );
    const ready = { status: 'ready' };
    await expect.poll(health).toEqual([ready, ready]);
    // As with full memory, a full disk, or a replica.
    await redis.command('config', 'set', 'min-replicas-to-write', '1');
    const reason =
      'Redis takes no changes: people on other nodes are not shown, and limits count on each node by itself';
    const degraded = { status: 'degraded', reasons: [reason] };
    await expect.poll(health).toEqual([degraded, degraded]);
    await redis.command('config', 'set', 'min-replicas-to-write', '0');
    await expect.poll(health).toEqual([ready, ready]);
  },
);

it.skipIf(!hasRedis)('S-51, S-53: revoked rights close the sockets of the other node', async () => {
  await using nodes = await buildTwoNodes();
  const { here } = nodes;
  const rows: [string, number, (scene: Scene) => Promise<Answer>][] = [
    ['a logout', 4401, ({ member }) => here.post(member, '/api/v1/auth/logout')],
    [
      'a removal from the team',
      4403,
      ({ owner, member, team }) =>
        here.post(owner, `/api/v1/admin/teams/${team.id}/remove-user/${member.id}`),
    ],
    ['a deleted meeting', 4403, ({ owner, path }) => here.delete(owner, path)],
    ['a finished meeting', 1000, ({ owner, path }) => here.put(owner, path, { status: 'closed' })],
  ];
  for (const [what, code, act] of rows) {
    const scene = await buildScene(nodes);
    await act(scene);
    expect(await scene.far.closed, what).toBe(code);
  }
});
