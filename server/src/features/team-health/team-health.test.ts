import { TeamHealth } from '@wentwell/contract/health/team-health';
import { describe, expect, it } from 'vitest';

import { buildAnonymousMeeting } from '#test/anonymous-scene';
import { buildBoard } from '#test/board-scene';
import { buildTestApp, fileApp, type TestUser } from '#test/build-test-app';
import { buildDiscussion } from '#test/discussion-scene';
import { buildUser } from '#test/factories';

const app = await fileApp();

const finish = (path: string, as: TestUser) => app.put(as, path, { status: 'closed' });
const ask = (id: string, query: string, call: { as: TestUser; headers?: Record<string, string> }) =>
  app.request('GET', `/api/v1/teams/${id}/health${query}`, { ...call });
const healthOf = async (id: string, as: TestUser, query = '') =>
  TeamHealth.parse((await ask(id, query, { as })).body);

describe('the health of a team', () => {
  it('R-241 shows the results of closed retros', async () => {
    const scene = await buildDiscussion(app, 'grouping');
    const { owner, member, team, path, first, second, lead, note, enter } = scene;
    await note(owner, 'Fourth');
    await enter('discussing');
    await lead({ current: first });
    const agree = (body: object) => app.post(owner, `${path}/actions`, body);
    await agree({ text: 'Ask', topic_id: first, due_on: '2020-01-01' });
    await lead({ current: second });
    expect((await healthOf(team.id, member)).retros).toEqual([]);
    await finish(path, owner);
    const health = await healthOf(team.id, member);
    expect(health).toMatchObject({
      answers_min: 3,
      retros: [
        {
          mood: null,
          topics: { discussed: 2, with_action: 1 },
          actions: { agreed: 1, done: 0, kept_twice: 0, open: 1, overdue: 1 },
        },
      ],
      morale: null,
      focus: 0.5,
      delivery_risk: 'high',
      actions_per_retro: 1,
    });
    expect(health.sentences.map(({ text }) => text)).toEqual([
      '1 of 1 open action items is overdue.',
    ]);
    const table = await ask(team.id, '?separator=semicolon', {
      as: member,
      headers: { accept: 'text/csv' },
    });
    expect(table.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(table.text.split('\r\n')[1]).toMatch(/^Sprint 12;[^;]+;;;;;;;2;1;1;0;0;1;1$/);
  });

  it('R-129, R-241 counts an action item for the topic that its note has joined', async () => {
    const scene = await buildDiscussion(app, 'grouping');
    const { owner, member, team, path, first, second, lead, note, enter } = scene;
    await note(owner, 'Fourth');
    await enter('discussing');
    await lead({ current: first });
    await app.post(owner, `${path}/actions`, { text: 'Ask', topic_id: first });
    await enter('grouping');
    await app.post(owner, `${path}/groups`, { note_ids: [first, second] });
    await finish(path, owner);
    const [retro] = (await healthOf(team.id, member)).retros;
    expect(retro?.topics).toEqual({ discussed: 1, with_action: 1 });
  });

  it('R-242 counts scores of finished meetings by their totals only', async () => {
    await using other = await buildTestApp();
    const { ada, bob, eve, team, call } = await buildAnonymousMeeting(other, 'joining');
    for (const who of [ada, bob, eve]) await call(who, 'PUT /mood', { score: 4 });
    await call(ada, 'PUT ', { status: 'closed' });
    const address = `/api/v1/teams/${team.id}/health`;
    const { text, body } = await other.get(bob.as, address);
    expect(TeamHealth.parse(body).morale).toEqual({ mean: 4, trend: 'steady' });
    expect(text).not.toMatch(/person|people|Adalovelacia|author/);
  });

  it('is for members only, and accepts 1 to 52 retros', async () => {
    const { owner, team } = await buildBoard(app);
    expect((await ask(team.id, '', { as: await buildUser(app) })).status).toBe(404);
    for (const last of ['0', '53', 'all']) {
      expect((await ask(team.id, `?last=${last}`, { as: owner })).status).toBe(422);
    }
    expect((await healthOf(team.id, owner, '?last=52')).retros).toEqual([]);
  });
});
