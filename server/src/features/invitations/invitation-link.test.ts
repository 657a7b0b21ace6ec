import { type InvitedRegistration, InvitedSession } from '@wentwell/contract/accounts/auth';
import { ownColor } from '@wentwell/contract/accounts/person-colors';
import { ValidateOutput } from '@wentwell/contract/accounts/sessions';
import { PublicInvitation } from '@wentwell/contract/teams/invitations';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { invitations } from '#server/features/invitations/invitations.table';
import { users } from '#server/features/users/users.table';
import { mailOutbox } from '#server/platform/mail/mail-outbox.table';
import { newSecret } from '#server/platform/secrets';
import { buildTestApp, fileApp, said, type TestApp } from '#test/build-test-app';
import { buildMeeting } from '#test/factories';
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
    await app.db.update(users).set({ firstName: '', lastName: '' }).where(eq(users.id, sender.id));
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
});

const password = 'Correct1 horse';
let newcomers = 0;

/** Builds a team that invites an address without an account. */
async function inviteNewcomer(to: TestApp = app, email?: string) {
  newcomers += 1;
  const people = await buildPeople(to);
  const address = email ?? `newcomer-${newcomers}@example.com`;
  const sent = await invite(to, people.invitationsPath, { as: people.admin, to: address });
  return { ...people, ...sent, address };
}

function join(token: string, more: Partial<InvitedRegistration> = {}, on: TestApp = app) {
  const body = { token, password, first_name: 'Robin', ...more };
  return on.request('POST', `${api}/auth/register-invited`, { body });
}

async function see(link: string, on: TestApp = app): Promise<PublicInvitation> {
  return PublicInvitation.parse((await on.request('GET', link)).body);
}

const logIn = (username: string, secret = password) =>
  app.request('POST', `${api}/auth/login`, { form: { username, password: secret } });

const copiedLink = (token: string) => `${api}/teams/invitations/token/${token}`;

