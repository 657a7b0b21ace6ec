import { randomBytes } from 'node:crypto';

import { Action, ListedAction } from '@wentwell/contract/actions/actions';
import { Board } from '@wentwell/contract/board/snapshot';
import { ImportedMeeting } from '@wentwell/contract/exports/meeting-export';
import { Badge } from '@wentwell/contract/health/badges';
import { TeamHealth } from '@wentwell/contract/health/team-health';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { countedMeetings } from '#server/features/actions/actions.table';
import { checkInTurns } from '#server/features/check-in/check-ins.table';
import { users } from '#server/features/users/users.table';
import { buildAnonymousMeeting, makeKey } from '#test/anonymous-scene';
import { buildBoard } from '#test/board-scene';
import { buildTestApp, fileApp, type TestUser } from '#test/build-test-app';
import { buildDiscussion } from '#test/discussion-scene';
import { buildMeeting, buildUser } from '#test/factories';
import { holdTable } from '#test/held-table';
import { buildImporter, exported } from '#test/import-scene';

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
    const ofOldNode = health.sentences.map(({ text, refs }) => ({ text, refs }));
    expect(TeamHealth.parse({ ...health, sentences: ofOldNode })).toEqual(health);
    const ids = health.sentences.flatMap(({ refs }) => refs.map(({ id }) => id)).join(',');
    for (const [chosen, texts] of [
      [ids, ['Ask']],
      [team.id, []],
    ]) {
      const found = await app.get(member, `/api/v1/teams/${team.id}/actions?ids=${String(chosen)}`);
      expect(
        ListedAction.array()
          .parse(found.body)
          .map(({ text }) => text),
      ).toEqual(texts);
    }
    const table = await ask(team.id, '?separator=semicolon', {
      as: member,
      headers: { accept: 'text/csv' },
    });
    expect(table.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(table.text.split('\r\n')[1]).toMatch(/^Sprint 12;[^;]+;;;;;;;2;1;1;0;0;1;1;0,5;high;$/);
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
    const { text, body } = await other.get(bob.as, `/api/v1/teams/${team.id}/health`);
    expect(TeamHealth.parse(body).morale).toEqual({ mean: 4, trend: 'steady' });
    expect(text).not.toMatch(/person|people|Adalovelacia|author/);
  });

  it.each([
    ['', 'wrote', false],
    [' of an earlier version', 'wrote', true],
    [' of an earlier version', 'answered the check-in', true],
  ])(
    'R-241 counts a closed retro%s, also after its people, who %s, were erased',
    async (_, how, isOld) => {
      const { owner, member, team, meeting, path, note } = await buildBoard(app);
      for (const as of how === 'wrote' ? [owner, member] : []) await note(as, 'Here');
      await finish(path, owner);
      await app.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, member.id));
      // As closed by an earlier version, which kept the turns.
      if (isOld) await app.db.update(countedMeetings).set({ together: null });
      if (how !== 'wrote') {
        const turn = { meetingId: meeting.id, teamId: team.id, phaseStartedAt: new Date() };
        const turns = [owner, member].map(({ id: userId }) => ({ ...turn, userId }));
        await app.db.insert(checkInTurns).values(turns);
      }
      const superuser = await buildUser(app, { isSuperuser: true });
      const erased = `/api/v1/admin/permanent/users/${member.id}`;
      expect((await app.delete(superuser, erased)).status).toBe(204);
      expect((await healthOf(team.id, owner)).retros).toHaveLength(1);
    },
  );

  it('R-127, R-241 counts a retro that two people rated after its end, also in its action items', async () => {
    const { owner, member, team, path, note } = await buildBoard(app);
    await note(owner, 'One wrote for all');
    const items = `/api/v1/teams/${team.id}/actions`;
    const add = async (text: string) => Action.parse((await app.post(owner, items, { text })).body);
    const done = await add('Done');
    await add('Open');
    await finish(path, owner);
    await app.put(owner, `/api/v1/actions/${done.id}`, { status: 'done' });
    await add('Later');
    const seen = async () =>
      Object.fromEntries(
        (await app.read(owner, items, z.array(Action))).map((item) => [
          item.text,
          item.meetings_seen,
        ]),
      );
    expect(await seen()).toEqual({ Done: 0, Later: 0, Open: 0 });
    for (const as of [owner, member]) {
      const authorKey = randomBytes(32).toString('base64url');
      for (const score of [4, 5]) {
        const rated = await app.request('PUT', `${path}/worth`, { as, authorKey, body: { score } });
        expect(rated.status).toBe(200);
      }
    }
    expect((await healthOf(team.id, owner)).retros).toHaveLength(1);
    expect(await seen()).toEqual({ Done: 1, Later: 0, Open: 1 });
  });

  it('R-127 stores a rating after the end together with its count', async () => {
    const { owner, path } = await buildBoard(app);
    await finish(path, owner);
    const by = { as: owner, authorKey: makeKey(1) };
    await using held = await holdTable(app, 'actions_counted_meetings');
    const rating = app.request('PUT', `${path}/worth`, { ...by, body: { score: 4 } });
    await held.untilWaiting(1);
    await held.failWaiting();
    expect((await rating).status).toBe(503);
    await held.release();
    const { body } = await app.request('GET', `${path}/board`, by);
    expect(Board.parse(body).check_in.worth_mine).toBeNull();
  });

  it('R-241 counts no copy imported into the team that held the retro', async () => {
    const { owner, member, team, path, note, enter } = await buildBoard(app);
    await note(owner, 'One');
    await note(member, 'Two');
    await enter('discussing');
    const agreed = await app.post(owner, `${path}/actions`, { text: 'Ask' });
    await finish(path, owner);
    await app.put(owner, `/api/v1/actions/${Action.parse(agreed.body).id}`, { status: 'done' });
    const body = await exported(app, path, owner);
    const elsewhere = await buildImporter(app);
    for (const { id, as } of [
      { id: team.id, as: owner },
      { id: elsewhere.team.id, as: elsewhere.owner },
    ]) {
      const copy = await app.request('POST', `/api/v1/teams/${id}/imports`, { as, body });
      expect(copy.status).toBe(201);
      expect((await healthOf(id, as)).retros).toMatchObject([{ actions: { open: 1 } }]);
    }
    const at = `/api/v1/teams/${team.id}/imports?as_live=true`;
    const live = await app.request('POST', at, { as: owner, body });
    const items = `/api/v1/teams/${team.id}/actions`;
    await app.post(owner, items, { text: 'Still open' });
    await finish(`/api/v1/meetings/${ImportedMeeting.parse(live.body).id}`, owner);
    const open = await app.read(owner, `${items}?status=open`, z.array(Action));
    expect(open).toMatchObject([{ meetings_seen: 0 }]);
    expect((await healthOf(team.id, owner)).retros).toHaveLength(1);
    for (const _ of ['once', 'copied']) await elsewhere.imported({ ...body, start_time: null });
    expect((await healthOf(elsewhere.team.id, elsewhere.owner)).retros).toHaveLength(2);
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

async function badgesAt(path: string, as: TestUser) {
  return app.read(as, `/api/v1${path}`, z.array(Badge));
}
const names = (badges: readonly Badge[]) => badges.map(({ badge }) => badge).toSorted();

describe('badges', () => {
  it('R-281 are earned by closed retros of two people, for team and persons', async () => {
    const { owner, member, team, meeting, path, note } = await buildBoard(app);
    const ofTeam = `/teams/${team.id}/badges`;
    await note(owner, 'Only I was here');
    await finish(path, owner);
    expect(await badgesAt(ofTeam, member)).toEqual([]);

    const next = await buildMeeting(app, { owner, team, phase: 'grouping', name: 'Sprint 13' });
    const write = (as: TestUser) =>
      app.post(as, `/api/v1/meetings/${next.id}/notes`, { content: 'Hello' });
    await write(owner);
    await write(member);
    expect(await badgesAt(ofTeam, member)).toEqual([]);
    await finish(`/api/v1/meetings/${next.id}`, owner);
    const badges = await badgesAt(ofTeam, member);
    expect(names(badges)).toEqual(['every_voice_heard', 'first_retro']);
    expect(badges.find(({ badge }) => badge === 'every_voice_heard')).toMatchObject({
      title: 'Every voice heard',
      description: 'Everyone who took part wrote a note. Anonymous meetings do not count.',
      times: 1,
      meeting_id: next.id,
      meeting_name: 'Sprint 13',
    });
    expect(await badgesAt('/me/badges', member)).toMatchObject([
      { badge: 'first_retro', description: 'You took part in your first retro.' },
    ]);
    expect(meeting.id).not.toBe(next.id);

    // A deleted retro earns no badges.
    await app.delete(owner, `/api/v1/meetings/${next.id}`);
    expect(await badgesAt(ofTeam, member)).toEqual([]);
  });

  it('R-283 count voters of an anonymous meeting, never authors', async () => {
    await using other = await buildTestApp();
    const { ada, bob, eve, team, enter, call, write } = await buildAnonymousMeeting(other);
    const note = await write(bob, 'The canary sings');
    await write(eve, 'The sparrow sings');
    await enter('voting');
    for (const who of [ada, bob]) await call(who, `PUT /topics/${note.id}/votes`, { count: 1 });
    await call(ada, 'PUT ', { status: 'closed' });
    const badgesOf = async (as: TestUser, path = '/me/badges') => {
      return names(await other.read(as, `/api/v1${path}`, z.array(Badge)));
    };
    expect(await badgesOf(ada.as)).toEqual(['first_retro']);
    expect(await badgesOf(bob.as)).toEqual(['first_retro']);
    // Eve only wrote anonymously, so her participation is unknown.
    expect(await badgesOf(eve.as)).toEqual([]);
    expect(await badgesOf(eve.as, `/teams/${team.id}/badges`)).toEqual(['first_retro']);
  });

  it('R-283, R-284 signed notes of an anonymous meeting earn nobody a badge', async () => {
    await using other = await buildTestApp();
    const { ada, bob, eve, team, enter, call, write } = await buildAnonymousMeeting(other);
    const signed = [await write(bob, 'Mine'), await write(eve, 'Hers')];
    await write(ada, "Nobody's");
    await enter('revealing');
    for (const [at, who] of [bob, eve].entries()) {
      expect((await call(who, `POST /notes/${signed[at]?.id}/signature`)).status).toBe(200);
    }
    await call(ada, 'PUT ', { status: 'closed' });
    const read = async (path: string) => {
      return names(await other.read(bob.as, `/api/v1${path}/badges`, z.array(Badge)));
    };
    expect(await read(`/teams/${team.id}`)).toEqual(['first_retro']);
    expect(await read('/me')).toEqual([]);
  });

  it('R-241 count the same retros as all figures: two took part in any way', async () => {
    const { owner, member, team, path, topic } = await buildBoard(app);
    const { id } = await topic(owner, 'Only I wrote');
    await app.post(owner, `${path}/phase/transition`, { phase: 'voting' });
    const vote = { as: member, body: { count: 1 } };
    await app.request('PUT', `${path}/topics/${id}/votes`, vote);
    await finish(path, owner);
    expect(
      (await app.read(owner, `/api/v1/teams/${team.id}/health`, TeamHealth)).retros,
    ).toHaveLength(1);
    expect(names(await badgesAt(`/teams/${team.id}/badges`, owner))).toEqual(['first_retro']);
  });

  it('R-284 a team earns them even if members only wrote anonymously', async () => {
    await using other = await buildTestApp();
    const { ada, bob, eve, team, call, write } = await buildAnonymousMeeting(other);
    await write(bob, 'The canary sings');
    await write(eve, 'The sparrow sings');
    await call(ada, 'PUT ', { status: 'closed' });
    expect(
      names(await other.read(bob.as, `/api/v1/teams/${team.id}/badges`, z.array(Badge))),
    ).toEqual(['first_retro']);
    expect((await other.get(bob.as, '/api/v1/me/badges')).body).toEqual([]);
  });

  it('R-287 are hidden while the team has disabled them, also its members’', async () => {
    const { owner, member, team, path, note } = await buildBoard(app);
    await note(owner, 'One');
    await note(member, 'Two');
    await finish(path, owner);
    const change = (recognition: boolean, as: TestUser) =>
      app.put(as, `/api/v1/teams/${team.id}`, { recognition });
    expect((await change(false, member)).status).toBe(403);
    expect((await change(false, owner)).body).toMatchObject({ recognition: false });
    expect(await badgesAt(`/teams/${team.id}/badges`, member)).toEqual([]);
    expect(await badgesAt('/me/badges', member)).toEqual([]);
    await change(true, owner);
    expect(await badgesAt('/me/badges', member)).toHaveLength(1);
  });

  it('R-286 of a team are for its members only', async () => {
    const { team } = await buildBoard(app);
    const path = `/api/v1/teams/${team.id}/badges`;
    expect((await app.get(await buildUser(app), path)).status).toBe(404);
  });
});
