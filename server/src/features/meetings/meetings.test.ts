import { meetingType } from '@wentwell/contract/board/meeting';
import { Meeting, MeetingForCaller } from '@wentwell/contract/meetings/meetings';
import { PhaseInfo, phases } from '@wentwell/contract/phases';
import { describe, expect, it } from 'vitest';

import { buildBoard, recordsPut } from '#test/board-scene';
import { fileApp } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { buildMeetingScene, type MeetingScene } from '#test/meeting-scene';

const app = await fileApp();

describe('creating a meeting', () => {
  it('makes it planned, owned by its creator and visible to the team', async () => {
    const [owner, member] = [await buildUser(app), await buildUser(app)];
    const team = await buildTeam(app, { admin: owner, members: [member] });
    const start_time = '2026-12-01T08:00:00.000Z';
    const body = { name: ' Sprint 12 ', team_id: team.id, start_time, end_time: null };
    const made = await app.post(member, '/api/v1/meetings', body);

    expect(made).toMatchObject({
      status: 201,
      body: {
        name: 'Sprint 12',
        status: 'planned',
        owner_id: member.id,
        phase: 'joining',
        start_time,
      },
    });
    const plain = Meeting.parse(made.body);
    for (const path of ['/meetings', '/meetings/teams', `/teams/${team.id}/meetings`]) {
      const list = await app.get(owner, `/api/v1${path}`);
      expect(list.body, path).toMatchObject([
        { ...plain, abilities: { change: true, lead: false } },
      ]);
      expect(list.headers.get('x-total-count')).toBe('1');
    }
    expect((await app.get(owner, '/api/v1/meetings/me')).body).toEqual([]);
  });

  it('is allowed to a superuser in any team, who owns it, cannot lead, and can hand over', async () => {
    const [superuser, member] = [await buildUser(app, { isSuperuser: true }), await buildUser(app)];
    const team = await buildTeam(app, { members: [member] });
    const body = { name: 'For them', team_id: team.id };
    const made = await app.post(superuser, '/api/v1/meetings', body);
    expect(made).toMatchObject({
      status: 201,
      body: { owner_id: superuser.id, abilities: { change: true, lead: false } },
    });
    const path = `/api/v1/meetings/${Meeting.parse(made.body).id}`;
    await app.put(superuser, path, { status: 'live' });
    const led = await app.post(superuser, `${path}/phase/next`);
    expect(led.problem).toMatchObject({ status: 403, code: 'MEETING_OWNER_LEADS' });
    const handOver = { as: superuser, body: { owner_id: member.id } };
    const handed = await app.request('POST', `${path}/owner`, handOver);
    expect(handed).toMatchObject({ status: 200, body: { owner_id: member.id } });
    expect((await app.post(member, `${path}/phase/next`)).status).toBe(200);
  });

  it('requires a name', async () => {
    const { admin, id } = await buildTeam(app);
    expect(await app.post(admin, '/api/v1/meetings', { name: ' ', team_id: id })).toMatchObject({
      status: 422,
      body: { errors: [{ loc: ['body', 'name'], msg: 'Please enter a meeting name.' }] },
    });
  });
});

describe('phases', () => {
  it('advance one by one to the last', async () => {
    const owner = await buildUser(app);
    const meeting = await buildMeeting(app, { owner });
    const next = () => app.post(owner, `/api/v1/meetings/${meeting.id}/phase/next`);
    const seen = ['joining'];
    for (let step = 1; step < phases.length; step += 1) {
      seen.push(PhaseInfo.parse((await next()).body).phase);
    }
    expect(seen).toEqual(phases);
    expect(await next()).toMatchObject({
      status: 409,
      body: { detail: 'This is the final phase.' },
    });
  });

  it('can be jumped to in any order, and everybody on the board is notified', async () => {
    const { owner, member, path, follow } = await buildBoard(app, 'joining');
    await using live = await follow(member);
    const body = { phase: 'voting', duration_minutes: 5 };
    const answer = await app.post(owner, `${path}/phase/transition`, body);
    expect(answer.body).toMatchObject({ phase: 'voting', next_phase: 'discussing' });
    const change = await live.untilType('board_changed');
    expect(recordsPut(change, meetingType)).toMatchObject([{ phase: 'voting', phase_minutes: 5 }]);
  });
});

// docs/api.md A-33: optimistic locking of meetings.
const seen = (etag: string | null) => ({ 'If-Match': etag ?? '' });

