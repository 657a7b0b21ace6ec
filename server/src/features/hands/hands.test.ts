import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { buildBoard, follow } from '#test/board-scene';
import { buildTestApp, fileApp, type TestApp, type TestUser } from '#test/build-test-app';
import { buildUser } from '#test/factories';
import { leavings } from '#test/team-scene';

const app = await fileApp();

async function buildHands(app: TestApp) {
  const board = await buildBoard(app, 'writing');
  const { path, member } = board;
  return {
    ...board,
    set: (as: TestUser, raised: boolean, headers = {}) =>
      app.request('PUT', `${path}/hand`, { as, body: { raised }, headers }),
    setOf: (as: TestUser, whose: TestUser, raised: boolean) =>
      app.put(as, `${path}/hand`, { raised, user_id: whose.id }),
    lowerAll: (as: TestUser) => app.delete(as, `${path}/hands`),
    up: async (as: TestUser = member, node = app) => (await board.boardOf(as, node)).hands,
  };
}

describe('a raised hand', () => {
  it('R-85: is visible to everybody in the order of raising', async () => {
    const { owner, member, set, up } = await buildHands(app);
    expect(await set(member, true)).toMatchObject({ status: 200, body: { hands: [member.id] } });
    const inOrder = [member.id, owner.id];
    expect((await set(owner, true)).body).toEqual({ hands: inOrder });
    // Raising twice keeps the position. Lowering and raising again does not.
    await set(member, true);
    expect(await up(member)).toEqual(inOrder);
    await set(member, false);
    await set(member, true);
    expect(await up(owner)).toEqual([owner.id, member.id]);
  });

  it('R-86: is lowered by its member, and by leads, who also lower all', async () => {
    const { owner, member, set, setOf, lowerAll, up } = await buildHands(app);
    await set(member, true);
    await set(owner, true);
    for (const answer of [
      await setOf(member, owner, false),
      await lowerAll(member),
      await setOf(owner, await buildUser(app), true),
    ]) {
      expect(answer).toMatchObject({
        status: 403,
        body: { detail: expect.stringContaining('You can only raise your own hand.') },
      });
    }
    expect(await up()).toEqual([member.id, owner.id]);
    expect(await setOf(owner, member, false)).toMatchObject({
      status: 200,
      body: { hands: [owner.id] },
    });
    expect((await setOf(member, member, true)).body).toEqual({ hands: [owner.id, member.id] });
    expect((await lowerAll(owner)).status).toBe(204);
    expect(await up()).toEqual([]);
    expect((await lowerAll(owner)).status).toBe(204);
  });

  it('R-87: survives a phase change, and ends with the meeting', async () => {
    const { owner, member, meeting, path, set, enter, up } = await buildHands(app);
    await set(member, true);
    await enter('discussing');
    expect(await up()).toEqual([member.id]);
    await app.put(owner, path, { status: 'closed' });
    expect(await up()).toEqual([]);
    expect(await set(member, true)).toMatchObject({
      status: 409,
      body: { detail: 'The meeting is not live.' },
    });
    const { rows } = await app.db.execute(
      sql`select from board_records where meeting_id = ${meeting.id}`,
    );
    expect(rows).toEqual([]);
  });

  it.each(Object.entries(leavings))(
    'R-88: is lowered by a change of the board if its member %s',
    async (_, leave) => {
      const { owner, member, team, meeting, set, up } = await buildHands(app);
      await set(member, true);
      await using live = await follow(app, owner, meeting.id);
      expect((await leave(app, team, member)).status).toBeLessThan(300);
      expect(await live.untilType('board_changed')).toMatchObject({
        data: { put: [], remove: [{ type: 'hand', id: member.id }] },
      });
      expect(await up(owner)).toEqual([]);
    },
  );

  it('is read from its row by a node that has not seen it raised', async () => {
    await using here = await buildTestApp();
    const { member, set, up } = await buildHands(here);
    await set(member, true);
    await using there = await buildTestApp({}, { beside: here });
    expect(await up(member, there)).toEqual([member.id]);
    await here.db.execute(
      sql`update board_records set shape = 2, body = '{"of": "a newer version"}'`,
    );
    await using later = await buildTestApp({}, { beside: here });
    expect(await up(member, later)).toEqual([]);
  });
});
