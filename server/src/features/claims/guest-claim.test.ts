// docs/retro.md: moving a guest's work to an account.
import { PersonalData } from '@wentwell/contract/accounts/personal-data';
import { BoardName } from '@wentwell/contract/board/recorded-board';
import { Board } from '@wentwell/contract/board/snapshot';
import { CarryOver } from '@wentwell/contract/meetings/carry-over';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { memberships } from '#server/features/teams/teams.table';
import { newSecret } from '#server/platform/secrets';
import type { TestUser } from '#test/build-test-app';
import { buildMeeting, buildUser } from '#test/factories';
import { admittedScene, api } from '#test/guest-scene';

async function claimScene(settings: object = {}) {
  const scene = await admittedScene({ phase: 'writing' }, settings);
  const { app, call, owner, guest } = scene;
  return {
    ...scene,
    goTo: (phase: string) => call('POST', '/phase/transition', { as: owner, body: { phase } }),
    close: () => call('PUT', '', { as: owner, body: { status: 'closed' } }),
    claim: (as: TestUser, guestToken = guest.token) =>
      app.post(as, `${api}/guest/claim`, { guest_token: guestToken }),
    board: async () => Board.parse((await call('GET', '/board', { as: owner })).body),
    exported: async (as: TestUser) => app.read(as, `${api}/me/export`, PersonalData),
  };
}
type Scene = Awaited<ReturnType<typeof claimScene>>;

/** The guest creates records of every kind. */
async function takePart({ call, goTo, write, guest, owner }: Scene): Promise<string> {
  const { id } = await write(guest, { content: 'Seen from outside', note_type: 'went_well' });
  const gone = await write(guest, { content: 'Taken back', note_type: 'went_well' });
  expect((await call('DELETE', `/notes/${gone.id}`, { as: guest })).status).toBe(204);
  await goTo('voting');
  const vote = await call('PUT', `/topics/${id}/votes`, { as: guest, body: { count: 2 } });
  expect(vote.status).toBe(200);
  await call('PUT', '/votes/finished', { as: guest, body: { finished: true } });
  expect((await call('PUT', `/notes/${id}/reactions/👍`, { as: guest })).status).toBe(204);
  const said = await call('POST', `/topics/${id}/comments`, {
    as: guest,
    body: { content: 'As I said' },
  });
  expect(said.status).toBe(201);
  await call('PUT', '/hand', { as: guest, body: { raised: true } });
  expect((await call('GET', '/board', { as: owner })).text).toContain(guest.id);
  return id;
}

const everyRow = sql`select (select json_agg(n) from notes n) as notes,
  (select json_agg(c) from comments c) as comments, (select json_agg(v) from votes v) as votes,
  (select json_agg(r) from reactions r) as reactions, (select json_agg(r) from board_records r) as records,
  (select json_agg(f) from votes_finished f) as marks, (select json_agg(u) from users u) as users`;

async function rowsOf({ app }: Scene) {
  const [row] = (await app.db.execute(everyRow)).rows;
  const { users, ...rows } = z.record(z.string(), z.unknown()).parse(row);
  return { users, text: JSON.stringify(rows) };
}

it('R-326: is possible after the meeting, once, by its guest only', async () => {
  await using scene = await claimScene();
  const { app, call, claim, close, board, exported, guest, owner, path } = scene;
  const noteId = await takePart(scene);
  const account = await buildUser(app, { firstName: 'Svenja' });
  expect((await claim(account)).problem?.code).toBe('GUEST_CLAIM_EARLY');
  await close();
  const before = await board();
  expect((await claim(account)).status).toBe(204);
  expect((await claim(account)).problem?.code).toBe('GUEST_CLAIM_GONE');
  expect((await claim(account, newSecret())).problem?.code).toBe('GUEST_CLAIM_GONE');

  const after = await board();
  expect(after.seq).toBe(before.seq + 1);
  const moved = JSON.stringify({ ...before, seq: 0 }).replaceAll(guest.id, account.id);
  expect(JSON.parse(JSON.stringify({ ...after, seq: 0 }))).toEqual(JSON.parse(moved));
  // Includes deleted notes. Only the guest's own row still contains the guest's id.
  expect((await rowsOf(scene)).text.match(new RegExp(`"\\w+":"${guest.id}"`, 'g'))).toEqual([
    `"deleted_by":"${guest.id}"`,
  ]);
  expect(await exported(account)).toMatchObject({
    notes: [{ meeting: { name: null }, text: 'Seen from outside' }],
    comments: [{ text: 'As I said' }],
    votes: [{ note_id: noteId, count: 2 }],
    reactions: [{ note_id: noteId, emoji: '👍' }],
  });
  const report = await call('GET', '/export?format=markdown', { as: owner });
  expect(report.text).toContain('Svenja');
  expect(report.text).not.toMatch(/Sven \(guest\)/);
  // A claim grants no access to the meeting or team.
  expect((await app.get(account, `${path}/board`)).status).toBe(404);
  expect((await app.get(guest, path)).status).toBe(401);
});

