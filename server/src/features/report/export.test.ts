import { MeetingExport } from '@wentwell/contract/exports/meeting-export';
import { NewGuestLink, NewGuestSession } from '@wentwell/contract/guests/guests';
import { Meeting } from '@wentwell/contract/meetings/meetings';
import { Note } from '@wentwell/contract/notes/notes';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { meetings } from '#server/features/meetings/meetings.table';
import { users } from '#server/features/users/users.table';
import { buildAnonymousMeeting } from '#test/anonymous-scene';
import { buildBoard } from '#test/board-scene';
import { fileApp, type TestUser } from '#test/build-test-app';
import { buildDiscussion } from '#test/discussion-scene';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';

const app = await fileApp();
/** Another node, which reads each board's rows. */
const another = await fileApp({}, { beside: app });

const get = (path: string, as: TestUser, format: string) =>
  app.get(as, `${path}/export?format=${format}`);
const fileOf = async (path: string, as: TestUser) =>
  MeetingExport.parse((await get(path, as, 'json')).body);

/** Builds a discussed meeting with all exportable content. */
async function buildRetro() {
  const scene = await buildDiscussion(app, 'grouping');
  const { path, owner, member, first, second, enter } = scene;
  const post = (at: string, as: TestUser, body: object) => app.post(as, `${path}/${at}`, body);
  await post('groups', member, { note_ids: [first, second], title: 'Deploys' });
  await enter('voting');
  const [group] = (await scene.seen()).groups;
  if (!group) throw new Error('unreachable');
  await scene.vote(group.id, 2, member);
  await scene.vote(group.id, 1, owner);
  return { ...scene, group, post };
}

describe('R-211 an export', () => {
  it('contains the whole meeting, with names for accounts, and no database id', async () => {
    const { path, owner, member, group, third, enter, post, lead } = await buildRetro();
    await enter('discussing');
    await lead({ current: group.id });
    await post(`topics/${group.id}/comments`, owner, { content: 'Only on Fridays.' });
    const reaction = `${path}/notes/${third}/reactions/${encodeURIComponent('🎉')}`;
    await app.put(owner, reaction);
    const agreed = { text: 'Ask', assignee_id: member.id, topic_id: group.id };
    await post('actions', owner, agreed);
    const answer = await get(path, member, 'json');
    expect(answer.status).toBe(200);
    const file = MeetingExport.parse(answer.body);
    expect(file).toMatchObject({
      name: 'Sprint 12',
      team: 'Rocket',
      status: 'live',
      phase: 'discussing',
      hidden_notes: 0,
      notes: [
        { id: 'n1', text: 'First', group: 'g1', column: 'went_well' },
        { id: 'n2', text: 'Second', group: 'g1' },
        { id: 'n3', text: 'Third', group: null },
      ],
      groups: [{ id: 'g1', title: 'Deploys', title_is_custom: true }],
      votes: [{ topic: 'g1', votes: 3, voters: 2 }],
      discussion: { order: ['g1', 'n3'] },
      comments: [{ note: 'n1', text: 'Only on Fridays.' }],
      reactions: [{ note: 'n3', emoji: '🎉', count: 1 }],
      actions: [{ text: 'Ask', topic: 'g1', assignee: 'p2', status: 'open' }],
    });
    expect(answer.text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    expect(answer.text).not.toContain('@example.com');
    const csv = await get(path, member, 'csv');
    expect(csv.text.split('\r\n')).toHaveLength(1 + 3 + 1 + 1 + 1);
    expect((await get(path, member, 'markdown')).text).toContain('## Participation');
  });

  it('is a download, whatever the meeting’s name', async () => {
    const { path, owner } = await buildBoard(app);
    await app.put(owner, path, { name: 'Größe "x"; filename=evil.exe' });
    const types = { markdown: 'text/markdown', csv: 'text/csv', json: 'application/json' };
    for (const [format, type] of Object.entries(types)) {
      const { headers } = await get(path, owner, format);
      expect(headers.get('content-type')).toBe(`${type}; charset=utf-8`);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-disposition')).toMatch(
        /^attachment; filename="Gro_e x ; filename=evil\.exe \d{4}-\d\d-\d\d\.\w+"; filename\*=UTF-8''Gr%C3%B6%C3%9Fe%20x%20%3B%20filename%3Devil\.exe%20[\d-]+\.\w+$/,
      );
    }
    expect((await get(path, owner, 'xml')).status).toBe(422);
    expect((await get(path, await buildUser(app), 'csv')).status).toBe(404);
  });
});

const formats = ['json', 'csv', 'markdown'];

