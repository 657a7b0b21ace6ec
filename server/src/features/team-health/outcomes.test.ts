import { randomBytes } from 'node:crypto';

import { Action } from '@wentwell/contract/actions/actions';
import { Outcome } from '@wentwell/contract/actions/outcomes';
import { ActionId } from '@wentwell/contract/ids';
import type { Meeting } from '@wentwell/contract/meetings/meetings';
import { AuthorHash } from '@wentwell/contract/notes/author-keys';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { newId } from '#server/platform/ids';
import { changesOf, follow } from '#test/board-scene';
import { buildTestApp, fileApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { FollowedBoard } from '#test/followed-board';
import { exported } from '#test/import-scene';
import { storedRows } from '#test/stored-rows';

import { askedActions, differenceOf } from './outcomes.ts';

const app = await fileApp();

const newKey = () => ({ 'X-Author-Key': randomBytes(32).toString('base64url') });

/** Builds a team of five with a done action item. */
async function buildDone() {
  const people: TestUser[] = [];
  for (let n = 0; n < 5; n += 1) people.push(await buildUser(app));
  const [owner, ...members] = people as [TestUser, ...TestUser[]];
  const team = await buildTeam(app, { admin: owner, members });
  const list = `/api/v1/teams/${team.id}`;
  const add = async (text: string) =>
    Action.parse((await app.post(owner, `${list}/actions`, { text })).body);
  const change = (id: Action['id'], body: object) => app.put(owner, `/api/v1/actions/${id}`, body);
  const action = await add('Small changes first');
  await change(action.id, { status: 'done' });
  const end = (path: string, status = 'closed') => app.put(owner, path, { status });
  async function next(): Promise<{ meeting: Meeting; path: string }> {
    const meeting = await buildMeeting(app, { owner, team });
    return { meeting, path: `/api/v1/meetings/${meeting.id}` };
  }
  /** Holds a retro with `count` participants. */
  async function hold(count = 2): Promise<string> {
    const { path } = await next();
    for (const as of people.slice(0, count)) {
      await app.request('PUT', `${path}/mood`, { as, body: { score: 4 }, headers: newKey() });
    }
    await end(path);
    return path;
  }
  return {
    people,
    owner,
    team,
    action,
    add,
    change,
    end,
    next,
    hold,
    asked: async (path: string) => {
      const { body } = await app.get(owner, `${path}/board`);
      return (body as { did_it_help?: Action[] }).did_it_help?.map(({ id }) => id);
    },
    say: (as: TestUser, outcome: string, { id = action.id, headers = newKey() } = {}) =>
      app.request('PUT', `/api/v1/actions/${id}/outcome`, { as, body: { outcome }, headers }),
  };
}

describe('did it help', () => {
  it('R-271: is asked in joining after two closed retros of two people or more', async () => {
    const { owner, team, action, end, next, hold, asked } = await buildDone();
    const first = await next();
    expect(await asked(first.path)).toEqual([]);
    await end(first.path, 'canceled');
    await hold();
    await hold(1);
    const second = await next();
    expect(await asked(second.path)).toEqual([]);
    await end(second.path);
    await hold();
    const third = await next();
    expect(await asked(third.path)).toEqual([action.id]);
    const enter = (phase: string) => app.post(owner, `${third.path}/phase/transition`, { phase });
    const followed = await FollowedBoard.open(app, { path: third.path, as: owner });
    await enter('writing');
    expect(await asked(third.path)).toBeUndefined();
    await enter('joining');
    expect(await asked(third.path)).toEqual([action.id]);
    await followed.catchUp();
    await using node = await buildTestApp({}, { beside: app });
    const { body } = await node.get(owner, `${third.path}/board`);
    expect(body).toMatchObject({ did_it_help: [{ id: action.id }], since_last_time: [] });
    await enter('writing');
    await hold();
    expect(await asked((await next()).path)).toEqual([]);
    expect(team.id).toBe(action.team_id);
  });

  it('R-271: is asked by one of two retros at once, also when the first has left joining', async () => {
    const { owner, action, end, next, hold, asked } = await buildDone();
    await hold();
    await hold();
    const first = await next();
    expect(await asked((await next()).path)).toEqual([]);
    await app.post(owner, `${first.path}/phase/transition`, { phase: 'writing' });
    expect(await asked((await next()).path)).toEqual([]);
    await end(first.path, 'canceled');
    expect(await asked((await next()).path)).toEqual([action.id]);
  });

  it('R-271: is asked by one of two retros that start at once', async () => {
    const { owner, team, action, hold, asked } = await buildDone();
    await hold();
    await hold();
    await using node = await buildTestApp({}, { beside: app });
    for (let round = 0; round < 6; round += 1) {
      const paths: string[] = [];
      for (let n = 0; n < 2; n += 1) {
        const { id } = await buildMeeting(app, { owner, team, status: 'planned' });
        paths.push(`/api/v1/meetings/${id}`);
      }
      const set = (status: string) =>
        Promise.all(paths.map((path, at) => (at === 0 ? app : node).put(owner, path, { status })));
      await set('live');
      const found = await Promise.all(paths.map(asked));
      expect(found.flat()).toEqual([action.id]);
      await set('canceled');
    }
  });

  it('R-271: follows later changes of the action item', async () => {
    const { owner, action, change, next, hold, asked } = await buildDone();
    await hold();
    await hold();
    const { path } = await next();
    const followed = await FollowedBoard.open(app, { path, as: owner });
    await change(action.id, { text: 'Smaller changes first' });
    expect(await asked(path)).toEqual([action.id]);
    await change(action.id, { status: 'open' });
    expect(await asked(path)).toEqual([]);
    await change(action.id, { status: 'done' });
    expect(await asked(path)).toEqual([action.id]);
    const as = owner;
    await app.delete(as, `/api/v1/actions/${action.id}`);
    expect(await asked(path)).toEqual([]);
    await app.post(as, `/api/v1/actions/${action.id}/restore`);
    expect(await asked(path)).toEqual([action.id]);
    await followed.catchUp();
  });

  it('R-272: is answered with one key, while asked', async () => {
    const { owner, people, action, add, next, hold, say } = await buildDone();
    const other = await add('Never done');
    expect((await say(owner, 'better')).status).toBe(404);
    await hold();
    await hold();
    const { path } = await next();
    const headers = newKey();
    expect((await say(owner, 'better', { headers })).body).toEqual({ outcome: 'better' });
    expect((await say(owner, 'worse', { headers })).status).toBe(200);
    expect((await say(owner, 'same')).body).toMatchObject({ code: 'SCORED_ELSEWHERE' });
    expect((await say(owner, 'same', { id: other.id, headers })).status).toBe(404);
    expect((await say(owner, 'great', { headers })).status).toBe(422);
    const bare = { as: people[1] ?? owner, body: { outcome: 'same' } };
    const unkeyed = await app.request('PUT', `/api/v1/actions/${action.id}/outcome`, bare);
    expect(unkeyed.body).toMatchObject({ code: 'SCORE_KEY_MISSING' });
    await app.post(owner, `${path}/phase/transition`, { phase: 'writing' });
    expect((await say(owner, 'better', { headers })).status).toBe(404);
  });

  it('R-272: nothing stored or sent ties an answer to its author', async () => {
    const { owner, people, hold, next, say } = await buildDone();
    await hold();
    await hold();
    const { meeting } = await next();
    await using live = await follow(app, owner, meeting.id);
    const keys = people.map(newKey);
    for (const [at, as] of people.entries()) {
      const headers = { ...keys[at], 'Idempotency-Key': `answer ${at}` } as ReturnType<
        typeof newKey
      >;
      expect((await say(as, 'better', { headers })).status).toBe(200);
    }
    expect(changesOf(live)).toEqual([]);
    for (const { table, text } of await storedRows(app)) {
      if (!text.includes('"better"')) continue;
      expect(table).toBe('check_ins');
      for (const { id } of people) expect(text).not.toContain(id);
      for (const key of keys) expect(text).not.toContain(key['X-Author-Key']);
    }
  });

  it('R-272: shows totals of closed retros from three answers on, to members only', async () => {
    const { owner, team, people, action, add, change, end, next, hold, say } = await buildDone();
    const few = await add('A second person on call');
    await change(few.id, { status: 'done' });
    const told = async (as = owner) =>
      (await app.get(as, `/api/v1/teams/${team.id}/outcomes`)).body;
    await hold();
    await hold();
    const asking = await next();
    await app.post(owner, `${asking.path}/phase/transition`, { phase: 'grouping' });
    for (const as of people.slice(0, 2)) {
      const body = { content: 'Small changes first help reviews', note_type: 'went_well' };
      await app.post(as, `${asking.path}/notes`, body);
    }
    await app.post(owner, `${asking.path}/phase/transition`, { phase: 'joining' });
    const keys = people.map(newKey);
    const answers = ['better', 'better', 'better', 'same', 'unknown'] as const;
    for (const [at, as] of people.entries()) {
      const headers = keys[at] ?? newKey();
      await say(as, answers[at] ?? 'same', { headers });
      if (at < 2) await say(as, 'worse', { id: few.id, headers });
    }
    const helped = async () => (await exported(app, asking.path, owner)).did_it_help;
    expect([await told(), await helped()]).toEqual([
      { answers_min: 3, made_difference: null, actions: [] },
      [],
    ]);
    await end(asking.path);
    const known = { better: 3, same: 1, worse: 0, unknown: 1 };
    const similar = { before: 0, since: 2 };
    expect(await told()).toEqual({
      answers_min: 3,
      made_difference: { made: 1, of: 1 },
      actions: [
        { action_id: few.id, text: few.text, outcome: null, similar: { before: 0, since: 0 } },
        { action_id: action.id, text: action.text, outcome: known, similar },
      ],
    });
    expect(await helped()).toEqual([{ text: action.text, ...known }]);
    const table = await app.get(owner, `${asking.path}/export?format=csv`);
    const counts = "Better: 3, Same: 1, Worse: 0, Can't tell: 1";
    expect(table.text).toContain(`did it help,,Small changes first,"${counts}",,,,,,,,,,,5`);
    expect(await told(await buildUser(app))).toMatchObject({ code: 'NOT_FOUND' });
    expect((await app.get(owner, `/api/v1/teams/${team.id}/health`)).body).toMatchObject({
      made_difference: { made: 1, of: 1 },
      sentences: [
        { text: '3 of 5 say it is better since “Small changes first”.' },
        { text: 'Action items that made a difference: 1 of 1.' },
      ],
    });
  });
});

const asked = [1, 2, 3].map((at) => ({ id: newId(ActionId), text: `Try ${at}` }));
const anyAnswers = fc.array(
  fc.array(fc.option(fc.constantFrom(...Outcome.options)), { minLength: 3, maxLength: 3 }),
  { maxLength: 14 },
);

it('R-272, R-273 outcomes below the minimum are neither shown nor counted', () => {
  const check = (answers: (Outcome | null)[][], answersMin: number) => {
    const outcomes = Object.fromEntries(
      answers.map((own, by) => [
        AuthorHash.parse(`key ${by}`),
        Object.fromEntries(asked.flatMap(({ id }, at) => (own[at] ? [[id, own[at]]] : []))),
      ]),
    );
    const rows = asked.map((each) => ({
      ...each,
      meetingId: null,
      topicId: null,
      doneAt: null,
      outcomes,
    }));
    const count = (at: number, which?: Outcome) =>
      answers.filter((own) => own[at] && (!which || own[at] === which)).length;
    const told = askedActions(rows, answersMin);
    expect(told.toReversed().map(({ outcome }) => outcome !== null)).toEqual(
      asked.map((_, at) => count(at) >= answersMin),
    );
    const known = asked.map((_, at) => at).filter((at) => count(at) >= answersMin);
    const made = known.filter(
      (at) => count(at, 'better') > count(at, 'same') + count(at, 'worse'),
    ).length;
    const { made_difference, sentences } = differenceOf(told);
    expect(made_difference).toEqual(known.length === 0 ? null : { made, of: known.length });
    const named = sentences.flatMap(({ refs }) => refs.map(({ id }) => id as string));
    expect(named.filter((id) => !known.some((at) => asked[at]?.id === id))).toEqual([]);
    for (const { text, refs, rule } of sentences) {
      const numbers = (text.match(/\d+/g) ?? []).map(Number);
      const [first] = refs.map(({ id }) => asked.findIndex((each) => each.id === id));
      const all = [made, known.length];
      const one = [count(first ?? 0, 'better'), count(first ?? 0)];
      expect(numbers.slice(0, 2), text).toEqual(rule === undefined ? one : all);
    }
    if (known.length === 0) expect(sentences).toEqual([]);
  };
  fc.assert(fc.property(anyAnswers, fc.integer({ min: 3, max: 12 }), check));
});