it('R-327: includes carried notes, and names an account without a name', async () => {
  await using scene = await claimScene();
  const { app, call, claim, close, exported, guest, owner, team } = scene;
  const noteId = await takePart(scene);
  await close();
  const next = await buildMeeting(app, { owner, team, phase: 'writing' });
  const body = { topic_ids: [noteId], to_meeting_id: next.id };
  const carried = await call('POST', '/carry-over', { as: owner, body });
  expect(CarryOver.parse(carried.body).note_ids).toHaveLength(1);
  const account = await buildUser(app, { firstName: '', lastName: '' });
  expect((await claim(account)).status).toBe(204);
  const there = await app.get(owner, `${api}/meetings/${next.id}/board`);
  expect(Board.parse(there.body).notes).toMatchObject([{ author_id: account.id }]);
  expect(there.text).not.toContain(guest.id);
  expect((await app.get(account, `${api}/users/me`)).body).toMatchObject({ first_name: 'Sven' });

  const { notes } = Board.parse(there.body);
  const copy = `${api}/meetings/${next.id}/notes/${notes[0]?.id}`;
  const texts = async () => (await exported(account)).notes.map(({ text }) => text);
  expect(await texts()).toEqual(['Seen from outside', 'Seen from outside']);
  expect((await app.put(owner, copy, { content: 'For the team alone' })).status).toBe(200);
  expect(await texts()).toEqual(['Seen from outside']);
  await app.db.insert(memberships).values({ teamId: team.id, userId: account.id, role: 'member' });
  expect(await texts()).toEqual(['Seen from outside', 'For the team alone']);
});

it('R-328: an outsider stays a guest by any name until they join the team', async () => {
  await using scene = await claimScene();
  const { app, call, claim, close, owner, team } = scene;
  await takePart(scene);
  await close();
  const name = { firstName: 'Grace', lastName: 'Hopper' };
  const account = await buildUser(app, name);
  expect((await claim(account)).status).toBe(204);
  const told = async () => {
    const names = BoardName.array().parse((await call('GET', '/names', { as: owner })).body);
    const former = await app.get(owner, `${api}/teams/${team.id}/former-members`);
    const report = await call('GET', '/export?format=csv', { as: owner });
    return {
      former: former.body,
      isGuest: names.find(({ user_id }) => user_id === account.id)?.is_guest,
      report: report.text.includes('Grace Hopper (guest)'),
    };
  };
  expect(await told()).toEqual({ former: [], isGuest: true, report: true });
  await app.db.insert(memberships).values({ teamId: team.id, userId: account.id, role: 'member' });
  expect(await told()).toEqual({ former: [], isGuest: false, report: false });
  const body = { text: 'As a member', assignee_id: account.id };
  await app.post(owner, `${api}/teams/${team.id}/actions`, body);
  await app.post(account, `${api}/teams/${team.id}/leave`);
  const former = [{ id: account.id, display_name: 'Grace Hopper' }];
  expect(await told()).toEqual({ former, isGuest: true, report: true });
});

it('R-328: an outsider stays a guest on carried notes after the first meeting is gone', async () => {
  await using scene = await claimScene();
  const { app, call, claim, close, owner, team, path } = scene;
  const noteId = await takePart(scene);
  await close();
  const account = await buildUser(app);
  const superuser = await buildUser(app, { isSuperuser: true });
  const asMember = await buildMeeting(app, { owner, team, phase: 'writing' });
  await app.db.insert(memberships).values({ teamId: team.id, userId: account.id, role: 'member' });
  const note = { content: 'As a member', note_type: 'went_well' };
  const ownNotes = `${api}/meetings/${asMember.id}/notes`;
  expect((await app.post(account, ownNotes, note)).status).toBe(201);
  await app.post(account, `${api}/teams/${team.id}/leave`);
  const next = await buildMeeting(app, { owner, team, phase: 'writing' });
  const body = { topic_ids: [noteId], to_meeting_id: next.id };
  expect((await call('POST', '/carry-over', { as: owner, body })).status).toBe(201);
  expect((await claim(account)).status).toBe(204);
  const purge = async (id: string) => {
    await app.delete(owner, `${api}/meetings/${id}`);
    expect((await app.delete(superuser, `${api}/admin/permanent/meetings/${id}`)).status).toBe(204);
  };
  await purge(path.split('/').at(-1) ?? '');
  expect(JSON.stringify((await rowsOf(scene)).users)).toContain(`"guest_of":"${next.id}"`);
  expect((await app.get(owner, `${api}/meetings/${next.id}/names`)).body).toContainEqual(
    expect.objectContaining({ user_id: account.id, is_guest: true }),
  );
  expect((await app.get(owner, `${api}/teams/${team.id}/former-members`)).body).toEqual([]);
  await purge(next.id);
  expect(JSON.stringify((await rowsOf(scene)).users)).not.toContain('Sven');
});

