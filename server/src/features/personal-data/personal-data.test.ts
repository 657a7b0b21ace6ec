// The export contains all data of the user, and none of others.
import { PersonalData } from '@wentwell/contract/accounts/personal-data';
import { Action } from '@wentwell/contract/actions/actions';
import { Note } from '@wentwell/contract/notes/notes';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { buildAnonymousMeeting } from '#test/anonymous-scene';
import { buildTestApp, fileApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { holdTable } from '#test/held-table';

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

// docs/privacy.md: for an anonymous meeting, an export contains only data stored with the account, and no texts.
it('contains votes of anonymous meetings, and nothing written there', async () => {
  const scene = await buildAnonymousMeeting(app);
  const { ada, bob, eve, call } = scene;
  const note = await scene.write(bob, 'The canary sings');
  await scene.write(eve, 'The sparrow sings');
  await scene.enter('grouping');
  await call(bob, `PUT /notes/${note.id}/reactions/👍`);
  await scene.enter('voting');
  expect((await call(bob, `PUT /topics/${note.id}/votes`, { count: 1 })).status).toBe(200);

  // Even with the author key, because a file of own notes would prove authorship to others.
  const { body, text } = await app.request('GET', '/api/v1/me/export', bob);
  expect(PersonalData.parse(body)).toMatchObject({
    notes: [],
    comments: [],
    reactions: [],
    votes: [{ meeting_id: scene.meeting.id, note_id: note.id, count: 1 }],
  });
  expect(text).not.toMatch(/canary|sparrow|Adalovelacia|Evelynique/);
  const others = await app.get(ada.as, '/api/v1/me/export');
  expect(others.text).not.toMatch(/canary|sparrow|Bobwardian|Evelynique/);
  expect(PersonalData.parse(others.body)).toMatchObject({ votes: [], notes: [] });
});

// A former member's export contains their own texts and no later data.
async function buildFormer() {
  const owner = await buildUser(app);
  const leaver = await buildUser(app);
  const team = await buildTeam(app, { admin: owner, members: [leaver] });
  return {
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
      const changed = { as: owner, headers, body };
      expect((await app.request('PUT', `${api}/actions/${id}`, changed)).status).toBe(200);
    },
    async exported() {
      const { body, text } = await app.get(leaver, `${api}/me/export`);
      return { data: PersonalData.parse(body), text };
    },
  };
}

describe('a former member’s export', () => {
  it('contains the action items that they wrote, as written', async () => {
    const scene = await buildFormer();
    await scene.agree('Buy a bell');
    await scene.leave();
    expect((await scene.exported()).data.action_items).toMatchObject([
      { text: 'Buy a bell', status: 'open', created_by_me: true, assigned_to_me: false },
    ]);
  });

  it('contains no text, date or status that the team set later', async () => {
    const scene = await buildFormer();
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
    const scene = await buildFormer();
    const { owner, leaver, team } = scene;
    const meeting = await buildMeeting(app, { owner: leaver, team, name: 'Sprint 12' });
    await scene.leave();
    const body = { name: 'Reorganisation' };
    expect((await app.put(owner, `${api}/meetings/${meeting.id}`, body)).status).toBe(200);
    const { data, text } = await scene.exported();
    expect(data.meetings_led).toMatchObject([{ id: meeting.id, name: null }]);
    expect(text).not.toMatch(/Reorganisation|Sprint/);
  });

  it('says that their invitations were canceled', async () => {
    const scene = await buildFormer();
    const { leaver, team } = scene;
    const body = { invited_user_email: 'somebody@example.com' };
    const path = `${api}/teams/${team.id}/invitations`;
    expect((await app.post(leaver, path, body)).status).toBeLessThan(300);
    expect((await scene.exported()).data.invitations_sent).toMatchObject([{ status: 'pending' }]);
    await scene.leave();
    expect((await scene.exported()).data.invitations_sent).toMatchObject([{ status: 'canceled' }]);
  });
});

