// The check-up: anonymous answers to a meeting's questions (docs/retro.md ).
import { randomBytes } from 'node:crypto';

import { Board } from '@wentwell/contract/board/snapshot';
import { MeetingExport } from '@wentwell/contract/exports/meeting-export';
import { MeetingForCaller } from '@wentwell/contract/meetings/meetings';
import { Team } from '@wentwell/contract/teams/teams';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { memberships } from '#server/features/teams/teams.table';
import { users } from '#server/features/users/users.table';
import { changesOf, follow } from '#test/board-scene';
import { buildTestApp, fileApp, type TestApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { FollowedBoard } from '#test/followed-board';
import { sendTogether } from '#test/held-board';
import { manualClock } from '#test/manual-clock';
import { storedRows } from '#test/stored-rows';

const app = await fileApp();

const [calm, help] = ['Our releases are calm', 'I get help when I need it'] as const;

async function buildCheckUp(app: TestApp, questions: readonly string[] = [calm, help]) {
  const people: TestUser[] = [];
  for (let n = 0; n < 5; n += 1) people.push(await buildUser(app));
  const [owner, ...members] = people as [TestUser, ...TestUser[]];
  const team = await buildTeam(app, { admin: owner, members });
  const keys = people.map(() => ({ 'X-Author-Key': randomBytes(32).toString('base64url') }));
  async function next(settings: object = { check_up: questions }) {
    const meeting = await buildMeeting(app, { owner, team });
    const path = `/api/v1/meetings/${meeting.id}`;
    const edit = (body: object) => app.put(owner, path, body);
    await edit({ settings });
    const read = async (as = owner) => app.read(as, `${path}/board`, Board);
    const answer = (
      as: TestUser,
      given: { question: string; score: number },
      headers = keys[people.indexOf(as)],
    ) => app.request('PUT', `${path}/check-up`, { as, body: given, ...(headers && { headers }) });
    return {
      meeting,
      path,
      edit,
      read,
      enter: (phase: string) => app.post(owner, `${path}/phase/transition`, { phase }),
      answer,
      /** Sends one answer per user, sequentially. */
      async answerAll(question: string, scores: readonly number[], from = 0) {
        for (const [at, score] of scores.entries()) {
          const as = people[from + at] ?? owner;
          expect((await answer(as, { question, score })).status).toBe(200);
        }
      },
      show: (as = owner) => app.post(as, `${path}/check-up/results`),
      shown: async () => (await read()).check_in.check_up,
    };
  }
  return { people, owner, team, keys, next };
}

describe('the check-up', () => {
  it('R-357: as its own meeting goes from joining to discussing, and is no default for the next', async () => {
    const { owner, team, next } = await buildCheckUp(app);
    const start = async () => {
      return (await app.get(owner, `/api/v1/teams/${team.id}/meeting-start`)).body;
    };
    const before = await start();
    const only = { check_up: [calm], only_check_up: true };
    const body = { name: 'Check-up', team_id: team.id, settings: only };
    const made = await app.post(owner, '/api/v1/meetings', body);
    const path = `/api/v1/meetings/${MeetingForCaller.parse(made.body).id}`;
    await app.put(owner, path, { status: 'live' });
    expect(await start()).toEqual(before);
    const note = { as: owner, body: { content: calm, note_type: 'to_improve' } };
    expect((await app.request('POST', `${path}/notes`, note)).status).toBe(201);
    const phase = async () => (await app.get(owner, `${path}/phase`)).body;
    expect(await phase()).toMatchObject({ phase: 'joining', next_phase: 'discussing' });
    await app.post(owner, `${path}/phase/next`);
    expect(await phase()).toMatchObject({ phase: 'discussing', next_phase: 'closing_ready' });
    const board = await app.read(owner, `${path}/board`, Board);
    expect(board.notes).toMatchObject([{ content: calm, hidden: false }]);
    expect(board.discussion?.current).toBe(board.notes[0]?.id);
    // A retro accepts no notes in the joining phase.
    const retro = await next();
    expect((await app.request('POST', `${retro.path}/notes`, note)).status).toBe(409);
  });

  it('R-353: is answered in joining with one key, from 1 to 5', async () => {
    const { owner, people, next } = await buildCheckUp(app);
    const { answer, edit, enter } = await next();
    const [, member = owner] = people;
    const another = { 'X-Author-Key': randomBytes(32).toString('base64url') };
    expect(await answer(owner, { question: calm, score: 4 })).toMatchObject({
      status: 200,
      body: { question: calm, score: 4 },
    });
    expect((await answer(owner, { question: calm, score: 2 })).status).toBe(200);
    expect((await answer(owner, { question: help, score: 2 }, another)).body).toMatchObject({
      code: 'SCORED_ELSEWHERE',
    });
    expect((await answer(member, { question: 'Who asks this?', score: 3 })).body).toMatchObject({
      code: 'CHECK_UP_NOT_ASKED',
    });
    for (const score of [0, 6, 2.5])
      expect((await answer(member, { question: calm, score })).status).toBe(422);
    await enter('writing');
    expect((await answer(member, { question: calm, score: 3 })).body).toMatchObject({
      code: 'CHECK_UP_NOT_NOW',
    });
    await enter('joining');
    expect((await answer(member, { question: calm, score: 3 })).status).toBe(200);
    await edit({ settings: { check_up: [] } });
    expect((await answer(member, { question: calm, score: 3 })).body).toMatchObject({
      code: 'CHECK_UP_NOT_ASKED',
    });
  });

  it('R-354: shows results on a lead’s request, with enough answers, and enough new ones later', async () => {
    const { owner, people, next } = await buildCheckUp(app);
    const { meeting, path, answer, answerAll, enter, show, shown } = await next();
    await using live = await follow(app, owner, meeting.id);
    const followed = await FollowedBoard.open(app, { path, as: owner });
    const [, member = owner] = people;
    await answerAll(calm, [1, 5]);
    expect((await show()).body).toEqual({ check_up: [] });
    expect((await show(member)).body).toMatchObject({ code: 'CHECK_IN_OWNER_ONLY' });
    await answerAll(calm, [4, 4, 1], 2);
    await answerAll(help, [3, 3]);
    expect(await shown()).toEqual([]);
    expect(changesOf(live)).toEqual([]);
    const totals = { answers: 5, mean: 3, histogram: [2, 0, 0, 2, 1] };
    expect((await show()).body).toEqual({ check_up: [{ question: calm, totals }] });
    expect(await shown()).toEqual([{ question: calm, totals }]);
    await followed.catchUp();
    await enter('writing');
    await enter('joining');
    // One more or a changed answer is not published.
    await answer(member, { question: calm, score: 2 });
    await show();
    expect(await shown()).toEqual([{ question: calm, totals }]);
    await followed.catchUp();
    await using node = await buildTestApp({}, { beside: app });
    expect((await node.read(owner, `${path}/board`, Board)).check_in.check_up).toEqual([
      { question: calm, totals },
    ]);
  });

  it('R-354: an owner who has left the team cannot show results', async () => {
    const { owner, next } = await buildCheckUp(app);
    const { show } = await next();
    await app.db.update(users).set({ isSuperuser: true }).where(eq(users.id, owner.id));
    await app.db.delete(memberships).where(eq(memberships.userId, owner.id));
    expect((await show()).body).toMatchObject({ code: 'CHECK_IN_OWNER_ONLY' });
  });

  it('R-354: shows results with enough answers at the end, in every export, and nothing else', async () => {
    const { owner, team, next } = await buildCheckUp(app);
    const { path, answerAll, edit, shown } = await next();
    await answerAll(calm, [2, 2, 3]);
    await answerAll(help, [5, 4]);
    await edit({ status: 'closed' });
    const scores = [0, 2, 1, 0, 0];
    expect(await shown()).toMatchObject([{ question: calm, totals: { histogram: scores } }]);
    const exported = async (format: string) =>
      (await app.get(owner, `${path}/export?format=${format}`)).text;
    const file = MeetingExport.parse(JSON.parse(await exported('json')));
    expect(file.check_in.check_up).toEqual([{ question: calm, scores }]);
    expect(await exported('csv')).toContain(`score,,,${calm},`);
    expect(await exported('markdown')).toContain(`- ${calm}: 2.33 of 5, 3 answers (2 × 2, 1 × 3)`);
    expect(await exported('csv')).not.toContain(help);
    const imported = await app.post(owner, `/api/v1/teams/${team.id}/imports`, file);
    expect(imported.status).toBe(201);
    const { id } = MeetingForCaller.parse(imported.body);
    expect(
      (await app.read(owner, `/api/v1/meetings/${id}/board`, Board)).check_in.check_up,
    ).toMatchObject([{ totals: { histogram: scores } }]);
  });

  it('R-354: closing keeps a score from the same transaction', async () => {
    await using quiet = await buildTestApp({}, { clock: manualClock(new Date()) });
    const { owner, people, keys, next } = await buildCheckUp(quiet);
    const { meeting, path, answerAll, enter, shown } = await next();
    await answerAll(calm, [1, 2, 3]);
    await enter('closing_ready');
    const [, member = owner, other = owner] = people;
    const [, headers = {}] = keys;
    const { answers } = await sendTogether(quiet, { owner, meeting }, [
      () => quiet.put(other, `${path}/hand`, { raised: true }),
      () => quiet.put(owner, path, { status: 'closed' }),
      () => quiet.request('PUT', `${path}/worth`, { as: member, body: { score: 4 }, headers }),
    ]);
    expect(answers).toMatchObject([{ status: 200 }, { status: 200 }]);
    const board = await quiet.request('GET', `${path}/board`, { as: member, headers });
    expect(Board.parse(board.body).check_in).toMatchObject({
      worth_mine: 4,
      check_up: [{ question: calm, totals: { answers: 3 } }],
    });
    expect(await shown()).toHaveLength(1);
  });

  it('R-354: uses ANSWERS_MIN', async () => {
    await using strict = await buildTestApp({ ANSWERS_MIN: '4' });
    const { next } = await buildCheckUp(strict);
    const { answerAll, show, shown, edit } = await next();
    await answerAll(calm, [2, 2, 3]);
    await show();
    expect(await shown()).toEqual([]);
    await answerAll(calm, [5], 3);
    await answerAll(help, [1, 1, 1]);
    await show();
    expect(await shown()).toMatchObject([{ question: calm, totals: { answers: 4 } }]);
    await edit({ status: 'closed' });
    expect(await shown()).toHaveLength(1);
  });

  it('R-353: keeps answers when the meeting changes its questions', async () => {
    const { next } = await buildCheckUp(app);
    const { answerAll, edit, show, shown } = await next();
    await answerAll(calm, [2, 2, 3]);
    await edit({ settings: { check_up: ['__proto__', help] } });
    await answerAll('__proto__', [1, 1, 1]);
    await answerAll(help, [4, 4, 4]);
    await show();
    expect((await shown()).map(({ question, totals }) => [question, totals.mean])).toEqual([
      [help, 4],
      [calm, 2.33],
      ['__proto__', 1],
    ]);
  });

  it('R-353: accepts answers to at most 60 questions, even if the meeting changes them', async () => {
    const { owner, next } = await buildCheckUp(app);
    const { answer, edit } = await next();
    const questions = Array.from({ length: 61 }, (_, at) => `Question ${at}`);
    const statuses = [];
    for (const [at, question] of questions.entries()) {
      if (at % 12 === 0) await edit({ settings: { check_up: questions.slice(at, at + 12) } });
      statuses.push((await answer(owner, { question, score: 4 })).status);
    }
    expect(statuses).toEqual([...Array(60).fill(200), 409]);
    await edit({ settings: { check_up: ['Question 0', 'Question 60'] } });
    expect((await answer(owner, { question: 'Question 0', score: 2 })).status).toBe(200);
    expect((await answer(owner, { question: 'Question 60', score: 2 })).problem).toMatchObject({
      status: 409,
      detail: 'This meeting has reached its limit of 60 questions with answers.',
    });
  });

  it('R-353: nothing stored or sent ties an answer to its author', async () => {
    const { owner, people, keys, next } = await buildCheckUp(app, ['A question like no other']);
    const { meeting, path, show } = await next();
    await using live = await follow(app, owner, meeting.id);
    for (const [at, as] of people.entries()) {
      const answer = await app.request('PUT', `${path}/check-up`, {
        as,
        body: { question: 'A question like no other', score: 1 + at },
        headers: { ...keys[at], 'Idempotency-Key': `answer ${at}` },
      });
      expect(answer.status).toBe(200);
    }
    await show();
    for (const { table, text } of await storedRows(app)) {
      for (const key of keys) expect(text).not.toContain(key['X-Author-Key']);
      if (!text.includes('A question like no other')) continue;
      expect(['check_ins', 'meetings', 'board_changes'], text).toContain(table);
      if (table === 'check_ins') for (const { id } of people) expect(text).not.toContain(id);
    }
    for (const change of changesOf(live)) {
      for (const { id } of people.slice(1)) expect(JSON.stringify(change)).not.toContain(id);
    }
  });
});

describe("the team's own questions", () => {
  it('R-352: are changed by admins, without duplicates, and change no meeting', async () => {
    const { owner, people, team, next } = await buildCheckUp(app);
    const { read } = await next();
    const [, member = owner] = people;
    const put = (as: TestUser, check_up: readonly string[]) =>
      app.put(as, `/api/v1/teams/${team.id}`, { check_up });
    expect((await put(member, [calm])).status).toBe(403);
    expect(Team.parse((await put(owner, [' Our pager is quiet '])).body).check_up).toEqual([
      'Our pager is quiet',
    ]);
    expect((await put(owner, [calm, calm])).status).toBe(422);
    expect((await put(owner, [' '])).status).toBe(422);
    expect(
      (
        await put(
          owner,
          Array.from({ length: 13 }, (_, at) => `${at}?`),
        )
      ).status,
    ).toBe(422);
    expect((await read()).meeting.settings.check_up).toEqual([calm, help]);
  });

  it('R-351: default to those of the team’s last meeting until a lead chooses', async () => {
    const { owner, team, next } = await buildCheckUp(app);
    await next();
    const answer = await app.post(owner, '/api/v1/meetings', {
      name: 'Sprint 2',
      team_id: team.id,
      template_id: null,
    });
    expect(answer.body).toMatchObject({ settings: { check_up: [calm, help] } });
  });
});
