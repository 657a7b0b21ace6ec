// docs/retro.md R-103: during voting, boards with different votes of others are indistinguishable.
import { boardHash } from '@wentwell/contract/board/board-hash';
import { RecordedBoard } from '@wentwell/contract/board/recorded-board';
import { describe, expect, it } from 'vitest';

import { follow } from '#test/board-scene';
import { buildTestApp, fileApp, type TestApp, type TestUser } from '#test/build-test-app';
import { collectLog } from '#test/collect-log';
import { buildUser } from '#test/factories';

import { buildVoting } from './votes-scene.suite.ts';

const app = await fileApp();

type Voter = 'voter' | 'third';
/** Votes by voter and topic. All worlds have equally many changes. */
type World = readonly (readonly [Voter, topic: number, count: number])[];

const worlds: Record<string, World> = {
  'three for one topic': [
    ['voter', 0, 1],
    ['voter', 0, 2],
    ['voter', 0, 3],
  ],
  'one for each of three': [
    ['voter', 0, 1],
    ['voter', 1, 1],
    ['voter', 2, 1],
  ],
  'many, and all of them taken back': [
    ['voter', 2, 3],
    ['voter', 2, 1],
    ['voter', 2, 0],
  ],
  'by somebody else': [
    ['third', 1, 3],
    ['third', 0, 2],
    ['third', 0, 1],
  ],
  'by two people': [
    ['third', 1, 1],
    ['voter', 1, 1],
    ['voter', 0, 3],
  ],
};

const anyName = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|Person Number \d+|person-\d+@/g;

/** Normalizes lines: numbers names and ids by first occurrence, removes times and presence. */
function storyOf(lines: readonly string[]): string[] {
  const names = new Map<string, string>();
  return lines
    .filter((line) => !line.includes('"presence_update"'))
    .map((line) =>
      line
        .replace(/"presence":\[[^\]]*\]/, '')
        // The question of the day depends on the meeting's id.
        .replace(/"question":"[^"]*"/g, '"question":"of the day"')
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
        .replace(anyName, (name) => {
          const known = names.get(name) ?? `name-${names.size}`;
          names.set(name, known);
          return known;
        }),
    );
}

/** All HTTP responses to a user about a board, as text. */
async function answersOf(app: TestApp, as: TestUser, at: { path: string; topic: string }) {
  const { path, topic } = at;
  const get = (address: string) => app.get(as, address);
  const put = (address: string, body: object) =>
    app.request('PUT', address, { as, body, headers: { 'Idempotency-Key': 'the-same-key' } });
  const answers = [
    await put(`${path}/topics/${topic}/votes`, { count: 3 }),
    await put(`${path}/topics/${topic}/votes`, { count: 9 }),
    await put(`${path}/votes/finished`, { finished: true }),
    await get(path),
    await get(`${path}/board`),
    await get(`${path}/events?since=0`),
    await get(`${path}/notes`),
    await get(`${path}/notes/${topic}`),
    await get(`${path}/phase`),
    await get('/api/v1/notes/me'),
    await get('/api/v1/meetings'),
    await get('/api/v1/admin/audit'),
    await get('/api/v1/admin/deleted/notes'),
    await get('/api/v1/admin/stats/soft-deletes'),
  ];
  return answers.map(({ status, body }) => JSON.stringify({ status, body }));
}

/** Plays a world. Resolves with everything each kind of observer received. */
async function play(world: World) {
  const { log, lines } = collectLog('info');
  await using app = await buildTestApp({}, { log });
  const scene = await buildVoting(app, { topics: 4 });
  const { owner, member: watcher, meeting, path, topics, vote, addMember } = scene;
  const voters = { voter: await addMember(), third: await addMember() };
  const root = await buildUser(app, { isSuperuser: true });
  const seen: Record<string, string[]> = {};
  const topic = topics[3] ?? '';
  await using there = await follow(app, watcher, meeting.id);
  const key = { 'Idempotency-Key': 'the-same-key' };
  await vote(voters.voter, [topic, 1], { headers: key });
  for (const [who, index, count] of world) {
    expect((await vote(voters[who], [topics[index], count])).status).toBe(200);
  }
  for (const [name, as] of Object.entries({ watcher, owner, root })) {
    const answers = await answersOf(app, as, { path, topic });
    await using late = await app.live(as, meeting.id, 0);
    const { seq, records } = await app.read(as, `${path}/records`, RecordedBoard);
    // Wait for the history first, because pings are answered even before it is read.
    await late.until((frame) => 'seq' in frame && frame.seq === seq);
    const data = { seq, hash: boardHash(records) };
    late.send({ type: 'check', data });
    await late.roundTrip();
    expect(late.frames.some(({ type }) => type === 'resync')).toBe(false);
    seen[name] = storyOf([...answers, ...late.received]);
  }
  await there.roundTrip();
  seen['live'] = storyOf(there.received);
  const logged = JSON.stringify(lines());
  for (const id of topics) expect(logged).not.toContain(id);
  return seen;
}

describe('R-103: while voting, others see the same', () => {
  it('whoever votes for whatever', async () => {
    const played = new Map<string, Record<string, string[]>>();
    for (const [name, world] of Object.entries(worlds)) played.set(name, await play(world));
    const [first, ...others] = [...played.values()];
    for (const other of others) expect(other).toEqual(first);
  });

  it('and only voters get their own votes', async () => {
    const { owner, member, meeting, topics, vote } = await buildVoting(app);
    const [topic = ''] = topics;
    await using own = await follow(app, member, meeting.id);
    await using other = await follow(app, owner, meeting.id);
    await vote(member, [topic, 2]);
    const mine = { type: 'vote', note_id: topic, user_id: member.id, count: 2 };
    expect(await own.untilType('board_changed')).toMatchObject({
      userId: member.id,
      data: { put: [], own: { put: [mine], remove: [] } },
    });
    const toOthers = await other.untilType('board_changed');
    expect(toOthers.userId).toBeNull();
    expect(toOthers.data).toEqual({ command: null, put: [], remove: [] });
  });
});
