import { randomBytes } from 'node:crypto';

import { checkInType } from '@wentwell/contract/board/check-in';
import { Board } from '@wentwell/contract/board/snapshot';
import { NewSpectatorLink, SpectatorSession } from '@wentwell/contract/guests/spectators';
import { EventsPage } from '@wentwell/contract/live/live';
import { describe, expect, it } from 'vitest';

import { ageDatabase } from '#test/age-database';
import { changesOf, follow, recordsPut } from '#test/board-scene';
import { buildTestApp, fileApp, said, type TestApp, type TestUser } from '#test/build-test-app';
import { collectLog } from '#test/collect-log';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { storedRows } from '#test/stored-rows';

const app = await fileApp();

const day = 24 * 60 * 60 * 1000;

type KeyHeader = Record<string, string>;

/** Builds a meeting in the joining phase with a team of `size`. Each member has an author key. */
async function buildScores(app: TestApp, size = 6) {
  const owner = await buildUser(app);
  const members: TestUser[] = [];
  for (let n = 1; n < size; n += 1) members.push(await buildUser(app));
  const people = [owner, ...members];
  const team = await buildTeam(app, { admin: owner, members });
  const meeting = await buildMeeting(app, { owner, team });
  const path = `/api/v1/meetings/${meeting.id}`;
  const keys = people.map(() => randomBytes(32).toString('base64url'));
  const keyOf = (as: TestUser) => ({ 'X-Author-Key': keys[people.indexOf(as)] ?? '' });
  const give = (
    as: TestUser,
    { headers = keyOf(as), ...given }: { mood?: unknown; worth?: unknown; headers?: KeyHeader },
  ) => {
    const [[what, score] = []] = Object.entries(given);
    return app.request('PUT', `${path}/${what}`, { as, body: { score }, headers });
  };
  return {
    owner,
    people,
    team,
    meeting,
    path,
    keys,
    give,
    /** Sends scores sequentially. Returns the statuses. */
    async giveAll(what: 'mood' | 'worth', scores: readonly number[], from = 0): Promise<number[]> {
      const statuses = [];
      for (const [index, score] of scores.entries()) {
        statuses.push((await give(people[from + index] ?? owner, { [what]: score })).status);
      }
      return statuses;
    },
    enter: (phase: string) => app.post(owner, `${path}/phase/transition`, { phase }),
    edit: (body: object) => app.put(owner, path, body),
    async seen(as: TestUser = owner, headers = {}) {
      const answer = await app.request('GET', `${path}/board`, { as, headers });
      return Board.parse(answer.body).check_in;
    },
    keyOf,
  };
}

