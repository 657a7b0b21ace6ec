import { Invitation, PublicInvitation } from '@wentwell/contract/teams/invitations';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { memberships, teams } from '#server/features/teams/teams.table';
import { users } from '#server/features/users/users.table';
import { fileApp, type TestUser } from '#test/build-test-app';
import { buildTeam, buildUser } from '#test/factories';
import { api, buildPeople, invite, isIn, lapse, mine } from '#test/invitation-scene';

const app = await fileApp();

type Sent = Awaited<ReturnType<typeof invite>>;

const answered = { status: 409, problem: { code: 'INVITATION_NOT_PENDING' } };
const gone = {
  status: 410,
  problem: { detail: 'This invitation has expired or was canceled.', code: 'INVITATION_GONE' },
};

describe('accepting by the link', () => {
  it('adds the invited person as a member, in any spelling of the address; a second time is refused', async () => {
    const { admin, guest, invitationsPath, team } = await buildPeople(app);
    const { accept, invitation } = await invite(app, invitationsPath, {
      as: admin,
      to: guest.email.toUpperCase(),
    });
    const accepted = { status: 200, body: { id: invitation.id, status: 'accepted' } };
    expect(await app.post(guest, accept)).toMatchObject(accepted);
    expect(await app.post(guest, accept)).toMatchObject(answered);
    const seen = await app.get(guest, `${api}/teams/${team.id}`);
    expect(seen.body).toMatchObject({ my_role: 'member' });
  });

  it('requires a login with the invited address', async () => {
    const { admin, guest, outsider, invitationsPath, team } = await buildPeople(app);
    const { accept, link } = await invite(app, invitationsPath, { as: admin, to: guest.email });
    expect((await app.request('POST', accept)).status).toBe(401);
    for (const as of [outsider, admin]) {
      expect(await app.post(as, accept, {})).toMatchObject({
        status: 403,
        problem: { detail: 'This invitation was sent to another email address.' },
      });
    }
    expect(await isIn(app, team.id, outsider)).toBe(false);
    expect((await app.request('GET', link)).body).toMatchObject({ status: 'pending' });
  });

  it('joins once for three simultaneous calls', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { admin, guest, invitationsPath, team } = await buildPeople(app);
      const { accept, invitation } = await invite(app, invitationsPath, {
        as: admin,
        to: guest.email,
      });
      const body = { status: 'accepted' };
      const answers = await Promise.all([
        app.post(guest, accept),
        app.post(guest, accept),
        app.post(guest, `${mine}/${invitation.id}/respond`, body),
      ]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        200, 409, 409,
      ]);
      expect(await isIn(app, team.id, guest)).toBe(true);
    }
  });

  it('either joins or is canceled if both happen at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { admin, guest, invitationsPath, team } = await buildPeople(app);
      const { accept, invitation, link } = await invite(app, invitationsPath, {
        as: admin,
        to: guest.email,
      });
      const [accepted, canceled] = await Promise.all([
        app.post(guest, accept),
        app.delete(admin, `${invitationsPath}/${invitation.id}`),
      ]);
      const joined = await isIn(app, team.id, guest);
      expect([accepted.status, canceled.status]).toEqual(joined ? [200, 409] : [410, 204]);
      const { status } = PublicInvitation.parse((await app.request('GET', link)).body);
      expect(status).toBe(joined ? 'accepted' : 'canceled');
    }
  });

  it('does not readmit a removed member by an old link', async () => {
    const { admin, guest, invitationsPath, team } = await buildPeople(app);
    const { accept } = await invite(app, invitationsPath, { as: admin, to: guest.email });
    await app.post(guest, accept);
    const removal = `/api/admin/teams/${team.id}/remove-user/${guest.id}`;
    expect((await app.post(admin, removal)).status).toBe(204);
    expect(await app.post(guest, accept)).toMatchObject(answered);
    expect(await isIn(app, team.id, guest)).toBe(false);
  });

  it.each(['by the link', 'without it'])(
    'is over, %s, when its time is, it was canceled, or its sender may no longer invite',
    async (way) => {
      const { admin, sender, member, outsider, invitationsPath, team } = await buildPeople(app);
      await app.db
        .insert(memberships)
        .values({ teamId: team.id, userId: outsider.id, role: 'member' });
      const cancel = ({ invitation }: Sent) =>
        app.delete(admin, `${invitationsPath}/${invitation.id}`);
      const leave = () => app.post(sender, `${api}/teams/${team.id}/leave`);
      const set = (user: TestUser, change: Partial<typeof users.$inferInsert>) =>
        app.db.update(users).set(change).where(eq(users.id, user.id));
      const ends: [how: string, as: TestUser, end: (sent: Sent) => Promise<unknown>][] = [
        ['expired', admin, ({ invitation }) => lapse(app, invitation.id)],
        ['canceled', admin, cancel],
        ['sender left', sender, leave],
        ['sender closed', member, () => set(member, { isActive: false })],
        ['sender deleted', outsider, () => set(outsider, { deletedAt: new Date() })],
      ];
      for (const [how, as, end] of ends) {
        const guest = await buildUser(app);
        const sent = await invite(app, invitationsPath, { as, to: guest.email });
        await end(sent);
        const respond = `${mine}/${sent.invitation.id}/respond`;
        for (const status of ['accepted', 'rejected']) {
          const answer = await (way === 'by the link'
            ? app.post(guest, sent.accept)
            : app.post(guest, respond, { status }));
          expect(answer, how).toMatchObject(gone);
        }
        const page = await app.request('GET', sent.link);
        // The page would show the deleted sender's name.
        if (how === 'sender deleted') expect(page.status).toBe(404);
        else {
          const status = how === 'expired' ? 'expired' : 'canceled';
          expect(page.body, how).toMatchObject({ status });
        }
        expect((await app.get(admin, invitationsPath)).body, how).toEqual([]);
        expect((await app.get(guest, mine)).body, how).toEqual([]);
        expect(await isIn(app, team.id, guest)).toBe(false);
      }
    },
  );

  it('replaces an expired one', async () => {
    const { admin, guest, invitationsPath, team } = await buildPeople(app);
    const old = await invite(app, invitationsPath, { as: admin, to: guest.email });
    await lapse(app, old.invitation.id);
    const fresh = await invite(app, invitationsPath, { as: admin, to: guest.email });
    expect(await app.post(guest, old.accept)).toMatchObject(gone);
    expect((await app.post(guest, fresh.accept)).status).toBe(200);
    expect(await isIn(app, team.id, guest)).toBe(true);
  });

  it('works only for the newer invitation after a cancellation and another invitation', async () => {
    const { admin, guest, invitationsPath, team } = await buildPeople(app);
    const first = await invite(app, invitationsPath, { as: admin, to: guest.email });
    await app.delete(admin, `${invitationsPath}/${first.invitation.id}`);
    const second = await invite(app, invitationsPath, { as: admin, to: guest.email });
    expect(second.invitation.id).not.toBe(first.invitation.id);
    expect(await app.post(guest, first.accept)).toMatchObject(gone);
    expect((await app.get(guest, mine)).body).toEqual([second.invitation]);
    expect((await app.post(guest, second.accept)).status).toBe(200);
    expect(await isIn(app, team.id, guest)).toBe(true);
  });

  it('does not change the role of an existing member', async () => {
    const { admin, guest, invitationsPath, team } = await buildPeople(app);
    const { accept } = await invite(app, invitationsPath, { as: admin, to: guest.email });
    await app.db.insert(memberships).values({ teamId: team.id, userId: guest.id, role: 'admin' });
    expect((await app.post(guest, accept)).status).toBe(200);
    const seen = await app.get(guest, `${api}/teams/${team.id}`);
    expect(seen.body).toMatchObject({ my_role: 'admin' });
  });
});

