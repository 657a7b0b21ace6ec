import { PublicInvitation } from '@wentwell/contract/invitations';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { invitations } from '#server/features/invitations/invitations.table';
import { memberships } from '#server/features/teams/teams.table';
import { users } from '#server/features/users/users.table';
import { newSecret } from '#server/platform/secrets';
import { buildTestApp } from '#test/build-test-app';
import { api, buildPeople, invite, isIn, lapse, mine } from '#test/invitation-scene';

describe('the link', () => {
  it('shows the invitation to its holder, and nothing more, to nobody’s memory', async () => {
    await using app = await buildTestApp();
    const { admin, guest, at } = await buildPeople(app);
    const { invitation, link } = await invite(app, at, { as: admin, to: guest.email });
    const answer = await app.request('GET', link);
    expect(answer.status).toBe(200);
    expect(PublicInvitation.strict().parse(answer.body)).toEqual({
      ...invitation,
      inviting_user: { display_name: 'Ada Lovelace', full_name: 'Ada Lovelace' },
    });
    expect(JSON.stringify(answer.body)).not.toContain(admin.email);
    expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(answer.headers.get('X-Robots-Tag')).toBe('noindex');
  });

  it('joins nobody by being read, not even the invited person logged in', async () => {
    await using app = await buildTestApp();
    const { admin, guest, at, team } = await buildPeople(app);
    const { link, accept } = await invite(app, at, { as: admin, to: guest.email });
    for (const method of ['GET', 'HEAD']) await app.request(method, link, { as: guest });
    expect((await app.request('GET', accept, { as: guest })).status).toBe(404);
    expect(await isIn(app, team.id, guest)).toBe(false);
    expect((await app.request('GET', link)).body).toMatchObject({ status: 'pending' });
  });

  it('shows every status', async () => {
    await using app = await buildTestApp();
    const { admin, guest, at } = await buildPeople(app);
    const { invitation, link } = await invite(app, at, { as: admin, to: guest.email });
    const status = async () => PublicInvitation.parse((await app.request('GET', link)).body).status;
    for (const stored of ['accepted', 'rejected', 'canceled', 'pending'] as const) {
      await app.db.update(invitations).set({ status: stored });
      expect(await status()).toBe(stored);
    }
    await lapse(app, invitation.id);
    expect(await status()).toBe('expired');
  });

  it('is unknown when guessed, deleted, or of a deleted team', async () => {
    await using app = await buildTestApp();
    const { admin, guest, at, team } = await buildPeople(app);
    const { link, accept, invitation } = await invite(app, at, { as: admin, to: guest.email });
    const unknown = {
      status: 404,
      problem: { detail: 'Invitation not found or may have expired', code: 'INVITATION_NOT_FOUND' },
    };
    const guessed = `${api}/teams/invitations/token/${newSecret()}`;
    expect(await app.request('GET', guessed)).toMatchObject(unknown);
    expect(await app.request('POST', `${guessed}/accept`, { as: guest })).toMatchObject(unknown);
    for (const token of ['%00', "'%20OR%201=1", 'x'.repeat(201), invitation.id, '[]']) {
      const answer = await app.request('GET', `${api}/teams/invitations/token/${token}`);
      expect(answer.status, token).toBe(404);
    }
    await app.db.update(invitations).set({ deletedAt: new Date() });
    expect(await app.request('GET', link)).toMatchObject(unknown);
    await app.db.update(invitations).set({ deletedAt: null });
    expect((await app.request('GET', link)).status).toBe(200);
    await app.request('DELETE', `${api}/teams/${team.id}`, { as: admin });
    expect(await app.request('GET', link)).toMatchObject(unknown);
    expect(await app.request('POST', accept, { as: guest })).toMatchObject(unknown);
    const respond = `${mine}/${invitation.id}/respond`;
    const body = { status: 'accepted' };
    expect(await app.request('POST', respond, { as: guest, body })).toMatchObject(unknown);
    expect((await app.request('GET', mine, { as: guest })).body).toEqual([]);
  });

  it('may be guessed at 20 times a minute', async () => {
    await using app = await buildTestApp({ RATE_LIMITS: 'on' });
    const statuses = [];
    for (let tries = 0; tries < 21; tries += 1) {
      const guess = await app.request('GET', `${api}/teams/invitations/token/${newSecret()}`);
      statuses.push(guess.status);
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 404), 429]);
  });
});