describe('moods', () => {
  it('hold their meeting in its team, also if it is planned again', async () => {
    const { owner, give, edit } = await buildScores(app);
    const other = await buildTeam(app, { members: [owner] });
    expect((await give(owner, { mood: 4 })).status).toBe(200);
    for (const status of ['canceled', 'planned']) await edit({ status });
    expect((await edit({ team_id: other.id })).problem?.code).toBe('MEETING_TEAM_FIXED');
  });

  it('R-184: are shown from three answers on, to everybody alike', async () => {
    const { owner, people, meeting, giveAll, seen, keyOf } = await buildScores(app);
    await using live = await follow(app, owner, meeting.id);
    expect(await giveAll('mood', [5, 3])).toEqual([200, 200]);
    expect((await seen()).mood).toBeNull();
    await giveAll('mood', [2], 2);
    const mood = { answers: 3, mean: 3.33, histogram: [0, 1, 1, 0, 1] };
    const change = await live.untilType('board_changed');
    expect(change.userId).toBeNull();
    expect(recordsPut(change, checkInType)).toMatchObject([{ mood }]);
    expect(JSON.stringify(change)).not.toContain('mine');
    const [first = owner] = people;
    expect(await seen(first, keyOf(first))).toMatchObject({ mood, mood_mine: 5 });
    expect(await seen(first)).toMatchObject({ mood, mood_mine: null });
  });

  it('R-185: change their totals by three answers at a time, so that no difference reveals one', async () => {
    const { owner, meeting, people, give, giveAll, seen } = await buildScores(app);
    await using live = await follow(app, owner, meeting.id);
    await giveAll('mood', [4, 4, 4]);
    await giveAll('mood', [1, 2], 3);
    // Repeated scores of a user count once.
    await give(people[4] ?? owner, { mood: 5 });
    await give(people[4] ?? owner, { mood: 3 });
    expect((await seen()).mood).toMatchObject({ answers: 3, mean: 4 });
    await give(people[0] ?? owner, { mood: 5 });
    const after = { answers: 5, mean: 3.4, histogram: [1, 0, 1, 2, 1] };
    expect((await seen()).mood).toEqual(after);
    await live.until(
      (frame) =>
        frame.type === 'board_changed' && recordsPut(frame, checkInType)[0]?.mood?.answers === 5,
    );
    expect(changesOf(live)).toHaveLength(2);
  });

  it('R-184: before and after are separate; each keeps its last value', async () => {
    const { owner, enter, give, giveAll, seen, keyOf } = await buildScores(app);
    await give(owner, { mood: 1 });
    await give(owner, { mood: 2 });
    await enter('voting');
    await give(owner, { mood: 3 });
    await enter('discussing');
    await give(owner, { mood: 4 });
    await enter('closing_ready');
    expect(await giveAll('mood', [5, 5, 5])).toEqual([200, 200, 200]);
    expect(await seen(owner, keyOf(owner))).toMatchObject({
      mood: null,
      mood_mine: 3,
      mood_after: { answers: 3, mean: 5 },
      mood_after_mine: 5,
    });
  });

  it('R-184: are given from 1 to 5, with a key of 32 bytes, while the meeting is live', async () => {
    const { owner, path, give, edit } = await buildScores(app);
    for (const score of [0, 6, 2.5, '3', null]) {
      expect((await give(owner, { mood: score })).status).toBe(422);
    }
    const short = randomBytes(31).toString('base64url');
    for (const wrong of ['', 'key', short, `${short}AAA`]) {
      expect((await give(owner, { mood: 3, headers: { 'X-Author-Key': wrong } })).status).toBe(422);
    }
    expect((await app.put(owner, `${path}/mood`, { score: 3 })).problem).toMatchObject({
      status: 422,
      detail:
        'Scores are anonymous: your browser must send its author key (X-Author-Key). Please reload the page.',
    });
    await edit({ settings: { anonymous: true } });
    expect((await app.put(owner, `${path}/mood`, { score: 3 })).problem).toMatchObject({
      status: 422,
      detail:
        'This meeting is anonymous: your browser must send its author key (X-Author-Key). Please reload the page.',
    });
    await edit({ settings: { check_in: false } });
    expect((await give(owner, { mood: 3 })).body).toMatchObject({ code: 'CHECK_IN_OFF' });
    await edit({ settings: { check_in: true } });
    await edit({ status: 'closed' });
    expect((await give(owner, { mood: 3 })).body).toMatchObject({ code: 'MEETING_NOT_LIVE' });
  });

  it('R-185, R-187: cannot be read one by one by answering with several keys', async () => {
    const { owner, people, give, seen } = await buildScores(app);
    expect((await give(owner, { mood: 5 })).status).toBe(200);
    const headers = { 'X-Author-Key': randomBytes(32).toString('base64url') };
    expect(said(await give(owner, { mood: 5, headers }))).toEqual([409, 'SCORED_ELSEWHERE']);
    expect((await give(people[1] ?? owner, { mood: 1 })).status).toBe(200);
    expect((await seen()).mood).toBeNull();
    expect((await give(owner, { mood: 4 })).status).toBe(200);
  });

  it('R-187: are limited to the number of members, however many keys exist', async () => {
    const { owner, path, give, giveAll, keys } = await buildScores(app, 3);
    expect(await giveAll('mood', [5, 5])).toEqual([200, 200]);
    const another = () => ({ 'X-Author-Key': randomBytes(32).toString('base64url') });
    // A new node has no record of earlier keys.
    const giveAnew = async () => {
      await using node = await buildTestApp({}, { beside: app });
      const options = { as: owner, body: { score: 1 }, headers: another() };
      const answer = await node.request('PUT', `${path}/mood`, options);
      return answer;
    };
    expect((await giveAnew()).status).toBe(200);
    expect(await giveAnew()).toMatchObject({
      status: 409,
      body: { detail: 'There are already as many answers as people in the team.' },
    });
    expect(
      (await give(owner, { mood: 2, headers: { 'X-Author-Key': keys[0] ?? '' } })).status,
    ).toBe(200);
  });
});

