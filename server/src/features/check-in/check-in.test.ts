import { Board } from '@wentwell/contract/board/snapshot';
import { CheckInRound } from '@wentwell/contract/check-in/check-in-calls';
import { describe, expect, it } from 'vitest';

import { buildBoard } from '#test/board-scene';
import { fileApp, type TestApp, type TestUser } from '#test/build-test-app';
import { buildUser } from '#test/factories';

const app = await fileApp();

async function buildCheckIn(app: TestApp) {
  const board = await buildBoard(app, 'joining');
  const { owner, path } = board;
  const call = (as: TestUser, [method, below]: [string, string], body?: object) =>
    app.request(method, `${path}/${below}`, { as, ...(body && { body }) });
  return {
    ...board,
    next: (as: TestUser) => call(as, ['POST', 'check-in/next-question']),
    hide: (as: TestUser, question_hidden: boolean) =>
      call(as, ['PUT', 'check-in'], { question_hidden }),
    turn: (as: TestUser, body: object) => call(as, ['PUT', 'check-in/turn'], body),
    enter: (phase: string) => call(owner, ['POST', 'phase/transition'], { phase }),
    edit: (body: object) => app.put(owner, path, body),
    seen: async (as: TestUser = owner) =>
      Board.parse((await call(as, ['GET', 'board'])).body).check_in,
  };
}

function questionOf({ body }: { body: unknown }): string {
  return CheckInRound.parse(body).question ?? 'none';
}

describe('the question of the day', () => {
  it('R-182: is there from the start for everybody, and the owner asks the next one', async () => {
    const { owner, member, next, hide, seen } = await buildCheckIn(app);
    const first = (await seen(member)).question;
    expect(first).toMatch(/\?$/);
    const second = questionOf(await next(owner));
    expect(second).not.toBe(first);
    expect((await hide(owner, true)).body).toMatchObject({ question_hidden: true });
    expect(questionOf(await next(owner))).not.toBe(second);
    expect(await seen(member)).toMatchObject({ question_hidden: false });
  });

  it('R-182: does not repeat among a team’s last ten', async () => {
    const { owner, team, next, seen } = await buildCheckIn(app);
    const asked = [(await seen()).question];
    for (let n = 0; n < 70; n += 1) {
      if (n % 7 > 0) {
        asked.push(questionOf(await next(owner)));
        continue;
      }
      const made = await app.post(owner, '/api/v1/meetings', { name: 'Another', team_id: team.id });
      const path = `/api/v1/meetings/${String(Object(made.body).id)}/board`;
      asked.push((await app.read(owner, path, Board)).check_in.question);
    }
    for (let from = 0; from + 10 <= asked.length; from += 1) {
      expect(new Set(asked.slice(from, from + 10)).size).toBe(10);
    }
    expect(new Set(asked).size).toBeGreaterThanOrEqual(60);
  });

  it('R-182: is led while the check-in is on', async () => {
    const { owner, next, edit } = await buildCheckIn(app);
    await edit({ settings: { check_in: false } });
    expect(await next(owner)).toMatchObject({
      status: 409,
      body: { detail: 'The check-in is switched off in this meeting.' },
    });
  });
});

describe('turns', () => {
  it('R-183: are marked by each person for themselves, and by the owner for anybody', async () => {
    const { owner, member, turn, seen } = await buildCheckIn(app);
    const outsider = await buildUser(app);
    expect(await turn(member, { done: true })).toMatchObject({
      status: 200,
      body: { turns: [member.id] },
    });
    expect((await turn(owner, { done: false, user_id: member.id })).body).toMatchObject({
      turns: [],
    });
    await turn(owner, { done: true, user_id: member.id });
    await turn(owner, { done: true });
    expect((await seen(member)).turns).toEqual([owner.id, member.id].toSorted());
    expect((await turn(member, { done: false, user_id: owner.id })).status).toBe(403);
    expect((await turn(owner, { done: true, user_id: outsider.id })).status).toBe(409);
  });

  it('R-183: are reset by a new question, and end with joining', async () => {
    const { owner, member, next, turn, enter, seen } = await buildCheckIn(app);
    await turn(member, { done: true });
    await next(owner);
    expect((await seen()).turns).toEqual([]);
    await turn(member, { done: true });
    await enter('writing');
    expect((await seen()).turns).toEqual([]);
    await enter('joining');
    expect((await seen()).turns).toEqual([]);
  });
});
