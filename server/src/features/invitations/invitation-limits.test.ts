// Limits of invitation mail across all senders.
import { InvitationId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { TeamInvitation } from '@wentwell/contract/teams/invitations';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { invitations } from '#server/features/invitations/invitations.table';
import { newId } from '#server/platform/ids';
import { mailOutbox } from '#server/platform/mail/mail-outbox.table';
import { newSecret } from '#server/platform/secrets';
import { type Answer, fileApp, type TestUser } from '#test/build-test-app';
import { buildTeam, buildUser } from '#test/factories';
import { api, mine } from '#test/invitation-scene';

const app = await fileApp();

function invite(team: { id: string; admin: TestUser }, to: string): Promise<Answer> {
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
      answers.push(await invite(await buildTeam(app), guest.email));
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
        invite(team, number % 2 ? guest.email : guest.email.replace('person', 'PERSON')),
      ),
    );
    expect(await mailsTo(guest.email)).toBe(3);
  });

  it('is invited three times a day by one team, canceled or not', async () => {
    const team = await buildTeam(app);
    const to = 'again@example.com';
    for (let count = 0; count < 3; count += 1) {
      const { id } = TeamInvitation.parse((await invite(team, to)).body);
      const path = `${api}/teams/${team.id}/invitations/${id}`;
      expect((await app.delete(team.admin, path)).status).toBe(204);
    }
    const refused = await invite(team, to);
    expect(refused.status).toBe(429);
    expect(refused.problem?.detail).toBe(
      'Your team has invited this address three times within a day. Please try again tomorrow.',
    );
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await invite(await buildTeam(app), to)).status).toBe(201);
  });
});

describe('one team', () => {
  it('may send 200 invitations a day, then gets a message', async () => {
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
    expect((await invite(team, 'last@example.com')).status).toBe(201);
    const refused = await invite(team, 'late@example.com');
    expect(refused.status).toBe(429);
    expect(refused.problem?.detail).toContain(`${limits.teamInvitationsPerDay} invitations`);
  });
});