describe('worth', () => {
  it('R-186: is given from discussing until a day after the meeting, and shown three at a time', async () => {
    const { owner, people, enter, edit, give, giveAll, seen, path } = await buildScores(app);
    expect(await give(owner, { worth: 4 })).toMatchObject({
      status: 409,
      body: {
        detail: 'Rate the meeting from Discussing until a day after it.',
      },
    });
    await enter('discussing');
    expect(await giveAll('worth', [4, 5])).toEqual([200, 200]);
    expect((await seen()).worth).toBeNull();
    await giveAll('worth', [3, 2], 2);
    expect((await seen()).worth).toMatchObject({ answers: 3, mean: 4 });
    await edit({ status: 'closed' });
    // Publishing four would reveal the fourth as the difference.
    const three = { answers: 3, mean: 4, histogram: [0, 0, 1, 1, 1] };
    expect((await seen()).worth).toEqual(three);
    await ageDatabase(app, day - 60_000);
    expect((await give(people[4] ?? owner, { worth: 1 })).status).toBe(200);
    expect((await seen()).worth).toEqual(three);
    expect((await give(people[5] ?? owner, { worth: 1 })).status).toBe(200);
    const all = { answers: 6, mean: 2.67, histogram: [2, 1, 1, 1, 1] };
    expect((await seen()).worth).toEqual(all);
    const told = (await app.read(owner, `${path}/events?since=0`, EventsPage)).events.filter(
      (change) => recordsPut(change, checkInType).length > 0,
    );
    expect(told).toHaveLength(2);
    await ageDatabase(app, 60_000);
    expect((await give(people[5] ?? owner, { worth: 1 })).status).toBe(409);
    expect((await seen()).worth).toEqual(all);
  });

  it('R-186: stays hidden with fewer than three answers, also after the meeting', async () => {
    const { people, owner, enter, edit, give, giveAll, seen, path } = await buildScores(app);
    await giveAll('mood', [1, 3]);
    await enter('closing_ready');
    await giveAll('worth', [4, 5]);
    await edit({ status: 'closed' });
    expect(await seen()).toMatchObject({ mood: null, worth: null });
    for (const format of ['json', 'csv', 'markdown']) {
      const { text } = await app.get(owner, `${path}/export?format=${format}`);
      expect(text, format).not.toMatch(/4\.5|"answers"|of 5/);
    }
    expect((await give(people[2] ?? owner, { worth: 3 })).status).toBe(200);
    expect(await seen()).toMatchObject({ mood: null, worth: { answers: 3, mean: 4 } });
  });

  it('R-185: the meeting’s end does not reveal one or two new ones', async () => {
    const three = { answers: 3, mean: 2, histogram: [1, 1, 1, 0, 0] };
    const ended = await buildScores(app);
    await ended.giveAll('mood', [1, 3, 2, 5, 5]);
    await ended.edit({ status: 'closed' });
    const left = await buildScores(app);
    await left.giveAll('mood', [1, 3, 2, 5]);
    await left.edit({ end_time: new Date(Date.now() + 3_600_000).toISOString() });
    await ageDatabase(app, 3_600_000 + day);
    for (const { owner, seen, path } of [ended, left]) {
      expect((await seen()).mood).toEqual(three);
      const file = await app.get(owner, `${path}/export?format=json`);
      expect(file.body).toMatchObject({ check_in: { mood: three.histogram } });
    }
  });
});

