import type { ChangeFrame } from '@wentwell/contract/board/change-frame';
import { tallyType } from '@wentwell/contract/board/votes';
import { VotesFinished, type VoteTotals } from '@wentwell/contract/discussion/votes';
import { NoteId } from '@wentwell/contract/ids';
import { describe, expect, it } from 'vitest';

import { newId } from '#server/platform/ids';
import { fillHistory, follow, recordsPut } from '#test/board-scene';
import { fileApp } from '#test/build-test-app';
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
    const body = { id: newId(NoteId), content: 'Do it', note_type: 'action' };
    await app.post(owner, `${path}/notes`, body);
    await enter('voting');
    for (const topic of [newId(NoteId), deleted, other.topics[0], body.id]) {
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
      body: { code: 'VOTE_LIMITS_RISE', detail: 'Once voting has begun, limits can only rise.' },
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

describe('being done voting', () => {
  it('R-103: is visible to everybody, and ends with the phase', async () => {
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

  it('are shown even if the hourly history is full', async () => {
    const { member, meeting, topics, vote, enter, seen } = await buildVoting(app);
    await vote(member, [topics[0], 2]);
    await fillHistory(app, meeting);
    expect((await vote(member, [topics[0], 1])).status).toBe(429);
    expect((await enter('discussing')).status).toBe(200);
    expect(await seen(member)).toMatchObject({ totals: { [topics[0] ?? '']: { votes: 2 } } });
  });
});
