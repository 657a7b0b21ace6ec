// Setup of invitation tests: people, and an invitation with its emailed link.
import type { InvitationId, TeamId } from '@wentwell/contract/ids';
import { SentInvitation } from '@wentwell/contract/teams/invitations';
import { and, eq } from 'drizzle-orm';

import { invitations } from '#server/features/invitations/invitations.table';
import { memberships } from '#server/features/teams/teams.table';
import type { TestApp, TestUser } from '#test/build-test-app';
import { buildTeam, buildUser } from '#test/factories';

export const api = '/api/v1';
export const mine = `${api}/me/team-invitations`;

/** A team with an admin and two members, an invitee and an outsider. */
export async function buildPeople(app: TestApp) {
  const admin = await buildUser(app, { firstName: 'Ada', lastName: 'Lovelace' });
  const sender = await buildUser(app);
  const member = await buildUser(app);
  const guest = await buildUser(app);
  const outsider = await buildUser(app);
  const team = await buildTeam(app, { admin, members: [sender, member] });
  return {
    admin,
    sender,
    member,
    guest,
    outsider,
    team,
    invitationsPath: `${api}/teams/${team.id}/invitations`,
  };
}

/** Invites by the API. Returns the invitation as the invitee sees it, and both links' secrets. */
export async function invite(app: TestApp, path: string, { as, to }: { as: TestUser; to: string }) {
  const made = await app.post(as, path, { invited_user_email: to });
  const { can_cancel: _, link: copied, ...invitation } = SentInvitation.parse(made.body);
  const mail = await app.mail.next({ to });
  const token = /\/invitations\/([\w-]+)/.exec(mail.text)?.[1] ?? '';
  const link = `${api}/teams/invitations/token/${token}`;
  const copiedToken = copied.split('/').at(-1) ?? '';
  return { invitation, mail, token, copiedToken, link, accept: `${link}/accept` };
}

/** Whether the person is a member, exactly once. */
export async function isIn(
  app: TestApp,
  teamId: TeamId,
  { id }: Pick<TestUser, 'id'>,
): Promise<boolean> {
  const membership = and(eq(memberships.teamId, teamId), eq(memberships.userId, id));
  return (await app.db.$count(memberships, membership)) === 1;
}

/** Expires the invitation. */
export async function lapse(app: TestApp, id: InvitationId): Promise<void> {
  const expiresAt = new Date(Date.now() - 1000);
  await app.db.update(invitations).set({ expiresAt }).where(eq(invitations.id, id));
}