describe('the mailed link of an invitation', () => {
  it('creates an account, joins the team and signs in by one call, without a second mail', async () => {
    const { token, team, address } = await inviteNewcomer();
    const answer = await join(token, { last_name: 'Field' });
    expect(answer.status).toBe(201);
    const { access_token, team_id, meeting_id } = InvitedSession.parse(answer.body);
    expect({ team_id, meeting_id }).toEqual({ team_id: team.id, meeting_id: null });

    const me = await app.request('GET', `${api}/auth/validate`, { token: access_token });
    const { user } = ValidateOutput.parse(me.body);
    expect(user).toMatchObject({
      email: address,
      full_name: 'Robin Field',
      is_verified: true,
      is_superuser: false,
    });
    expect(await isIn(app, team.id, user)).toBe(true);
    expect((await logIn(address)).status).toBe(200);
    expect(await app.db.$count(mailOutbox, eq(mailOutbox.recipient, address))).toBe(1);
  });

  it('names the team’s live meeting and leads into it', async () => {
    const { token, link, team, admin } = await inviteNewcomer();
    await buildMeeting(app, { owner: admin, team, status: 'closed', name: 'Over' });
    expect(await see(link)).toMatchObject({ can_register: true, live_meeting: null });
    const live = await buildMeeting(app, { owner: admin, team, name: 'Sprint 42' });
    expect(await see(link)).toMatchObject({ can_register: true, live_meeting: 'Sprint 42' });
    expect(InvitedSession.parse((await join(token)).body).meeting_id).toBe(live.id);
  });

  it('differs from the sender’s copied link, which proves no address', async () => {
    const { token, copiedToken, team, admin, address } = await inviteNewcomer();
    await buildMeeting(app, { owner: admin, team });
    expect(copiedToken).not.toBe(token);
    expect(await see(copiedLink(copiedToken))).toMatchObject({
      status: 'pending',
      can_register: false,
      live_meeting: null,
    });
    expect(said(await join(copiedToken))).toEqual([404, 'INVITATION_NOT_FOUND']);
    // Its holder registers normally. The link works once the address is verified.
    await app.request('POST', `${api}/auth/register`, { body: { email: address, password } });
    expect((await logIn(address)).problem?.detail).toBe('LOGIN_USER_NOT_VERIFIED');
  });

  it('creates one account for simultaneous calls', async () => {
    const { token, address } = await inviteNewcomer();
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((first_name) => join(token, { first_name })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    expect(await app.db.$count(users, eq(users.email, address))).toBe(1);
    expect(said(await join(token))).toEqual([409, 'INVITATION_NOT_PENDING']);
  });

  it('removes what a stranger registered with the address before', async () => {
    const { token, address, link } = await inviteNewcomer();
    const theirs = { email: address, password: 'Stranger1 horse', first_name: 'Eve' };
    await app.request('POST', `${api}/auth/register`, { body: theirs });
    expect(await see(link)).toMatchObject({ can_register: true });
    expect((await join(token)).status).toBe(201);
    expect((await logIn(address, theirs.password)).status).toBe(400);
    expect((await logIn(address)).status).toBe(200);
    const [account] = await app.db.select().from(users).where(eq(users.email, address));
    expect(account).toMatchObject({ firstName: 'Robin', lastName: '' });
  });

  it('creates nothing for an address with an account, which is answered as usual', async () => {
    const { guest, admin, invitationsPath, team } = await buildPeople(app);
    const { token, link, accept } = await invite(app, invitationsPath, {
      as: admin,
      to: guest.email,
    });
    expect(await see(link)).toMatchObject({ status: 'pending', can_register: false });
    expect(await join(token)).toMatchObject({
      status: 400,
      problem: { detail: 'REGISTER_USER_ALREADY_EXISTS' },
    });
    expect(await see(link)).toMatchObject({ status: 'pending' });
    expect((await app.post(guest, accept)).status).toBe(200);
    expect(await isIn(app, team.id, guest)).toBe(true);
  });

  it('does nothing for a deactivated account', async () => {
    const { token, address, link } = await inviteNewcomer();
    await app.request('POST', `${api}/auth/register`, { body: { email: address, password } });
    await app.db.update(users).set({ isActive: false }).where(eq(users.email, address));
    expect(await see(link)).toMatchObject({ can_register: false });
    expect((await join(token)).problem?.detail).toBe('REGISTER_USER_ALREADY_EXISTS');
  });

  it('ends when the invitation expires or is canceled, or its sender leaves', async () => {
    const gone = { status: 410, problem: { code: 'INVITATION_GONE' } };
    const expired = await inviteNewcomer();
    await lapse(app, expired.invitation.id);
    expect(await join(expired.token)).toMatchObject(gone);
    const canceled = await inviteNewcomer();
    await app.delete(canceled.admin, `${canceled.invitationsPath}/${canceled.invitation.id}`);
    expect(await join(canceled.token)).toMatchObject(gone);
    const left = await inviteNewcomer();
    await app.db.update(users).set({ isActive: false }).where(eq(users.id, left.admin.id));
    expect(await join(left.token)).toMatchObject(gone);
    for (const { link, address } of [expired, canceled, left]) {
      expect(await see(link)).toMatchObject({ can_register: false, live_meeting: null });
      expect(await app.db.$count(users, eq(users.email, address))).toBe(0);
    }
    expect((await join(newSecret())).status).toBe(404);
  });

  it('is not used up by a refused password or name', async () => {
    const { token } = await inviteNewcomer();
    for (const [more, field] of [
      [{ password: 'short' }, 'password'],
      [{ password: 'Password123' }, 'password'],
      [{ first_name: ' ' }, 'first_name'],
      [{ last_name: 'evil.example/x' }, 'last_name'],
    ] as const) {
      const answer = await join(token, more);
      expect(answer.status).toBe(422);
      expect(answer.problem?.errors?.[0]?.loc).toEqual(['body', field]);
    }
    expect((await join(token)).status).toBe(201);
  });

  it('is stored nowhere in plain text once mailed', async () => {
    const { token } = await inviteNewcomer();
    const stored = async () =>
      JSON.stringify([
        await app.db.select().from(invitations),
        await app.db.select().from(mailOutbox),
      ]);
    await expect.poll(stored).not.toContain(token);
  });
});

describe('while registration is restricted', () => {
  it.each([
    ['invite', {}, 201],
    ['domains', { REGISTRATION_DOMAINS: 'elsewhere.example' }, 403],
    ['off', {}, 403],
  ])('with REGISTRATION=%s', async (REGISTRATION, more, status) => {
    await using closed = await buildTestApp({ REGISTRATION, ...more });
    const { token, link } = await inviteNewcomer(closed);
    expect(await see(link, closed)).toMatchObject({ can_register: status === 201 });
    expect((await join(token, {}, closed)).status).toBe(status);
  });
});
