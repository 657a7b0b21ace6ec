// A meeting's team, team changes, and the abilities in every response.
import { MeetingForCaller } from '@wentwell/contract/meetings/meetings';
import { describe, expect, it } from 'vitest';

import { fileApp } from '#test/build-test-app';
import { buildTeam } from '#test/factories';
import { buildMeetingScene, type MeetingScene } from '#test/meeting-scene';

const app = await fileApp();

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
    const scene = await buildMeetingScene({ app, status: 'planned' });
    const { admin, call } = scene;
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

describe('a caller’s abilities', () => {
  it('are in every answer: owner, admin, member and superuser', async () => {
    const scene = await buildMeetingScene({ app });
    const { owner, admin, member, call, team } = scene;
    const seen = async (as: typeof owner) => {
      const one = MeetingForCaller.parse((await call('GET', '', { as })).body);
      expect((await app.get(as, `/api/v1/teams/${team.id}/meetings`)).body).toEqual([one]);
      return one.abilities;
    };
    expect(await seen(owner)).toEqual({ change: true, lead: true });
    expect(await seen(admin)).toEqual({ change: true, lead: false });
    expect(await seen(member)).toEqual({ change: false, lead: false });
  });
});