describe('accepting by the link', () => {
  it('joins the invited person as a member, however the address is spelled; once more changes nothing', async () => {
    await using app = await buildTestApp();
    const { admin, guest, at, team } = await buildPeople(app);
    const { accept, invitation } = await invite(app, at, {
      as: admin,
      to: guest.email.toUpperCase(),
    });
    const accepted = { status: 200, body: { id: invitation.id, status: 'accepted' } };
    expect(await app.request('POST', accept, { as: guest })).toMatchObject(accepted);
    expect(await app.request('POST', accept, { as: guest })).toMatchObject(accepted);
    const seen = await app.request('GET', `${api}/teams/${team.id}`, { as: guest });
    expect(seen.body).toMatchObject({ my_role: 'member' });
  });

  it('needs a login, with the invited address', async () => {
    await using app = await buildTestApp();
    const { admin, guest, outsider, at, team } = await buildPeople(app);
    const { accept, link } = await invite(app, at, { as: admin, to: guest.email });
    expect((await app.request('POST', accept)).status).toBe(401);
    for (const as of [outsider, admin]) {
      expect(await app.request('POST', accept, { as, body: {} })).toMatchObject({
        status: 403,
        problem: { detail: 'This invitation was sent to another email address.' },
      });
    }
    expect(await isIn(app, team.id, outsider)).toBe(false);
    expect((await app.request('GET', link)).body).toMatchObject({ status: 'pending' });
  });

  it('joins once when two accept at the same time', async () => {
    await using app = await buildTestApp();
    for (let round = 0; round < 10; round += 1) {
      const { admin, guest, at, team } = await buildPeople(app);
      const { accept, invitation } = await invite(app, at, { as: admin, to: guest.email });
      const body = { status: 'accepted' };
      const answers = await Promise.all([
        app.request('POST', accept, { as: guest }),
        app.request('POST', accept, { as: guest }),
        app.request('POST', `${mine}/${invitation.id}/respond`, { as: guest, body }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await isIn(app, team.id, guest)).toBe(true);
    }
  });

  it('either joins or is canceled, when both happen at once', async () => {
    await using app = await buildTestApp();
    for (let round = 0; round < 10; round += 1) {
      const { admin, guest, at, team } = await buildPeople(app);
      const { accept, invitation, link } = await invite(app, at, { as: admin, to: guest.email });
      const [accepted, canceled] = await Promise.all([
        app.request('POST', accept, { as: guest }),
        app.request('DELETE', `${at}/${invitation.id}`, { as: admin }),
      ]);
      const joined = await isIn(app, team.id, guest);
      expect([accepted.status, canceled.status]).toEqual(joined ? [200, 409] : [409, 204]);
      const { status } = PublicInvitation.parse((await app.request('GET', link)).body);
      expect(status).toBe(joined ? 'accepted' : 'canceled');
    }
  });

  it('does not let a removed member come back by the old link', async () => {
    await using app = await buildTestApp();
    const { admin, guest, at, team } = await buildPeople(app);
    const { accept } = await invite(app, at, { as: admin, to: guest.email });
    await app.request('POST', accept, { as: guest });
    const removal = `/api/admin/teams/${team.id}/remove-user/${guest.id}`;
    expect((await app.request('POST', removal, { as: admin })).status).toBe(204);
    const again = await app.request('POST', accept, { as: guest });
    expect(again).toMatchObject({ status: 409, problem: { code: 'INVITATION_NOT_PENDING' } });
    expect(await isIn(app, team.id, guest)).toBe(false);
  });

  it('is over when its time is, or when its sender left the team', async () => {
    await using app = await buildTestApp();
    const { admin, sender, guest, at, team } = await buildPeople(app);
    const late = await invite(app, at, { as: admin, to: guest.email });
    await lapse(app, late.invitation.id);
    expect((await app.request('POST', late.accept, { as: guest })).status).toBe(409);
    const orphan = await invite(app, at, { as: sender, to: guest.email });
    const removal = `/api/admin/teams/${team.id}/remove-user/${sender.id}`;
    await app.request('POST', removal, { as: admin });
    expect((await app.request('GET', orphan.link)).body).toMatchObject({ status: 'canceled' });
    expect((await app.request('POST', orphan.accept, { as: guest })).status).toBe(409);
    expect((await app.request('GET', at, { as: admin })).body).toEqual([]);
    expect((await app.request('GET', mine, { as: guest })).body).toEqual([]);
    const fresh = await invite(app, at, { as: admin, to: guest.email });
    await app.db.update(users).set({ isActive: false }).where(eq(users.id, admin.id));
    expect((await app.request('POST', fresh.accept, { as: guest })).status).toBe(409);
    expect(await isIn(app, team.id, guest)).toBe(false);
  });

  it('replaces one that expired', async () => {
    await using app = await buildTestApp();
    const { admin, guest, at, team } = await buildPeople(app);
    const old = await invite(app, at, { as: admin, to: guest.email });
    await lapse(app, old.invitation.id);
    const fresh = await invite(app, at, { as: admin, to: guest.email });
    expect((await app.request('POST', old.accept, { as: guest })).status).toBe(409);
    expect((await app.request('POST', fresh.accept, { as: guest })).status).toBe(200);
    expect(await isIn(app, team.id, guest)).toBe(true);
  });

  it('takes no role away from somebody who is in the team already', async () => {
    await using app = await buildTestApp();
    const { admin, guest, at, team } = await buildPeople(app);
    const { accept } = await invite(app, at, { as: admin, to: guest.email });
    await app.db.insert(memberships).values({ teamId: team.id, userId: guest.id, role: 'admin' });
    expect((await app.request('POST', accept, { as: guest })).status).toBe(200);
    const seen = await app.request('GET', `${api}/teams/${team.id}`, { as: guest });
    expect(seen.body).toMatchObject({ my_role: 'admin' });
  });
});
