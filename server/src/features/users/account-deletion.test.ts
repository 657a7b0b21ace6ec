import { SessionToken } from '@wentwell/contract/accounts/sessions';
import { limits } from '@wentwell/contract/limits';
import { and, eq, inArray } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { auditEntries } from '#server/features/admin/audit.table';
import { sessions } from '#server/features/auth/sessions.table';
import { memberships, teams } from '#server/features/teams/teams.table';
import { fileApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser, ownPassword } from '#test/factories';
import { comparable, headcount, setRole } from '#test/team-scene';

import { accountCalls, buildCircle, path } from './account-scene.suite.ts';

const app = await fileApp();
const { row, status } = accountCalls(app);

/** Ages the user's sessions beyond the freshness limit. */
async function letSessionAge({ id }: TestUser): Promise<void> {
  const createdAt = new Date(Date.now() - limits.sessionFreshFor - 1000);
  await app.db.update(sessions).set({ createdAt }).where(eq(sessions.userId, id));
}

describe('deleting an account', () => {
  const remove = (id: string, as: TestUser) =>
    app.request('DELETE', `${path}/${id}`, {
      as,
      ...(id === as.id && { body: { password: ownPassword } }),
    });

  it('is in the audit log for another person’s account, not for one’s own (A-47)', async () => {
    const { me, mate, root } = await buildCircle(app);
    const answer = await remove(me.id, root);
    await remove(me.id, mate);
    const actions = (id: string) =>
      app.db.select().from(auditEntries).where(eq(auditEntries.targetId, id));
    const request = { address: '127.0.0.1', requestId: answer.headers.get('x-request-id') };
    expect(await actions(me.id)).toEqual([
      expect.objectContaining({ actorId: root.id, action: 'delete_user', ...request }),
    ]);
    const loner = await buildUser(app);
    expect((await remove(loner.id, loner)).status).toBe(204);
    expect(await actions(loner.id)).toEqual([]);
  });

  it('needs no password right after a login', async () => {
    const user = await buildUser(app);
    expect((await app.delete(user, `${path}/${user.id}`)).status).toBe(204);
    expect(await status(user)).toBe(401);
  });

  it('needs its password, and counts wrong ones', async () => {
    const user = await buildUser(app);
    const own = `${path}/${user.id}`;
    await letSessionAge(user);
    const bare = await app.delete(user, own);
    expect(bare).toMatchObject({ status: 400, problem: { code: 'OWN_PASSWORD_NEEDED' } });
    const codes: (string | undefined)[] = [];
    for (let guess = 0; guess < 6; guess += 1) {
      const body = { password: `Wrong${guess}password` };
      codes.push((await app.delete(user, own, body)).problem?.code);
    }
    expect(codes).toEqual([...Array(5).fill('OWN_PASSWORD_WRONG'), 'TOO_MANY_REQUESTS']);
    expect(await status(user)).toBe(200);
  });

  it('ends sessions and sockets, hides the person everywhere, and keeps the row', async () => {
    const { me, mate, root, team } = await buildCircle(app);
    const meeting = await buildMeeting(app, { owner: mate, team });
    await using live = await app.live(me, meeting.id);
    expect((await remove(me.id, me)).status).toBe(204);
    expect(await live.closed).toBe(4401);
    expect(await status(me)).toBe(401);
    const seen = [
      `${path}/?limit=100`,
      `/api/v1/teams/${team.id}/members`,
      `${path}/?email_pattern=${me.email}`,
    ];
    for (const as of [mate, root]) {
      expect((await app.get(as, `${path}/${me.id}`)).status).toBe(404);
      for (const list of seen) {
        const { body } = await app.get(as, list);
        expect(JSON.stringify(body)).not.toContain(me.id);
      }
    }
    expect((await row(me.id))?.deletedAt).toBeInstanceOf(Date);
    expect(await app.db.$count(sessions, eq(sessions.userId, me.id))).toBe(0);
    // The membership is hidden and restored with the user.
    const membership = and(eq(memberships.teamId, team.id), eq(memberships.userId, me.id));
    expect(await app.db.$count(memberships, membership)).toBe(1);
  });

  it('frees the address: a login answers like a wrong password, and a new account inherits nothing', async () => {
    const { mate } = await buildCircle(app);
    const [email, password] = ['again@example.com', 'Correct1 horse'];
    const first = await app.services.auth.addVerified({ email, password });
    const team = await buildTeam(app, { admin: mate });
    await app.db.insert(memberships).values({ teamId: team.id, userId: first.id, role: 'member' });
    const logIn = async (secret: string) => {
      const form = { username: email, password: secret };
      const { body, ...answer } = await app.request('POST', '/api/v1/auth/login', { form });
      return { ...answer, token: SessionToken.safeParse(body).data?.access_token ?? '' };
    };
    const { token } = await logIn(password);
    const body = { password };
    expect((await app.request('DELETE', `${path}/${first.id}`, { token, body })).status).toBe(204);
    expect(comparable(await logIn(password))).toEqual(comparable(await logIn('Wrong1 horse')));
    expect((await app.services.auth.addVerified({ email, password })).id).not.toBe(first.id);
    const { token: fresh } = await logIn(password);
    expect((await app.request('GET', '/api/v1/teams/me', { token: fresh })).body).toEqual([]);
  });

  it('is possible with a team without other members, and with a deleted one', async () => {
    const admin = await buildUser(app);
    const gone = await buildUser(app, { deletedAt: new Date() });
    const alone = await buildTeam(app, { admin, members: [gone] });
    const deleted = await buildTeam(app, { admin, members: [await buildUser(app)] });
    await app.db.update(teams).set({ deletedAt: new Date() }).where(eq(teams.id, deleted.id));
    expect((await remove(admin.id, admin)).status).toBe(204);
    const kept = inArray(memberships.teamId, [alone.id, deleted.id]);
    expect(await app.db.$count(memberships, and(kept, eq(memberships.userId, admin.id)))).toBe(2);
  });

  it('never removes both admins of shared teams, in any lock order', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, two] = [await buildUser(app), await buildUser(app)];
      const both: { id: (typeof teams.$inferSelect)['id'] }[] = [];
      for (let count = 0; count < 3; count += 1) {
        const team = await buildTeam(app, { admin: one, members: [two, await buildUser(app)] });
        await setRole(app, { teamId: team.id, user: two }, 'admin');
        both.push(team);
      }
      const answers = await Promise.all([remove(one.id, one), remove(two.id, two)]);
      expect(answers.map((each) => each.status).toSorted((a, b) => a - b)).toEqual([204, 409]);
      for (const { id } of both) expect((await headcount(app, id)).admins).toBe(1);
    }
  });
});
