import { ownColor } from '@wentwell/contract/accounts/person-colors';
import { PublicInvitation } from '@wentwell/contract/teams/invitations';
import { describe, expect, it } from 'vitest';

import { invitations } from '#server/features/invitations/invitations.table';
import { users } from '#server/features/users/users.table';
import { newSecret } from '#server/platform/secrets';
import { buildTestApp, fileApp } from '#test/build-test-app';
import { api, buildPeople, invite, isIn, lapse, mine } from '#test/invitation-scene';

const app = await fileApp();

describe('the link', () => {
  it('shows the invitation, to the invited person also the sender’s email, and is not cached', async () => {
    const { admin, sender, outsider, guest, invitationsPath } = await buildPeople(app);
    const { invitation, link } = await invite(app, invitationsPath, { as: admin, to: guest.email });
    const answer = await app.request('GET', link);
    expect(answer.status).toBe(200);
    const { created_at: _, inviting_user: __, ...rest } = invitation;
    const names = { display_name: 'Ada Lovelace', full_name: 'Ada Lovelace' };
    const more = { can_register: false, live_meeting: null };
    const shown = (email: string | null) => ({
      ...rest,
      ...more,
      inviting_user: { ...names, email, color: ownColor(admin.id) },
    });
    expect(PublicInvitation.strict().parse(answer.body)).toEqual(shown(null));
    for (const as of [sender, outsider]) {
      expect((await app.get(as, link)).body).toEqual(shown(null));
    }
    const spentToken = { token: newSecret() };
    expect((await app.request('GET', link, spentToken)).body).toEqual(shown(null));
    expect((await app.get(guest, link)).body).toEqual(shown(admin.email));
    expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(answer.headers.get('X-Robots-Tag')).toBe('noindex');
  });

  it('shows no colour of a sender without a name', async () => {
    const { sender, guest, invitationsPath } = await buildPeople(app);
    await app.db.update(users).set({ firstName: '', lastName: '' });
    const { link } = await invite(app, invitationsPath, { as: sender, to: guest.email });
    const answer = await app.request('GET', link);
    expect(PublicInvitation.parse(answer.body).inviting_user.color).toBeNull();
  });

  it('joins nobody by being read, not even the invited person when logged in', async () => {
    const { admin, guest, invitationsPath, team } = await buildPeople(app);
    const { link, accept } = await invite(app, invitationsPath, { as: admin, to: guest.email });
    const headers = { authorization: `Bearer ${guest.token}` };
    await app.get(guest, link);
    await fetch(app.url + link, { method: 'HEAD', headers });
    expect((await app.get(guest, accept)).status).toBe(404);
    expect(await isIn(app, team.id, guest)).toBe(false);
    expect((await app.request('GET', link)).body).toMatchObject({ status: 'pending' });
  });

  it('shows every status', async () => {
    await using app = await buildTestApp();
    const { admin, guest, invitationsPath } = await buildPeople(app);
    const { invitation, link } = await invite(app, invitationsPath, { as: admin, to: guest.email });
    const shown = async () => PublicInvitation.parse((await app.request('GET', link)).body);
    const status = async () => (await shown()).status;
    for (const stored of ['accepted', 'rejected', 'canceled', 'pending'] as const) {
      await app.db.update(invitations).set({ status: stored });
      expect(await status()).toBe(stored);
      expect((await shown()).inviting_user.color === null).toBe(stored !== 'pending');
    }
    await lapse(app, invitation.id);
    expect(await status()).toBe('expired');
    await app.delete(admin, `${invitationsPath}/${invitation.id}`);
    expect(await status()).toBe('canceled');
    const [row] = await app.db.select().from(invitations);
    // A canceled invitation is soft-deleted, so a restore brings back its status.
    expect(row).toMatchObject({ status: 'pending', deletedAt: expect.any(Date) });
  });

  it('is 404 for a guessed token or a deleted team', async () => {
    const { admin, guest, invitationsPath, team } = await buildPeople(app);
    const { link, accept, invitation } = await invite(app, invitationsPath, {
      as: admin,
      to: guest.email,
    });
    const unknown = {
      status: 404,
      problem: { detail: 'Invitation not found or may have expired', code: 'INVITATION_NOT_FOUND' },
    };
    const guessed = `${api}/teams/invitations/token/${newSecret()}`;
    expect(await app.request('GET', guessed)).toMatchObject(unknown);
    expect(await app.post(guest, `${guessed}/accept`)).toMatchObject(unknown);
    for (const token of ['%00', "'%20OR%201=1", 'x'.repeat(201), invitation.id, '[]']) {
      const answer = await app.request('GET', `${api}/teams/invitations/token/${token}`);
      expect(answer.status, token).toBe(404);
    }
    await app.delete(admin, `${api}/teams/${team.id}`);
    expect(await app.request('GET', link)).toMatchObject(unknown);
    expect(await app.post(guest, accept)).toMatchObject(unknown);
    const respond = `${mine}/${invitation.id}/respond`;
    expect(await app.post(guest, respond, { status: 'accepted' })).toMatchObject(unknown);
    expect((await app.get(guest, mine)).body).toEqual([]);
  });

  it('allows 20 guesses a minute, whatever address the request claims', async () => {
    await using app = await buildTestApp({ RATE_LIMITS: 'on' });
    const guess = (forwarded: string) =>
      app.request('GET', `${api}/teams/invitations/token/${newSecret()}`, {
        headers: { 'X-Forwarded-For': forwarded },
      });
    const statuses = [];
    for (let tries = 0; tries < 1000; tries += 1) {
      statuses.push((await guess(`10.0.${tries % 250}.1`)).status);
    }
    expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 404));
    expect(new Set(statuses.slice(20))).toEqual(new Set([429]));
    const refused = await guess('10.1.1.1');
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(refused.problem?.detail).toBe('Too many attempts. Please wait before trying again.');
  });
});
