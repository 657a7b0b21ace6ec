import type { InvitationId } from '@wentwell/contract/ids';
import {
  type Invitation,
  invitationPolicy,
  type InvitationStatus,
  type PublicInvitation,
  type TeamInvitation,
} from '@wentwell/contract/teams/invitations';
import type { TeamContext } from '@wentwell/contract/teams/teams';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

import { membershipOf, memberships, ofTeam, teams } from '#server/features/teams/teams.table';
import { personNames, ofUser, users } from '#server/features/users/users.table';
import { createdAndUpdated, deletedIndex, instant, softDelete } from '#server/platform/db/columns';
import type { Queries } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import type { Caller } from '#server/platform/http/caller';

/** Expiry follows from `expires_at`. Deleted while pending: canceled by a user. `canceled`: replaced by a new one. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid().$type<InvitationId>().primaryKey(),
    teamId: ofTeam(),
    senderId: ofUser(),
    email: text().notNull(),
    /** Token hash of the sender's link. Versions before 0.4.0 also mailed this link. */
    tokenHash: text().notNull().unique(),
    /** Token hash of the mailed link, which proves the address. */
    mailedTokenHash: text(),
    status: text().$type<Exclude<InvitationStatus, 'expired'>>().notNull().default('pending'),
    expiresAt: instant().notNull(),
    ...createdAndUpdated,
    ...softDelete,
  },
  (table) => [
    index('invitations_sender').on(table.senderId),
    index('invitations_team').on(table.teamId),
    index('invitations_mailed_token').on(table.mailedTokenHash),
    index('invitations_email').on(sql`lower(${table.email})`),
    // Concurrent requests cannot invite one address twice (docs/api.md A-61).
    uniqueIndex('invitations_pending_key')
      .on(table.teamId, sql`lower(${table.email})`)
      .where(sql`${table.status} = 'pending' and ${table.deletedAt} is null`),
    deletedIndex('invitations_deleted', table),
  ],
);

/** An invitation ends when its sender leaves the team (docs/api.md A-61). */
export const senderMayInvite = sql<boolean>`(${users.deletedAt} is null and ${users.isActive}
  and (${users.isSuperuser} or ${memberships.role} is not null))`;

/** Counts towards the team's limit. Also requires `senderMayInvite` to be accepted. */
export const isOpenInvitation = and(
  isNull(invitations.deletedAt),
  eq(invitations.status, 'pending'),
  gt(invitations.expiresAt, databaseNow),
);

const isExpired = sql<boolean>`${invitations.expiresAt} <= ${databaseNow}`;

/** Selects invitations with their team and sender, deleted or not. */
export function selectInvitations(db: Queries) {
  return db
    .select({ invitation: invitations, team: teams, sender: users, senderMayInvite, isExpired })
    .from(invitations)
    .innerJoin(teams, eq(teams.id, invitations.teamId))
    .innerJoin(users, eq(users.id, invitations.senderId))
    .leftJoin(memberships, membershipOf(invitations.senderId, invitations.teamId));
}
export type StoredInvitation = Awaited<ReturnType<typeof selectInvitations>>[number];

/** The stored status reflects neither expiry, nor deletion, nor the sender's permission. */
function statusOf(stored: StoredInvitation): InvitationStatus {
  const { status, deletedAt } = stored.invitation;
  if (status !== 'pending') return status;
  if (deletedAt || !stored.senderMayInvite) return 'canceled';
  return stored.isExpired ? 'expired' : 'pending';
}

/** The view of the team and the invited person. */
export function toInvitation(stored: StoredInvitation): Invitation {
  const { invitation, team, sender } = stored;
  const { display_name, full_name, email } = personNames(sender);
  return {
    id: invitation.id,
    status: statusOf(stored),
    team: { id: team.id, name: team.name, description: team.description },
    inviting_user: { display_name, full_name, email },
    invited_user_email: invitation.email,
    expires_at: invitation.expiresAt.toISOString(),
    created_at: invitation.createdAt.toISOString(),
  };
}

/** The view of one member in the team's list. */
export function toTeamInvitation(
  stored: StoredInvitation,
  teamContext: TeamContext,
): TeamInvitation {
  const result = invitationPolicy.cancel(teamContext, { sender_id: stored.invitation.senderId });
  return { ...toInvitation(stored), can_cancel: result === 'allowed' };
}

type PublicView = Pick<PublicInvitation, 'can_register' | 'live_meeting'> & {
  caller: Caller | null;
  /** The sender's. */
  color: number | null;
};

/** The view of any link holder. Only the invited person sees the sender's address (docs/api.md A-62). */
export function toPublicInvitation(
  stored: StoredInvitation,
  { caller, color, ...byMail }: PublicView,
): PublicInvitation {
  const { created_at: _, inviting_user, ...invitation } = toInvitation(stored);
  const isInvited = caller && invitationPolicy.answer(caller.email, invitation) === 'allowed';
  const sender = { ...inviting_user, color, ...(!isInvited && { email: null }) };
  return { ...invitation, inviting_user: sender, ...byMail };
}
