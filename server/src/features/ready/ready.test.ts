import { describe, expect, it } from 'vitest';

import { buildBoard } from '#test/board-scene';
import { fileApp, type TestApp, type TestUser } from '#test/build-test-app';

const app = await fileApp();

async function buildReady(app: TestApp) {
  const board = await buildBoard(app, 'writing');
  const path = `${board.path}/ready`;
  return {
    ...board,
    say: (as: TestUser, body: object, headers = {}) =>
      app.request('PUT', path, { as, body, headers }),
    seen: async (as: TestUser) => (await board.boardOf(as)).ready,
  };
}

describe('being done', () => {
  it('R-81: is visible to everybody', async () => {
    const { owner, member, say, seen } = await buildReady(app);
    const both = [owner.id, member.id].toSorted();
    expect(await say(member, { ready: true })).toMatchObject({
      status: 200,
      body: { ready: [member.id] },
    });
    expect((await say(owner, { ready: true })).body).toEqual({ ready: both });
    expect(await seen(member)).toEqual(both);
    expect((await say(member, { ready: false })).body).toEqual({ ready: [owner.id] });
    expect(await seen(member)).toEqual([owner.id]);
  });

  it('R-82: ends with the phase only; returning to the phase does not restore it', async () => {
    const { owner, member, path, say, enter, seen } = await buildReady(app);
    await say(member, { ready: true });
    await app.put(owner, path, { name: 'Renamed' });
    expect(await seen(owner)).toEqual([member.id]);
    await enter('voting');
    expect(await seen(owner)).toEqual([]);
    await enter('writing');
    expect(await seen(owner)).toEqual([]);
  });

  it('R-82: for a phase that has ended is refused', async () => {
    const { owner, member, say, enter, seen } = await buildReady(app);
    await enter('voting');
    expect(await say(member, { ready: true, phase: 'writing' })).toMatchObject({
      status: 409,
      body: { detail: 'The meeting has moved to another phase.' },
    });
    expect(await seen(owner)).toEqual([]);
    expect((await say(member, { ready: true, phase: 'voting' })).status).toBe(200);
  });

  it('loses nobody among simultaneous calls', async () => {
    const { owner, member, say, seen } = await buildReady(app);
    const words = Array.from({ length: 21 }, (_, index) => index % 2 === 0);
    await Promise.all(
      words.flatMap((ready) => [say(owner, { ready }), say(member, { ready: true })]),
    );
    await say(owner, { ready: true });
    expect(await seen(owner)).toEqual([owner.id, member.id].toSorted());
  });
});
