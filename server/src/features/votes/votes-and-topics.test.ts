// docs/retro.md: votes stay with their notes when topics change.
import type { UserId } from '@wentwell/contract/ids';
import { describe, expect, it } from 'vitest';

import { fileApp, type TestApp } from '#test/build-test-app';
import { FollowedBoard } from '#test/followed-board';

import { buildVoting } from './votes-scene.suite.ts';

const app = await fileApp();

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