describe('R-212 in each format, it holds what its reader may see', () => {
  it('of others’ hidden notes only their number', async () => {
    const { path, owner, member, note } = await buildBoard(app, 'writing');
    await note(owner, 'Mine in secret');
    await note(member, 'Theirs in secret');
    for (const format of formats) {
      const { text } = await get(path, owner, format);
      expect(text, format).toContain('Mine in secret');
      expect(text, format).not.toContain('Theirs');
      if (format === 'markdown') expect(text).toContain('1 note face down');
    }
    expect((await fileOf(path, owner)).hidden_notes).toBe(1);
  });

  it('no votes before voting has ended', async () => {
    const { path, owner, enter } = await buildRetro();
    const told = /3 votes|,3,2,|"votes":3/;
    for (const format of formats) {
      expect((await get(path, owner, format)).text, format).not.toMatch(told);
    }
    await enter('discussing');
    for (const format of formats) {
      expect((await get(path, owner, format)).text, format).toMatch(told);
    }
  });

  it('no scores of fewer than three people, then their totals', async () => {
    const { ada, bob, eve, path, call } = await buildAnonymousMeeting(app, 'joining');
    const told = /"mood":\[0,0,0,2,1\]|score,,,Mood before,+3,4\.33,|Mood before: 4\.33 of 5/;
    for (const [who, score] of [
      [ada, 4],
      [bob, 4],
      [eve, 5],
    ] as const) {
      for (const format of formats) {
        expect((await get(path, ada.as, format)).text, format).not.toMatch(/"mood":\[|Mood before/);
      }
      await call(who, 'PUT /mood', { score });
    }
    for (const format of formats) {
      expect((await get(path, ada.as, format)).text, format).toMatch(told);
    }
  });

  it('no authors of an anonymous meeting', async () => {
    const { path, owner, member, enter } = await buildBoard(app, 'joining');
    await app.put(owner, path, { settings: { anonymous: true } });
    await enter('grouping');
    const body = { content: 'Nobody wrote this', note_type: 'went_well' };
    const headers = { 'X-Author-Key': Buffer.alloc(32, 7).toString('base64url') };
    await app.request('POST', `${path}/notes`, { as: member, body, headers });
    for (const format of formats) {
      const { text } = await get(path, owner, format);
      expect(text, format).toContain('Nobody wrote this');
      expect(text, format).not.toContain(`Number ${member.email.slice('person-'.length, -12)}`);
    }
  });
});

type Happening =
  | 'all write'
  | 'a guest writes'
  | 'a writer leaves'
  | 'a writer is erased'
  | 'its end passes';
it.each<{ size: number; told: string | null; when?: Happening }>([
  { size: 3, told: '1 of 3 members took part' },
  { size: 3, when: 'all write', told: '3 of 3 members took part' },
  { size: 2, told: '1 person wrote' },
  { size: 3, told: null },
  { size: 3, when: 'a guest writes', told: '1 of 3 members took part' },
  { size: 2, when: 'a guest writes', told: '2 people wrote' },
  { size: 4, when: 'a writer leaves', told: '1 of 3 members took part' },
  { size: 4, when: 'a writer is erased', told: '1 of 3 members took part' },
  { size: 3, when: 'its end passes', told: '1 of 3 members took part' },
])('R-161 says of $size members, $when: $told', async ({ size, told, when }) => {
  const people: TestUser[] = [];
  for (let n = 0; n < size; n += 1) people.push(await buildUser(app));
  const [owner, ...members] = people as [TestUser, TestUser];
  const team = await buildTeam(app, { admin: owner, members });
  const { id } = await buildMeeting(app, { owner, team, status: 'planned' });
  const path = `/api/v1/meetings/${id}`;
  const change = (body: object) => app.put(owner, path, body);
  const anonymous = told === null;
  await change({ settings: { anonymous, guests: when === 'a guest writes' } });
  await change({ status: 'live' });
  const enter = (phase: string) => app.post(owner, `${path}/phase/transition`, { phase });
  await enter('writing');
  const headers = anonymous ? { 'X-Author-Key': 'A'.repeat(43) } : {};
  const body = { content: 'Slow builds', note_type: 'to_improve' };
  const write = (as: TestUser) => app.request('POST', `${path}/notes`, { as, body, headers });
  const made = Note.parse((await write(owner)).body);
  const last = people.at(-1) ?? owner;
  if (when === 'all write') for (const member of members) await write(member);
  if (when === 'a guest writes') {
    const link = await app.post(owner, `${path}/guest-link`, { admit: false });
    const { secret } = NewGuestLink.parse(link.body);
    const guest = { secret, name: 'Sven' };
    const session = await app.request('POST', '/api/v1/guest/session', { body: guest });
    const { access_token: token } = NewGuestSession.parse(session.body);
    expect((await app.request('POST', `${path}/notes`, { token, body })).status).toBe(201);
  }
  if (when === 'a writer leaves' || when === 'a writer is erased') await write(last);
  if (when === 'a writer leaves') {
    await app.post(last, `/api/v1/teams/${team.id}/leave`);
  }
  if (when === 'a writer is erased') {
    await app.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, last.id));
    const superuser = await buildUser(app, { isSuperuser: true });
    const gone = `/api/v1/admin/permanent/users/${last.id}`;
    expect((await app.delete(superuser, gone)).status).toBe(204);
  }
  await enter('voting');
  const topic = { as: members[0], body: { count: 1 } };
  await app.request('PUT', `${path}/topics/${made.id}/votes`, topic);
  if (when === 'its end passes') {
    await app.db
      .update(meetings)
      .set({ endTime: new Date(0) })
      .where(eq(meetings.id, id));
  } else await change({ status: 'closed' });
  const [, took_part, of] = /^(\d) of (\d)/.exec(told ?? '') ?? [];
  const attendance = of && { took_part: Number(took_part), members: Number(of) };
  const stored = async () => (await another.read(owner, path, Meeting)).attendance;
  await expect.poll(stored).toEqual(attendance);
  const { text } = await get(path, owner, 'markdown');
  expect(/- (.*(?:took part|wrote))/.exec(text)?.[1] ?? null).toBe(told);
});
