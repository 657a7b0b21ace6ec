import { meetingType } from '@wentwell/contract/board/meeting';
import { Meeting } from '@wentwell/contract/meetings/meetings';
import { PhaseInfo, phases } from '@wentwell/contract/phases';
import { describe, expect, it } from 'vitest';

import { follow, recordsPut } from '#test/board-scene';
import { fileApp } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';

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
    const body = { name: ' ', team_id: id };
    expect(await app.post(admin, '/api/v1/meetings', body)).toMatchObject({
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
    const [owner, member] = [await buildUser(app), await buildUser(app)];
    const team = await buildTeam(app, { admin: owner, members: [member] });
    const meeting = await buildMeeting(app, { owner, team });
    await using live = await follow(app, member, meeting.id);
    const body = { phase: 'voting', duration_minutes: 5 };
    const path = `/api/v1/meetings/${meeting.id}/phase/transition`;
    const answer = await app.post(owner, path, body);
    expect(answer.body).toMatchObject({ phase: 'voting', next_phase: 'discussing' });
    const change = await live.untilType('board_changed');
    expect(recordsPut(change, meetingType)).toMatchObject([{ phase: 'voting', phase_minutes: 5 }]);
  });
});
