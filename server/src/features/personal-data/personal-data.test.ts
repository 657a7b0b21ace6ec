// The export contains all data of the user, and none of others.
import { PersonalData } from '@wentwell/contract/accounts/personal-data';
import { Note } from '@wentwell/contract/notes/notes';
import { expect, it } from 'vitest';

import { fileApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';

const app = await fileApp();

const api = '/api/v1';

it('is one file of what the person wrote and did, without deleted and others’ content', async () => {
  const owner = await buildUser(app, { firstName: 'Olga' });
  const member = await buildUser(app, { firstName: 'Mika' });
  const team = await buildTeam(app, { admin: owner, members: [member], name: 'Rocket' });
  const meeting = await buildMeeting(app, { owner, team, phase: 'grouping', name: 'Sprint 12' });
  const board = `${api}/meetings/${meeting.id}`;
  const write = async (as: TestUser, content: string) => {
    const answer = await app.post(as, `${board}/notes`, { content, note_type: 'went_well' });
    return Note.parse(answer.body).id;
  };
  await write(owner, 'a note of somebody else');
  const kept = await write(member, 'pairing worked');
  const gone = await write(member, 'written in anger');
  await app.delete(member, `${board}/notes/${gone}`);
  await app.put(member, `${board}/notes/${kept}/reactions/👍`);
  const theirs = await write(owner, 'gone as well');
  await app.put(member, `${board}/notes/${theirs}/reactions/👎`);
  await app.delete(owner, `${board}/notes/${theirs}`);
  const item = { text: 'Buy a bell', assignee_id: member.id };
  await app.post(owner, `${api}/teams/${team.id}/actions`, item);
  const columns = [
    { id: 'shipped', title: 'Shipped', prompt: '', tone: 'success', kind: 'notes', icon: 'rocket' },
  ];
  for (const as of [owner, member]) {
    const body = { name: as === owner ? 'Olga’s own' : 'Quick look', columns, settings: {} };
    expect((await app.post(as, `${api}/teams/${team.id}/templates`, body)).status).toBe(201);
  }

  const answer = await app.get(member, `${api}/me/export`);
  expect(answer.headers.get('content-disposition')).toContain('attachment');
  const data = PersonalData.parse(answer.body);
  expect(data.account).toMatchObject({ id: member.id, email: member.email, first_name: 'Mika' });
  expect(data.teams).toMatchObject([{ name: 'Rocket', role: 'member' }]);
  expect(data.notes).toMatchObject([
    { meeting: { id: meeting.id, name: 'Sprint 12' }, text: 'pairing worked' },
  ]);
  expect(data.action_items).toMatchObject([
    { text: 'Buy a bell', assigned_to_me: true, created_by_me: false },
  ]);
  expect(data.templates).toMatchObject([{ team_id: team.id, name: 'Quick look' }]);
  expect(data.reactions).toEqual([{ meeting_id: meeting.id, note_id: kept, emoji: '👍' }]);
  expect(data.sessions).toMatchObject([{ id: member.sessionId, current: true }]);
  expect(data.meetings_led).toEqual([]);
  expect(answer.text).not.toMatch(/somebody else|in anger|Olga/);

  // Former members keep their texts and get no new team data.
  await app.post(member, `${api}/teams/${team.id}/leave`);
  const left = await app.get(member, `${api}/me/export`);
  expect(PersonalData.parse(left.body)).toMatchObject({
    teams: [],
    notes: [{ meeting: { id: meeting.id, name: null }, text: 'pairing worked' }],
  });
  expect(left.text).not.toMatch(/Rocket|Sprint|Quick look/);
});

it('contains the person’s audit entries and nothing about others', async () => {
  const admin = await buildUser(app);
  const member = await buildUser(app);
  const team = await buildTeam(app, { admin, members: [member] });
  const path = `${api}/teams/${team.id}/members/${member.id}`;
  expect((await app.put(admin, path, { role: 'admin' })).status).toBe(200);
  const exported = async (as: TestUser) =>
    (await app.read(as, `${api}/me/export`, PersonalData)).audit_log;
  const act = { at: expect.any(String), action: 'change_role', address: '127.0.0.1' };
  expect(await exported(admin)).toEqual([
    { ...act, target_kind: 'users', target_id: member.id },
    { ...act, target_kind: 'teams', target_id: team.id },
  ]);
  expect(await exported(member)).toEqual([]);
});
