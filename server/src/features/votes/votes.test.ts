import type { ChangeFrame } from '@wentwell/contract/board/change-frame';
import { tallyType } from '@wentwell/contract/board/votes';
import { VotesFinished, type VoteTotals } from '@wentwell/contract/discussion/votes';
import { NoteId, type UserId } from '@wentwell/contract/ids';
import pg from 'pg';
import { describe, expect, it } from 'vitest';

import { newTimelessId } from '#server/platform/ids';
import { changesOf, follow, recordsPut } from '#test/board-scene';
import { buildTestApp, fileApp, type TestApp } from '#test/build-test-app';
import { buildUser } from '#test/factories';
import { FollowedBoard } from '#test/followed-board';
import { manualClock } from '#test/manual-clock';
import { buildTwoNodes } from '#test/two-nodes';

import { buildVoting } from './votes-scene.suite.ts';

const app = await fileApp();

describe('a vote', () => {
  it('R-101: sets the caller’s number, repeatedly, and can be withdrawn', async () => {
    const { member, topics, vote, seen } = await buildVoting(app);
    const [first = '', second = ''] = topics;
    const answers = [];
    for (const count of [2, 2, 3, 1, 0]) answers.push((await vote(member, [first, count])).body);
    const expected = [2, 2, 3, 1, 0].map((count) => ({ topic_id: first, count, left: 5 - count }));
    expect(answers).toEqual(expected);
    await vote(member, [second, 1]);
    expect(await seen(member)).toEqual({ mine: { [second]: 1 }, left: 4, voted: [], totals: null });
  });

  it('R-97: is for topics: no unknown id, deleted note, other board’s note, or action item', async () => {
    const { member, owner, path, topics, enter, vote } = await buildVoting(app);
    const other = await buildVoting(app);
    const [deleted = ''] = topics;
    await enter('grouping');
    await app.delete(owner, `${path}/notes/${deleted}`);
    const body = { id: newTimelessId(NoteId), content: 'Do it', note_type: 'action' };
    await app.post(owner, `${path}/notes`, body);
    await enter('voting');
    for (const topic of [newTimelessId(NoteId), deleted, other.topics[0], body.id]) {
      expect((await vote(member, [topic, 1])).status).toBe(404);
    }
  });
});

describe('the limits', () => {
  it('R-102: apply per topic and in total; lowering is always allowed', async () => {
    const { member, topics, vote, seen } = await buildVoting(app);
    const [first = '', second = ''] = topics;
    expect(await vote(member, [first, 4])).toMatchObject({
      status: 409,
      body: { detail: 'You have given this topic the maximum number of votes.' },
    });
    await vote(member, [first, 3]);
    expect(await vote(member, [second, 3])).toMatchObject({
      status: 409,
      body: { detail: 'You have no votes left.' },
    });
    expect(await seen(member)).toMatchObject({ mine: { [first]: 3 }, left: 2 });
    expect((await vote(member, [second, 2])).status).toBe(200);
    expect((await vote(member, [first, 2])).status).toBe(200);
    expect(await seen(member)).toMatchObject({ mine: { [first]: 2, [second]: 2 }, left: 1 });
  });

  it('R-102: fifty simultaneous votes on two nodes count as exactly five', async () => {
    await using nodes = await buildTwoNodes();
    const { here, there } = nodes;
    const { member, owner, topics, vote, seen } = await buildVoting(here, { topics: 25 });
    const answers = await Promise.all(
      topics.flatMap((topic) => [
        vote(member, [topic, 1], { node: here }),
        vote(member, [topic, 1], { node: there }),
        vote(owner, [topic, 1], { node: there }),
      ]),
    );
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    for (const voter of [member, owner]) {
      const { mine, left } = await seen(voter, there);
      expect(Object.values(mine)).toEqual([1, 1, 1, 1, 1]);
      expect(left).toBe(0);
    }
  });

  it('R-102: cannot be lowered once voting has begun, whatever was spent: a refusal would reveal it', async () => {
    const { member, topics, vote, limit, enter, seen } = await buildVoting(app);
    const refused = {
      status: 409,
      body: {
        code: 'VOTE_LIMITS_RISE',
        detail: 'Once voting has begun, limits can only be raised.',
      },
    };
    expect(await limit({ votes_per_person: 4 })).toMatchObject(refused);
    expect(await limit({ votes_per_topic: 2 })).toMatchObject(refused);
    expect((await limit({ votes_per_person: 20, votes_per_topic: 20 })).status).toBe(200);
    await enter('grouping');
    expect((await limit({ votes_per_person: 6, votes_per_topic: 3 })).status).toBe(200);
    await enter('voting');
    await vote(member, [topics[0], 3]);
    expect(await seen(member)).toMatchObject({ left: 3 });
    await enter('grouping');
    for (const lower of [{ votes_per_person: 5 }, { votes_per_topic: 2 }]) {
      expect(await limit(lower)).toMatchObject(refused);
    }
  });
});

