// A former member's export contains their own texts and no later data.
import { PersonalData } from '@wentwell/contract/accounts/personal-data';
import { Action } from '@wentwell/contract/actions/actions';
import { describe, expect, it } from 'vitest';

import { buildTestApp } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';

const api = '/api/v1';

async function buildScene() {
  const app = await buildTestApp();
  const owner = await buildUser(app);
  const leaver = await buildUser(app);
  const team = await buildTeam(app, { admin: owner, members: [leaver] });
  return {
    app,
    owner,
    leaver,
    team,
    async agree(text: string): Promise<Action> {
      const path = `${api}/teams/${team.id}/actions`;
      return Action.parse((await app.post(leaver, path, { text })).body);
    },
    async leave() {
      expect((await app.post(leaver, `${api}/teams/${team.id}/leave`)).status).toBe(204);
    },
    async changeAction({ id, version }: Action, body: object) {
      const headers = { 'If-Match': `"${version}"` };
      const changed = await app.request('PUT', `${api}/actions/${id}`, {
        as: owner,
        headers,
        body,
      });
      expect(changed.status).toBe(200);
    },
    async exported() {
      const { body, text } = await app.get(leaver, `${api}/me/export`);
      return { data: PersonalData.parse(body), text };
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

describe('a former member’s export', () => {
  it('contains the action items that they wrote, as written', async () => {
    await using scene = await buildScene();
    await scene.agree('Buy a bell');
    await scene.leave();
    expect((await scene.exported()).data.action_items).toMatchObject([
      { text: 'Buy a bell', status: 'open', created_by_me: true, assigned_to_me: false },
    ]);
  });

  it('contains no text, date or status that the team set later', async () => {
    await using scene = await buildScene();
    const rewritten = await scene.agree('Buy a bell');
    const done = await scene.agree('Buy a gong');
    await scene.leave();
    await scene.changeAction(rewritten, { text: 'Confidential: move Robin', due_on: '2030-01-01' });
    await scene.changeAction(done, { status: 'done' });
    const { data, text } = await scene.exported();
    expect(data.action_items).toEqual([]);
    expect(text).not.toMatch(/Confidential|2030-01-01/);
  });

  it('names no meeting that they led', async () => {
    await using scene = await buildScene();
    const { app, owner, leaver, team } = scene;
    const meeting = await buildMeeting(app, { owner: leaver, team, name: 'Sprint 12' });
    await scene.leave();
    const body = { name: 'Reorganisation' };
    const path = `${api}/meetings/${meeting.id}`;
    expect((await app.put(owner, path, body)).status).toBe(200);
    const { data, text } = await scene.exported();
    expect(data.meetings_led).toMatchObject([{ id: meeting.id, name: null }]);
    expect(text).not.toMatch(/Reorganisation|Sprint/);
  });

  it('says that their invitations were canceled', async () => {
    await using scene = await buildScene();
    const { app, leaver, team } = scene;
    const body = { invited_user_email: 'somebody@example.com' };
    const path = `${api}/teams/${team.id}/invitations`;
    expect((await app.post(leaver, path, body)).status).toBeLessThan(300);
    expect((await scene.exported()).data.invitations_sent).toMatchObject([{ status: 'pending' }]);
    await scene.leave();
    expect((await scene.exported()).data.invitations_sent).toMatchObject([{ status: 'canceled' }]);
  });
});
