import { Action } from '@wentwell/contract/actions/actions';
import { limits } from '@wentwell/contract/limits';
import { Note } from '@wentwell/contract/notes/notes';
import { FormerMember } from '@wentwell/contract/teams/teams';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { users } from '#server/features/users/users.table';
import { fileApp, type TestApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser, ownPassword } from '#test/factories';

const app = await fileApp();

/** Builds a team with former members, each with a different kind of contribution, and one without any. */
async function buildLeavers(app: TestApp) {
  const [owner, author, commenter, doer, former, silent] = await Promise.all(
    [1, 2, 3, 4, 5, 6].map(() => buildUser(app)),
  );
  if (!owner || !author || !commenter || !doer || !former || !silent)
    throw new Error('unreachable');
  const leavers = [author, commenter, doer, former, silent];
  const team = await buildTeam(app, { admin: owner, members: leavers });
  const meeting = await buildMeeting(app, { owner, team, phase: 'grouping' });
  const path = `/api/v1/meetings/${meeting.id}`;
  const post = (as: TestUser, at: string, body: object) => app.post(as, at, body);
  const written = { content: 'A topic', note_type: 'went_well' };
  const note = Note.parse((await post(author, `${path}/notes`, written)).body);
  await post(owner, `${path}/phase/transition`, { phase: 'discussing' });
  await post(commenter, `${path}/topics/${note.id}/comments`, { content: 'A comment' });
  const agreed = { text: 'Done', assignee_id: doer.id };
  const done = Action.parse((await post(owner, `${path}/actions`, agreed)).body);
  await app.put(owner, `/api/v1/actions/${done.id}`, { status: 'done' });
  await post(owner, `${path}/actions`, { text: 'Open', assignee_id: former.id });
  for (const as of leavers) await app.post(as, `/api/v1/teams/${team.id}/leave`);
  return { owner, team, author, commenter, doer, former };
}

async function namesOf(app: TestApp, teamId: string, as: TestUser) {
  const answer = await app.get(as, `/api/v1/teams/${teamId}/former-members`);
  expect(answer.headers.get('x-total-count')).toBe(
    `${FormerMember.array().parse(answer.body).length}`,
  );
  return FormerMember.array().parse(answer.body);
}

it('A-48: former members are named if they wrote or owned something, and only then', async () => {
  const { owner, team, author, commenter, doer, former } = await buildLeavers(app);
  const names = await namesOf(app, team.id, owner);
  const wanted = [author, commenter, doer, former].map(({ id }) => id).toSorted();
  expect(names.map(({ id }) => id)).toEqual(wanted);
  const [row] = await app.db.select().from(users).where(eq(users.id, former.id));
  const named = names.find(({ id }) => id === former.id);
  expect(named).toEqual({ id: former.id, display_name: `${row?.firstName} ${row?.lastName}` });
  const page = await app.get(owner, `/api/v1/teams/${team.id}/former-members?skip=1&limit=2`);
  expect(page.body).toEqual(names.slice(1, 3));
});

it('A-48: returns only former members among the given ids', async () => {
  const { owner, team, author, doer } = await buildLeavers(app);
  const stranger = await buildUser(app);
  const ask = (ids: readonly string[]) =>
    app.get(owner, `/api/v1/teams/${team.id}/former-members?user_id=${ids.join(',')}`);
  const found = await ask([doer.id, author.id, owner.id, stranger.id]);
  const ids = FormerMember.array()
    .parse(found.body)
    .map(({ id }) => id);
  expect(ids).toEqual([author.id, doer.id].toSorted());
  expect(found.headers.get('x-total-count')).toBe('2');
  const tooMany = Array.from({ length: limits.namesMax + 1 }, () => doer.id);
  for (const refused of [['nobody'], [''], tooMany]) expect((await ask(refused)).status).toBe(422);
});

it('A-48: a deleted account has no name', async () => {
  const { owner, team, former, author, commenter, doer } = await buildLeavers(app);
  await app.delete(former, `/api/v1/users/${former.id}`, { password: ownPassword });
  const left = [author, commenter, doer].map(({ id }) => id).toSorted();
  expect((await namesOf(app, team.id, owner)).map(({ id }) => id)).toEqual(left);
});

it('A-48: a person without a name is not named by their address', async () => {
  const { owner, team, former } = await buildLeavers(app);
  await app.db.update(users).set({ firstName: '', lastName: '' }).where(eq(users.id, former.id));
  const names = await namesOf(app, team.id, owner);
  expect(names).toHaveLength(3);
  expect(JSON.stringify(names)).not.toContain('@');
});