it('R-103: being done voting is visible to everybody, and ends with the phase', async () => {
  const { owner, member, finish, enter, seen } = await buildVoting(app);
  const both = [owner.id, member.id].toSorted();
  expect(VotesFinished.parse((await finish(member, true)).body)).toEqual({ voted: [member.id] });
  expect((await finish(owner, true)).body).toEqual({ voted: both });
  expect((await seen(member)).voted).toEqual(both);
  expect((await finish(owner, false)).body).toEqual({ voted: [member.id] });
  await enter('discussing');
  expect((await seen(owner)).voted).toEqual([]);
  await enter('voting');
  expect((await seen(owner)).voted).toEqual([]);
});

function totalsIn(change: ChangeFrame): VoteTotals {
  const tallies = recordsPut(change, tallyType);
  return Object.fromEntries(tallies.map(({ id, votes, voters }) => [id, { votes, voters }]));
}

describe('the totals', () => {
  it('R-103, R-105: are shown once voting has ended, and hidden again on going back, with the votes kept', async () => {
    const { owner, member, meeting, topics, vote, enter, seen } = await buildVoting(app);
    const [first = '', second = ''] = topics;
    await vote(owner, [first, 2]);
    await vote(member, [first, 3]);
    await vote(member, [second, 1]);
    const totals = { [first]: { votes: 5, voters: 2 }, [second]: { votes: 1, voters: 1 } };
    await using live = await follow(app, member, meeting.id);
    await enter('discussing');
    expect(totalsIn(await live.untilType('board_changed'))).toEqual(totals);
    for (const who of [owner, member]) expect((await seen(who)).totals).toEqual(totals);
    await enter('voting');
    expect(await seen(member)).toEqual({
      mine: { [first]: 3, [second]: 1 },
      left: 1,
      voted: [],
      totals: null,
    });
  });

  it.each(['closed', 'canceled'])(
    'R-103: are told when a meeting in voting is %s',
    async (status) => {
      const { owner, member, meeting, path, topics, vote, seen } = await buildVoting(app);
      const [first = ''] = topics;
      await vote(member, [first, 2]);
      await using live = await follow(app, owner, meeting.id);
      await app.put(owner, path, { status });
      const totals = { [first]: { votes: 2, voters: 1 } };
      expect(totalsIn(await live.untilType('board_changed'))).toEqual(totals);
      expect((await seen(owner)).totals).toEqual(totals);
      if (status === 'canceled') {
        await app.put(owner, path, { status: 'planned' });
        expect((await seen(owner)).totals).toBeNull();
      }
    },
  );
});