it('R-327: is deleted with the account, and the guest with it', async () => {
  await using scene = await claimScene();
  const { app, claim, close, guest, board } = scene;
  await takePart(scene);
  await close();
  const account = await buildUser(app);
  expect((await claim(account)).status).toBe(204);
  const superuser = await buildUser(app, { isSuperuser: true });
  expect((await app.delete(superuser, `${api}/users/${account.id}`)).status).toBe(204);
  const purged = await app.delete(superuser, `${api}/admin/permanent/users/${account.id}`);
  expect(purged.status).toBe(204);
  expect((await board()).notes).toEqual([]);
  const { text, users } = await rowsOf(scene);
  const all = text + JSON.stringify(users);
  for (const trace of [guest.id, account.id, 'Seen from outside', 'Taken back', 'Sven']) {
    expect(all).not.toContain(trace);
  }
});

it('R-327: leaves items of an anonymous meeting to their key', async () => {
  await using scene = await claimScene({ anonymous: true });
  const { app, call, claim, close, board, guest } = scene;
  const authorKey = newSecret();
  const body = { content: 'By nobody', note_type: 'went_well' };
  expect((await call('POST', '/notes', { as: guest, body, authorKey })).status).toBe(201);
  await close();
  const { notes, seq } = await board();
  const account = await buildUser(app);
  expect((await claim(account)).status).toBe(204);
  expect(await board()).toMatchObject({ notes, seq });
  expect((await rowsOf(scene)).text).not.toContain(account.id);
});

it('R-328: is refused to accounts that took part, and changes nothing', async () => {
  await using scene = await claimScene();
  const { call, claim, close, board, member, write, guest } = scene;
  await write(member, { content: 'My own', note_type: 'went_well' });
  await takePart(scene);
  await close();
  const before = await rowsOf(scene);
  const refused = await claim(member);
  expect([refused.status, refused.problem?.code]).toEqual([409, 'GUEST_CLAIM_TOOK_PART']);
  expect(await rowsOf(scene)).toEqual(before);
  // Leading the meeting does not count as taking part.
  expect((await claim(scene.admin)).status).toBe(204);
  const { you, votes } = Board.parse((await call('GET', '/board', { as: scene.admin })).body);
  expect([you.user_id, Object.values(votes.mine)]).toEqual([scene.admin.id, [2]]);
  expect(JSON.stringify(await board())).not.toContain(guest.id);
});

it.each([
  [
    'was removed',
    ({ call, owner, guest }: Scene) =>
      call('PUT', `/guests/${guest.id}`, { as: owner, body: { state: 'removed' } }),
  ],
  [
    'had the link revoked',
    ({ call, owner }: Scene) => call('DELETE', '/guest-link', { as: owner }),
  ],
  [
    'was last there a week ago',
    ({ app, guest }: Scene) =>
      app.db.execute(
        sql`update sessions set last_used_at = now() - interval '8 days' where user_id = ${guest.id}`,
      ),
  ],
])('R-326: is refused to a guest who %s', async (_what, leave) => {
  await using scene = await claimScene();
  await takePart(scene);
  await leave(scene);
  await scene.close();
  const answer = await scene.claim(scene.outsider);
  expect([answer.status, answer.problem?.code]).toEqual([409, 'GUEST_CLAIM_GONE']);
});

it('R-328: figures and badges still count a guest', async () => {
  await using scene = await claimScene();
  const { app, claim, close, owner, team, write, guest } = scene;
  await write(owner, { content: 'Alone', note_type: 'went_well' });
  await takePart(scene);
  await close();
  expect((await claim(scene.outsider)).status).toBe(204);
  const health = await app.get(owner, `${api}/teams/${team.id}/health`);
  expect(health.body).toMatchObject({ retros: [] });
  expect(health.text).not.toContain(guest.id);
  expect((await app.get(owner, `${api}/teams/${team.id}/badges`)).body).toEqual([]);
});