// A large export is complete and streamed.
const many = 2500;
const exportPath = '/api/v1/me/export';

/** Builds a user with many records, inserted directly because thousands of API calls are slow. */
async function buildProductive() {
  const app = await buildTestApp();
  const owner = await buildUser(app);
  const team = await buildTeam(app, { admin: owner });
  const meeting = await buildMeeting(app, { owner, team, phase: 'grouping' });
  const [meetingId, teamId, userId] = [meeting.id, team.id, owner.id].map((id) => sql`${id}::uuid`);
  const ids = sql`select gen_random_uuid(), ${meetingId}, ${teamId}`;
  const numbers = sql`generate_series(1, ${many}::int) as number`;
  // Several rows share a millisecond.
  const time = sql`'2026-01-01'::timestamptz + (number / 7) * interval '1 ms'`;
  for (const statement of [
    sql`insert into notes (id, meeting_id, team_id, author_id, content, note_type, hidden, position, created_at)
      ${ids}, ${userId}, 'Note ' || number, 'went_well', false, number, ${time} from ${numbers}`,
    sql`insert into comments (id, meeting_id, team_id, note_id, author_id, content, created_at)
      select gen_random_uuid(), meeting_id, team_id, id, author_id, 'Comment ' || position, created_at from notes`,
    sql`insert into actions (id, meeting_id, team_id, text, status, meetings_seen, created_by, created_at)
      ${ids}, 'Action ' || number, 'open', 0, ${userId}, ${time} from ${numbers}`,
    sql`insert into votes (meeting_id, team_id, user_id, note_id, count)
      select meeting_id, team_id, author_id, id, 1 from notes`,
    sql`insert into reactions (meeting_id, team_id, user_id, note_id, emoji)
      select meeting_id, team_id, author_id, id, emoji from notes, (values ('👍'), ('🎉')) as given(emoji)
      where position <= ${many / 2}`,
    sql`insert into audit_entries (id, at, actor_id, action, target_kind, target_id, address, request_id)
      select gen_random_uuid(), ${time}, ${userId}, 'restore', 'teams', gen_random_uuid(), '127.0.0.1', 'request-' || number
      from ${numbers}`,
  ]) {
    await app.db.execute(statement);
  }
  return { app, owner, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

const numbered = (word: string) => Array.from({ length: many }, (_, at) => `${word} ${at + 1}`);

it('contains each of thousands of items once', async () => {
  await using scene = await buildProductive();
  const { status, body } = await scene.app.get(scene.owner, exportPath);
  expect(status).toBe(200);
  const data = PersonalData.parse(body);
  const texts = (rows: readonly { text: string }[]) => rows.map(({ text }) => text).toSorted();
  expect(texts(data.notes)).toEqual(numbered('Note').toSorted());
  expect(texts(data.comments)).toEqual(numbered('Comment').toSorted());
  expect(texts(data.action_items)).toEqual(numbered('Action').toSorted());
  const times = data.notes.map((note) => note.created_at);
  expect(times).toEqual(times.toSorted());
  const distinct = (rows: readonly object[]) =>
    new Set(rows.map((row) => JSON.stringify(row))).size;
  for (const rows of [data.votes, data.reactions, data.audit_log]) {
    expect([rows.length, distinct(rows)]).toEqual([many, many]);
  }
});

it('is streamed while being read, never held in memory', async () => {
  await using scene = await buildProductive();
  const { app, owner } = scene;
  // Blocks the last part of the file.
  await using held = await holdTable(app, 'audit_entries');
  const headers = { authorization: `Bearer ${owner.token}` };
  const answer = await fetch(app.url + exportPath, { headers });
  expect(answer.status).toBe(200);
  if (!answer.body) throw new Error('the export came without a body');
  let text = '';
  for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.includes('"Note 1"')) await held.release();
  }
  expect(PersonalData.parse(JSON.parse(text)).audit_log).toHaveLength(many);
});