describe('my invitations', () => {
  it('are the open ones to my address; each is answered once', async () => {
    const { admin, guest, outsider, invitationsPath, team } = await buildPeople(app);
    const other = await buildTeam(app, { name: 'Comet' });
    const otherAt = `${api}/teams/${other.id}/invitations`;
    const one = await invite(app, invitationsPath, { as: admin, to: guest.email.toUpperCase() });
    const two = await invite(app, otherAt, { as: other.admin, to: guest.email });
    await invite(app, invitationsPath, { as: admin, to: 'canary@example.com' });

    const list = await app.get(guest, mine);
    expect(list.body).toEqual([one.invitation, two.invitation]);
    expect(list.headers.get('X-Total-Count')).toBe('2');
    expect((await app.get(outsider, mine)).body).toEqual([]);
    const respond = (to: typeof one, status: string, as = guest) =>
      app.post(as, `${mine}/${to.invitation.id}/respond`, { status });

    expect((await respond(one, 'accepted')).body).toMatchObject({ status: 'accepted' });
    expect((await respond(two, 'rejected')).body).toMatchObject({ status: 'rejected' });
    expect((await respond(two, 'rejected')).problem?.code).toBe('INVITATION_NOT_PENDING');
    expect((await respond(two, 'accepted')).problem?.code).toBe('INVITATION_NOT_PENDING');
    expect((await respond(one, 'rejected')).problem?.code).toBe('INVITATION_NOT_PENDING');
    expect(await isIn(app, team.id, guest)).toBe(true);
    expect(await isIn(app, other.id, guest)).toBe(false);
    expect((await app.get(guest, mine)).body).toEqual([]);
    expect(await app.read(other.admin, otherAt, z.array(Invitation))).toEqual([]);
  });

  it('return with a restored team', async () => {
    const { admin, guest, invitationsPath, team } = await buildPeople(app);
    await invite(app, invitationsPath, { as: admin, to: guest.email });
    await app.delete(admin, `${api}/teams/${team.id}`);
    expect((await app.get(guest, mine)).body).toEqual([]);
    await app.db.update(teams).set({ deletedAt: null }).where(eq(teams.id, team.id));
    expect((await app.get(guest, mine)).body).toHaveLength(1);
  });
});