describe('the version of a meeting', () => {
  it('is the ETag of every answer, and increases with every change', async () => {
    const { owner, call, meeting } = await buildMeetingScene({ app, status: 'planned' });
    const read = await call('GET', '', { as: owner });
    expect(read.headers.get('etag')).toBe(`"${meeting.version}"`);
    const renamed = await call('PUT', '', { as: owner, body: { name: 'renamed' } });
    expect(renamed.headers.get('etag')).toBe(`"${meeting.version + 1}"`);
    expect(renamed.body).toMatchObject({ version: meeting.version + 1 });
    const phase = await call('GET', '/phase', { as: owner });
    expect(phase.headers.get('etag')).toBe(renamed.headers.get('etag'));
  });

  it('admits only a change based on it: otherwise 412 with the current state', async () => {
    const { owner, admin, call } = await buildMeetingScene({ app });
    const etag = (await call('GET', '', { as: owner })).headers.get('etag');
    const rename = (as: typeof owner, name: string) =>
      call('PUT', '', { as, body: { name }, headers: seen(etag) });
    const first = await rename(owner, 'first');
    expect(first.status).toBe(200);
    const second = await rename(admin, 'second');
    expect(second.problem).toMatchObject({ status: 412, code: 'STALE_VERSION' });
    // The caller's view: the admin does not lead.
    const { abilities: _, ...meeting } = first.body as Record<string, unknown>;
    expect(second.problem?.current).toEqual({
      ...meeting,
      abilities: { change: true, lead: false },
    });
    expect((await call('GET', '', { as: owner })).body).toMatchObject({ name: 'first' });
  });

  it('applies to its deletion as well', async () => {
    const { owner: as, call, meeting } = await buildMeetingScene({ app });
    const remove = (version: number) => call('DELETE', '', { as, headers: seen(`"${version}"`) });
    expect((await remove(meeting.version - 1)).problem).toMatchObject({
      status: 412,
      current: { id: meeting.id, version: meeting.version },
    });
    expect((await remove(meeting.version)).status).toBe(204);
  });

  it.each([
    ['*', 200],
    ['"0", "NOW"', 200],
    ['W/"NOW"', 412],
    ['NOW', 422],
  ])('If-Match %j answers %i', async (header, status) => {
    const { owner, call, meeting } = await buildMeetingScene({ app });
    const headers = seen(header.replace('NOW', String(meeting.version)));
    const answer = await call('PUT', '', { as: owner, body: { name: 'x' }, headers });
    expect(answer.status).toBe(status);
    if (status === 422) {
      expect(answer.problem?.errors).toMatchObject([{ loc: ['headers', 'if-match'] }]);
    }
  });

  it('reveals no meeting that the caller may not see or change', async () => {
    const { outsider, member, call } = await buildMeetingScene({ app });
    const headers = seen('"0"');
    const body = { name: 'x' };
    const unseen = await call('PUT', '', { as: outsider, body, headers });
    const forbidden = await call('PUT', '', { as: member, body, headers });
    expect([unseen.status, forbidden.status]).toEqual([404, 403]);
  });
});

it('A-33: two `next` at once with the same If-Match advance one phase: one 200, the other 412', async () => {
  const { owner, call, meeting } = await buildMeetingScene({ app });
  const headers = seen(`"${meeting.version}"`);
  const next = () => call('POST', '/phase/next', { as: owner, headers });
  const answers = await Promise.all([next(), next()]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
  const now = await call('GET', '/phase', { as: owner });
  expect(PhaseInfo.parse(now.body).phase).toBe('writing');
  const won = answers.find(({ status }) => status === 200);
  expect(won?.headers.get('etag')).toBe(now.headers.get('etag'));
});

// A meeting's team, team changes, and the abilities in every response.
function put({ call, owner }: MeetingScene, body: object) {
  return call('PUT', '', { as: owner, body });
}

describe('moving to another team', () => {
  async function otherTeam(scene: MeetingScene, members: 'with owner' | 'without owner') {
    const { owner } = scene;
    return buildTeam(app, members === 'with owner' ? { members: [owner] } : {});
  }

  it('moves a planned meeting of a member of both, without its own notes', async () => {
    const scene = await buildMeetingScene({ app, status: 'planned' });
    const { member, call } = scene;
    const team = await otherTeam(scene, 'with owner');
    expect((await put(scene, { team_id: team.id })).body).toMatchObject({ team_id: team.id });
    expect((await call('GET', '', { as: member })).status).toBe(404);
  });

  it('assigns a new owner if the old one is not a member', async () => {
    const { admin, call } = await buildMeetingScene({ app, status: 'planned' });
    const team = await buildTeam(app, { members: [admin] });
    const moved = await call('PUT', '', { as: admin, body: { team_id: team.id } });
    expect(moved.body).toMatchObject({ team_id: team.id, owner_id: admin.id });
  });

  it.each(['live', 'planned anew'])(
    'cannot take a meeting that has been written on: %s',
    async (state) => {
      const scene = await buildMeetingScene({ app, phase: 'grouping' });
      const team = await otherTeam(scene, 'with owner');
      await scene.write(scene.owner, { content: 'not for them' });
      if (state !== 'live') {
        await put(scene, { status: 'canceled' });
        await put(scene, { status: 'planned' });
      }
      const { problem } = await put(scene, { team_id: team.id });
      expect(problem).toMatchObject({ status: 409, code: 'MEETING_TEAM_FIXED' });
    },
  );
});

it('a caller’s abilities are in every answer: owner, admin, member and superuser', async () => {
  const { owner, admin, member, call, team } = await buildMeetingScene({ app });
  const seen = async (as: typeof owner) => {
    const one = MeetingForCaller.parse((await call('GET', '', { as })).body);
    expect((await app.get(as, `/api/v1/teams/${team.id}/meetings`)).body).toEqual([one]);
    return one.abilities;
  };
  expect(await seen(owner)).toEqual({ change: true, lead: true });
  expect(await seen(admin)).toEqual({ change: true, lead: false });
  expect(await seen(member)).toEqual({ change: false, lead: false });
});