// docs/retro.md: votes stay with their notes when topics change.
/** Three topics: the member gives the first two 2 and 1, the owner gives the second 2. */
async function buildVoted(app: TestApp) {
  const scene = await buildVoting(app);
  const { owner, member, path, topics, vote, enter } = scene;
  const [first = '', second = '', third = ''] = topics;
  await vote(member, [first, 2]);
  await vote(member, [second, 1]);
  await vote(owner, [second, 2]);
  const call = (method: string, below: string, body?: object) =>
    app.request(method, path + below, { as: owner, ...(body && { body }) });
  return {
    ...scene,
    first,
    second,
    third,
    /** Groups the notes in the grouping phase. Returns the group's id. */
    async group(noteIds: readonly string[]): Promise<string> {
      await enter('grouping');
      const made = await call('POST', '/groups', { note_ids: noteIds });
      return (made.body as { id: string }).id;
    },
    dissolve: (id: string) => call('DELETE', `/groups/${id}`),
    move: (id: string, note_type: string) => call('PUT', `/notes/${id}`, { note_type }),
    remove: (id: string) => call('DELETE', `/notes/${id}`),
    restore: (id: string) => call('POST', `/notes/${id}/restore`),
  };
}

describe('votes follow their notes', () => {
  it('R-104: into a group, which has all of them, and back to each note', async () => {
    const { owner, member, path, first, second, group, dissolve, enter, vote, seen } =
      await buildVoted(app);
    const before = [await seen(owner), await seen(member)];
    const followed = await FollowedBoard.open(app, { path, as: member });
    const id = await group([first, second]);
    await followed.catchUp();
    expect(await seen(member)).toMatchObject({ mine: { [id]: 3 }, left: 2, voted: [] });
    expect(await seen(owner)).toMatchObject({ mine: { [id]: 2 }, left: 3 });
    await dissolve(id);
    expect([await seen(owner), await seen(member)]).toEqual(before);
    const again = await group([first, second]);
    await enter('voting');
    for (const topic of [first, second]) expect((await vote(member, [topic, 1])).status).toBe(404);
    await vote(member, [again, 2]);
    await enter('grouping');
    await dissolve(again);
    // The newest note loses its votes first.
    expect((await seen(member)).mine).toEqual({ [first]: 2 });
    expect((await seen(owner)).mine).toEqual({ [second]: 2 });
  });

  it('R-104: too many on one group can only be lowered', async () => {
    const { member, first, second, limit, group, enter, vote, seen } = await buildVoted(app);
    await enter('voting');
    await vote(member, [first, 3]);
    await vote(member, [second, 2]);
    await enter('grouping');
    const id = await group([first, second]);
    await enter('voting');
    expect((await seen(member)).mine).toEqual({ [id]: 5 });
    expect((await vote(member, [id, 5])).status).toBe(200);
    expect(await vote(member, [id, 6])).toMatchObject({ body: { code: 'VOTES_PER_TOPIC' } });
    expect((await vote(member, [id, 1])).body).toMatchObject({ count: 1, left: 4 });
    expect((await vote(member, [id, 3])).status).toBe(200);
    expect(await vote(member, [id, 4])).toMatchObject({ body: { code: 'VOTES_PER_TOPIC' } });
    // Changing another setting is allowed although a merge exceeded this limit.
    expect((await limit({ votes_per_person: 5 })).status).toBe(200);
  });

  it('R-105: to their deletion, and back when restored', async () => {
    const { owner, member, path, first, second, enter, remove, restore, seen } =
      await buildVoted(app);
    await enter('discussing');
    const followed = await FollowedBoard.open(app, { path, as: member });
    await remove(second);
    const without = { [first]: { votes: 2, voters: 1 } };
    expect(await seen(member)).toMatchObject({ mine: { [first]: 2 }, left: 3, totals: without });
    expect(await seen(owner)).toMatchObject({ mine: {}, left: 5, totals: without });
    await restore(second);
    const totals = { ...without, [second]: { votes: 3, voters: 2 } };
    expect(await seen(member)).toMatchObject({ left: 2, totals });
    await followed.catchUp();
  });

  it('R-105: into the action column, and back', async () => {
    const { owner, member, first, second, third, enter, move, vote, seen, finish } =
      await buildVoted(app);
    await enter('grouping');
    await move(second, 'action');
    expect(await seen(member)).toMatchObject({ mine: { [first]: 2 }, left: 3 });
    expect(await seen(owner)).toMatchObject({ mine: {}, left: 5 });
    await enter('voting');
    expect((await vote(member, [second, 0])).status).toBe(404);
    await vote(member, [third, 3]);
    await finish(member, true);
    await enter('grouping');
    await move(second, 'went_well');
    expect(await seen(member)).toMatchObject({
      mine: { [first]: 2, [second]: 1, [third]: 3 },
      left: 0,
    });
    await enter('voting');
    expect(await vote(member, [first, 3])).toMatchObject({ body: { code: 'NO_VOTES_LEFT' } });
    expect((await vote(member, [third, 2])).body).toMatchObject({ count: 2, left: 0 });
  });
});

