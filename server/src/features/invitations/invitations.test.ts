import { InvitationId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { Invitation, SentInvitation, TeamInvitation } from '@wentwell/contract/teams/invitations';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { invitations } from '#server/features/invitations/invitations.table';
import { newId } from '#server/platform/ids';
import { mailOutbox } from '#server/platform/mail/mail-outbox.table';
import { newSecret } from '#server/platform/secrets';
import { type Answer, buildTestApp, fileApp, said, type TestUser } from '#test/build-test-app';
import { buildTeam, buildUser } from '#test/factories';
import { api, buildPeople, invite, lapse, mine } from '#test/invitation-scene';

const app = await fileApp();

describe('inviting', () => {
  it('returns 201, sends one email with the link, and stores no secret', async () => {
    const { admin, invitationsPath, team } = await buildPeople(app);
    const to = 'New.Person@example.com';
    const { invitation, mail, token } = await invite(app, invitationsPath, { as: admin, to });

    expect(invitation).toMatchObject({
      status: 'pending',
      team: { id: team.id, name: 'Rocket' },
      inviting_user: { full_name: 'Ada Lovelace', email: admin.email },
      invited_user_email: to,
    });
    const lifetime = Date.parse(invitation.expires_at) - Date.parse(invitation.created_at);
    expect(lifetime).toBe(limits.invitationMaxAge);
    expect(mail.recipients).toEqual([to]);
    expect(mail.text).toContain('Rocket');
    expect(mail.text).toContain('Ada Lovelace');
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const rows = await app.db.select().from(invitations);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('shows the sender a link once, and never the mailed one', async () => {
    const { admin, invitationsPath } = await buildPeople(app);
    const to = 'new.person@example.com';
    const made = await app.post(admin, invitationsPath, { invited_user_email: to });
    const { link } = SentInvitation.parse(made.body);
    const mail = await app.mail.next({ to });
    const tokens = [link, mail.links[0] ?? ''].map((url) => url.slice(url.lastIndexOf('/') + 1));
    expect(new Set(tokens).size).toBe(2);
    const list = await app.get(admin, invitationsPath);
    for (const token of tokens) {
      expect(Buffer.from(token, 'base64url')).toHaveLength(32);
      expect(JSON.stringify(list.body)).not.toContain(token);
    }
    expect(JSON.stringify(made.body)).not.toContain(tokens[1]);
  });

  it('answers alike for an address with and without an account', async () => {
    const { admin, invitationsPath, guest } = await buildPeople(app);
    const known = await invite(app, invitationsPath, { as: admin, to: guest.email });
    const unknown = await invite(app, invitationsPath, { as: admin, to: 'nobody@example.com' });
    const plain = (of: typeof known) => [
      Object.keys(of.invitation),
      of.invitation.status,
      of.mail.subject,
      of.mail.text.replaceAll(of.token, ''),
    ];
    expect(plain(known)).toEqual(plain(unknown));
  });

  it('refuses a second pending invitation and a member’s address, in any spelling', async () => {
    const { admin, member, sender, invitationsPath } = await buildPeople(app);
    const post = (to: string, as: TestUser) =>
      app.post(as, invitationsPath, { invited_user_email: to });
    expect((await post('One@Example.com', admin)).status).toBe(201);
    expect(said(await post('one@example.COM', sender))).toEqual([409, 'INVITATION_PENDING']);
    expect(said(await post(member.email.toUpperCase(), admin))).toEqual([409, 'ALREADY_MEMBER']);
  });

  it('creates one of ten simultaneous invitations', async () => {
    await using app = await buildTestApp();
    const { admin, invitationsPath } = await buildPeople(app);
    const body = { invited_user_email: 'one@example.com' };
    const sent = Array.from({ length: 10 }, () => app.post(admin, invitationsPath, body));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(9);
    expect(await app.db.$count(invitations)).toBe(1);
  });

  it('refuses what is no address with 422 and sends nothing', async () => {
    await using app = await buildTestApp();
    const { admin: as, invitationsPath } = await buildPeople(app);
    for (const [invited_user_email, detail] of [
      [' \u200b', 'Please enter an email address to send an invitation.'],
      ['x', 'Please enter a valid email address.'],
      ['a@b.test,c@d.test', undefined],
      ['a@b.test\r\nBcc: c@d.test', undefined],
    ]) {
      const { status, problem } = await app.post(as, invitationsPath, { invited_user_email });
      expect([status, detail ?? problem?.detail]).toEqual([422, problem?.detail]);
    }
    expect(await app.db.$count(invitations)).toBe(0);
  });

  it('is limited to ten a minute per person', async () => {
    await using app = await buildTestApp({ RATE_LIMITS: 'on' });
    const { admin, sender, invitationsPath } = await buildPeople(app);
    const post = async (as: TestUser, number: number) => {
      const body = { invited_user_email: `guest-${number}@example.com` };
      return (await app.post(as, invitationsPath, body)).status;
    };
    for (let number = 0; number < 10; number += 1) expect(await post(admin, number)).toBe(201);
    expect(await post(admin, 10)).toBe(429);
    expect(await post(sender, 10)).toBe(201);
  });
});

describe('a team’s invitations', () => {
  it('lists open ones, paged, to members only', async () => {
    const { admin, member, guest, invitationsPath } = await buildPeople(app);
    const foreign = await buildTeam(app);
    await invite(app, `${api}/teams/${foreign.id}/invitations`, {
      as: foreign.admin,
      to: 'canary@example.com',
    });
    const first = await invite(app, invitationsPath, { as: admin, to: guest.email });
    const second = await invite(app, invitationsPath, { as: admin, to: 'two@example.com' });
    const third = await invite(app, invitationsPath, { as: admin, to: 'three@example.com' });
    await app.post(guest, first.accept);
    const answer = await app.get(member, invitationsPath);
    const rows = [second, third].map(({ invitation }) => ({ ...invitation, can_cancel: false }));
    expect(answer.body).toEqual(rows);
    expect(answer.headers.get('X-Total-Count')).toBe('2');
    const page = await app.get(member, `${invitationsPath}?skip=1&limit=1`);
    expect(page.body).toEqual(rows.slice(1));
    await lapse(app, third.invitation.id);
    expect((await app.get(member, invitationsPath)).body).toEqual(rows.slice(0, 1));
  });

  it('says whether the reader may cancel', async () => {
    const { admin, sender, member, guest, invitationsPath } = await buildPeople(app);
    const superuser = await buildUser(app, { isSuperuser: true });
    const made = await app.post(sender, invitationsPath, { invited_user_email: guest.email });
    expect(made.body).toMatchObject({ can_cancel: true });
    for (const [as, may] of [
      [admin, true],
      [sender, true],
      [superuser, true],
      [member, false],
    ] as const) {
      const list = await app.get(as, invitationsPath);
      expect(list.body).toEqual([{ ...TeamInvitation.parse(made.body), can_cancel: may }]);
      const path = `${invitationsPath}/${TeamInvitation.parse(made.body).id}`;
      if (!may) expect((await app.delete(as, path)).status).toBe(403);
    }
    expect((await app.get(guest, mine)).body).toEqual([
      Invitation.strict().parse(Invitation.parse(made.body)),
    ]);
  });
});

describe('canceling', () => {
  it('is allowed to the sender, team admins and superusers; an answered invitation stays answered', async () => {
    const { admin, sender, member, invitationsPath } = await buildPeople(app);
    const superuser = await buildUser(app, { isSuperuser: true });
    const cancel = (id: string, as: TestUser) => app.delete(as, `${invitationsPath}/${id}`);

    for (const as of [sender, admin, superuser]) {
      const guest = await buildUser(app);
      const { invitation, link, accept } = await invite(app, invitationsPath, {
        as: sender,
        to: guest.email,
      });
      expect(said(await cancel(invitation.id, member))).toEqual([403, 'INVITATION_SENDER_ONLY']);
      expect((await cancel(invitation.id, as)).status).toBe(204);
      expect(said(await cancel(invitation.id, as))).toEqual([404, 'INVITATION_NOT_FOUND']);
      expect((await app.request('GET', link)).body).toMatchObject({ status: 'canceled' });
      expect((await app.post(guest, accept)).status).toBe(410);
    }
    const guest = await buildUser(app);
    const { invitation, accept } = await invite(app, invitationsPath, {
      as: sender,
      to: guest.email,
    });
    await app.post(guest, accept);
    expect((await cancel(invitation.id, admin)).problem?.code).toBe('INVITATION_NOT_PENDING');
  });

  it('does not reach another team’s invitations', async () => {
    const { admin, guest, invitationsPath } = await buildPeople(app);
    const { invitation } = await invite(app, invitationsPath, { as: admin, to: guest.email });
    const other = await buildTeam(app);
    const otherAt = `${api}/teams/${other.id}/invitations`;
    for (const id of [invitation.id, newId(InvitationId), 'x', '[]', "'%20OR%201=1"]) {
      expect((await app.delete(other.admin, `${otherAt}/${id}`)).status).toBe(404);
    }
    expect((await app.get(admin, invitationsPath)).body).toHaveLength(1);
  });
});

// Limits of invitation mail across all senders.
function send(team: { id: string; admin: TestUser }, to: string): Promise<Answer> {
  return app.post(team.admin, `${api}/teams/${team.id}/invitations`, { invited_user_email: to });
}

/** Counts sent and queued mails to an address. */
async function mailsTo(address: string): Promise<number> {
  return app.db.$count(mailOutbox, eq(sql`lower(${mailOutbox.recipient})`, address.toLowerCase()));
}

describe('one address', () => {
  it('is mailed three invitations a day by all teams together; further ones exist without mail', async () => {
    const guest = await buildUser(app);
    const answers: Answer[] = [];
    for (let count = 0; count < 5; count += 1) {
      answers.push(await send(await buildTeam(app), guest.email));
    }
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    // Responses do not reveal which were not mailed.
    for (const { body } of answers) expect(TeamInvitation.parse(body).status).toBe('pending');
    expect(await mailsTo(guest.email)).toBe(3);
    expect((await app.get(guest, mine)).body).toHaveLength(5);
  });

  it('is mailed no more by simultaneous calls, in any spelling', async () => {
    const guest = await buildUser(app);
    const teams = await Promise.all(Array.from({ length: 6 }, () => buildTeam(app)));
    await Promise.all(
      teams.map((team, number) =>
        send(team, number % 2 ? guest.email : guest.email.replace('person', 'PERSON')),
      ),
    );
    expect(await mailsTo(guest.email)).toBe(3);
  });

  it('is invited three times a day by one team, canceled or not', async () => {
    const team = await buildTeam(app);
    const to = 'again@example.com';
    for (let count = 0; count < 3; count += 1) {
      const { id } = TeamInvitation.parse((await send(team, to)).body);
      const path = `${api}/teams/${team.id}/invitations/${id}`;
      expect((await app.delete(team.admin, path)).status).toBe(204);
    }
    const refused = await send(team, to);
    expect(refused.status).toBe(429);
    expect(refused.problem?.detail).toBe(
      'Your team has invited this address three times within a day. Please try again tomorrow.',
    );
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await send(await buildTeam(app), to)).status).toBe(201);
  });
});

it('one team may send 200 invitations a day, then gets a message', async () => {
  const team = await buildTeam(app);
  await app.db.insert(invitations).values(
    Array.from({ length: limits.teamInvitationsPerDay - 1 }, (_, number) => ({
      id: newId(InvitationId),
      teamId: team.id,
      senderId: team.admin.id,
      email: `crowd-${number}@example.com`,
      tokenHash: newSecret(),
      expiresAt: new Date(Date.now() + limits.invitationMaxAge),
    })),
  );
  expect((await send(team, 'last@example.com')).status).toBe(201);
  const refused = await send(team, 'late@example.com');
  expect(refused.status).toBe(429);
  expect(refused.problem?.detail).toContain(`${limits.teamInvitationsPerDay} invitations`);
});