it('R-187: nothing stored, logged or sent ties a score to its author', async () => {
  const { log, lines } = collectLog('trace');
  await using app = await buildTestApp({}, { log });
  const { owner, people, meeting, keys, enter, give, giveAll, seen } = await buildScores(app);
  await using live = await follow(app, owner, meeting.id);
  await giveAll('mood', [5, 4, 3, 2]);
  await enter('closing_ready');
  await giveAll('worth', [1, 2, 3]);
  const twice = { 'X-Author-Key': keys[0] ?? '', 'Idempotency-Key': 'again' };
  await give(owner, { worth: 2, headers: twice });
  await give(owner, { worth: 2, headers: twice });
  await live.until(
    (frame) =>
      frame.type === 'board_changed' && (recordsPut(frame, checkInType)[0]?.worth ?? null) !== null,
  );
  const names = ['worth', 'mood', ...keys];
  for (const { table, text } of await storedRows(app)) {
    if (!names.some((name) => text.includes(name))) continue;
    expect(['check_ins', 'board_changes'], text).toContain(table);
    for (const { id, email } of people) {
      // The owner appears as creator and leader, but not for their scores.
      if (id === owner.id && table === 'board_changes' && !text.includes('score.set')) continue;
      expect(text).not.toContain(id);
      expect(text).not.toContain(email);
    }
    expect(keys.some((key) => text.includes(key))).toBe(false);
  }
  expect(await seen(people[1] ?? owner)).toMatchObject({ mood_mine: null, worth_mine: null });
  // Request counts are logged at the latest when the node stops.
  await app[Symbol.asyncDispose]();
  const text = lines().map((line) => JSON.stringify(line));
  expect(text.filter((line) => keys.some((key) => line.includes(key)))).toEqual([]);
  const counted = lines().filter(({ route }) => /\/(mood|worth)$/.test(String(route)));
  expect(counted.reduce((sum, { count }) => sum + Number(count), 0)).toBeGreaterThanOrEqual(9);
  const given = counted.map((line) => JSON.stringify(line));
  for (const line of given) {
    expect(line).not.toMatch(/userId|address/);
    for (const { id } of people) expect(line).not.toContain(id);
  }
  const changes = changesOf(live).filter((change) => recordsPut(change, checkInType).length > 0);
  expect(changes).toHaveLength(2);
  for (const { id } of people) expect(JSON.stringify(changes)).not.toContain(id);
});

describe('the setting ANSWERS_MIN', () => {
  it('R-242: is the minimum for board, screen, exports and health', async () => {
    await using strict = await buildTestApp({ ANSWERS_MIN: '5' });
    const { owner, team, enter, edit, giveAll, seen, path } = await buildScores(strict);
    const link = await strict.post(owner, `${path}/spectator-link`);
    const session = await strict.request('POST', '/api/v1/spectator/session', {
      body: { secret: NewSpectatorLink.parse(link.body).secret },
    });
    const { access_token: token } = SpectatorSession.parse(session.body);
    const told = async (): Promise<string> => {
      const answers = await Promise.all([
        strict.get(owner, `${path}/records`),
        ...['json', 'csv', 'markdown'].map((format) =>
          strict.get(owner, `${path}/export?format=${format}`),
        ),
        strict.request('GET', '/api/v1/spectator/board', { token }),
        strict.get(owner, `/api/v1/teams/${team.id}/health`),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      return answers.map(({ text }) => text).join('\n');
    };
    await giveAll('mood', [1, 1, 2, 2]);
    expect((await seen()).mood).toBeNull();
    await giveAll('mood', [3], 4);
    expect((await seen()).mood).toMatchObject({ answers: 5, mean: 1.8 });
    await enter('closing_ready');
    await giveAll('worth', [4, 4, 4, 5]);
    expect(await seen()).toMatchObject({ worth: null, answers_min: 5 });
    expect(await told()).not.toContain('4.25');
    await edit({ status: 'closed' });
    expect(await seen()).toMatchObject({ mood: { answers: 5 }, worth: null });
    expect(await told()).not.toContain('4.25');
    await giveAll('worth', [5], 4);
    expect((await seen()).worth).toMatchObject({ answers: 5, mean: 4.4 });
  });

  it('R-242: a higher value hides earlier totals with fewer answers', async () => {
    const { owner, meeting, giveAll, edit, path } = await buildScores(app);
    await giveAll('mood', [1, 3, 2]);
    await using strict = await buildTestApp({ ANSWERS_MIN: '4' }, { beside: app });
    await using live = await strict.live(owner, meeting.id, 0);
    await live.until(
      (frame) => frame.type === 'board_changed' && recordsPut(frame, checkInType).length > 0,
    );
    const resumed = changesOf(live).flatMap((change) => recordsPut(change, checkInType));
    expect(resumed).toMatchObject([{ mood: null }]);
    await edit({ status: 'closed' });
    expect((await strict.read(owner, `${path}/board`, Board)).check_in.mood).toBeNull();
    const told = (await strict.read(owner, `${path}/events?since=0`, EventsPage)).events.flatMap(
      (event) => recordsPut(event, checkInType),
    );
    expect(told).toMatchObject([{ mood: null }]);
  });
});