it('R-103: totals say how many people voted, not who', async () => {
  const { owner, member, path, first, second, enter } = await buildVoted(app);
  await enter('discussing');
  const answer = await app.get(owner, `${path}/board`);
  const { votes } = answer.body as { votes: { totals: object } };
  expect(votes.totals).toEqual({
    [first]: { votes: 2, voters: 1 },
    [second]: { votes: 3, voters: 2 },
  });
  const other: UserId = member.id;
  expect(JSON.stringify(votes)).not.toContain(other);
});

// Concurrent votes are queued per board and committed in one transaction.
it('votes in one COMMIT are a change each, and everybody gets their own; a refused one changes nothing', async () => {
  // A stopped clock prevents sweeps, because the test counts statements.
  await using app = await buildTestApp({}, { clock: manualClock(new Date()) });
  const { owner, member, meeting, topics, vote, addMember, seen } = await buildVoting(app);
  const [topic = '', other = ''] = topics;
  const [greedy, repeating, late] = [await addMember(), await addMember(), await addMember()];
  if (!greedy || !repeating || !late) throw new Error('unreachable');
  const outsider = await buildUser(app);
  const headers = { 'Idempotency-Key': 'before' };
  await vote(repeating, [topic, 1], { headers });
  await using live = await follow(app, member, meeting.id);
  const holder = new pg.Client(app.connection);
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from meetings where id = $1 for update', [meeting.id]);
  const first = vote(owner, [topic, 1]);
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await holder.query(waiting)).rowCount).toBe(1);
  const { statements } = app.db.traffic;
  const together = [
    vote(member, [topic, 2], { headers: { 'Idempotency-Key': 'of-the-member' } }),
    vote(greedy, [topic, 4], { headers }),
    vote(repeating, [topic, 1], { headers }),
    vote(outsider, [topic, 1]),
    vote(late, [other, 3]),
    vote(late, [topic, 3]),
  ];
  // All are authenticated. After the next request, all are queued.
  await expect.poll(() => app.db.traffic.statements - statements).toBe(together.length);
  await app.get(owner, '/api/v1/users/me');
  await holder.query('commit');
  await holder.end();
  expect((await first).status).toBe(200);
  const answers = await Promise.all(together);
  const statuses = answers.map(({ status }) => status);
  expect(statuses.slice(0, 4)).toEqual([200, 409, 200, 404]);
  // Two votes of one user are decided sequentially, and only one is within the limit.
  expect(new Set(statuses.slice(4))).toEqual(new Set([200, 409]));
  expect(answers[0]?.body).toEqual({ topic_id: topic, count: 2, left: 3 });
  // A refusal does not store its key.
  expect((await vote(greedy, [topic, 3], { headers })).status).toBe(200);
  await live.roundTrip();
  const emptyChange = { command: null, put: [], remove: [] };
  const mine = { type: 'vote', note_id: topic, user_id: member.id, count: 2 };
  expect(changesOf(live).map(({ data }) => data)).toEqual([
    emptyChange,
    expect.objectContaining({ own: { put: [expect.objectContaining(mine)], remove: [] } }),
    emptyChange,
    emptyChange,
  ]);
  expect((await seen(late)).left).toBe(2);
  expect((await seen(greedy)).mine).toEqual({ [topic]: 3 });
});
