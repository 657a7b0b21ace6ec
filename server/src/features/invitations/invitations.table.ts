import type { InvitationId } from '@wentwell/contract/ids';
import {
  type Invitation,
  invitationPolicy,
  type InvitationStatus,
  type PublicInvitation,
  type TeamInvitation,
} from '@wentwell/contract/invitations';
import type { TeamContext } from '@wentwell/contract/teams';
import { and, eq, sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

import { memberships, type TeamRow, ofTeam } from '#server/features/teams/teams.table';
import { personNames, type UserRow, ofUser, users } from '#server/features/users/users.table';
import { createdAndUpdated, deletedIndex, instant, softDelete } from '#server/platform/db/columns';
import { databaseNow } from '#server/platform/db/database-time';
import type { Caller } from '#server/platform/http/caller';

/** Expiry is read off `expires_at`. A deleted pending one was called off; `canceled` made room for another. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid().$type<InvitationId>().primaryKey(),
    teamId: ofTeam(),
    senderId: ofUser(),
    email: text().notNull(),
    /** The hash for the link that the sender copies. Versions before 0.4.0 mailed the same one. */
    tokenHash: text().notNull().unique(),
    /** The hash for the link in the mail, which proves the address. */
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
    // Two requests at once cannot invite one address twice (docs/api.md A-61).
    uniqueIndex('invitations_pending_key')
      .on(table.teamId, sql`lower(${table.email})`)
      .where(sql`${table.status} = 'pending' and ${table.deletedAt} is null`),
    deletedIndex('invitations_deleted', table),
  ],
);

type InvitationRow = typeof invitations.$inferSelect;

/** An invitation with what its entity is made of. */
export interface StoredInvitation {
  invitation: InvitationRow;
  team: TeamRow;
  sender: UserRow;
  /** The sender is still somebody who may invite into this team. */
  senderMayInvite: boolean;
  /** By the database's clock, read in the same query. */
  isExpired: boolean;
}

/** How a query of invitations joins `memberships`, for `senderMayInvite`. It joins the sender as `users`. */
export const membershipOfSender = and(
  eq(memberships.teamId, invitations.teamId),
  eq(memberships.userId, invitations.senderId),
);

/** An invitation is worth no more than its sender's word: it ends when they leave the team (docs/api.md A-61). */
export const senderMayInvite = sql<boolean>`(${users.deletedAt} is null and ${users.isActive}
  and (${users.isSuperuser} or ${memberships.role} is not null))`;

export const isExpired = sql<boolean>`${invitations.expiresAt} <= ${databaseNow}`;

/** The stored status says neither that the time is over nor that it was called off, or its sender's right to invite. */
function statusOf(stored: StoredInvitation): InvitationStatus {
  const { status, deletedAt } = stored.invitation;
  if (status !== 'pending') return status;
  if (deletedAt || !stored.senderMayInvite) return 'canceled';
  return stored.isExpired ? 'expired' : 'pending';
}

/** The invitation as its team and the invited person see it. */
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

/** The row of the team's list as one member sees it. */
export function toTeamInvitation(
  stored: StoredInvitation,
  teamContext: TeamContext,
): TeamInvitation {
  const result = invitationPolicy.cancel(teamContext, { sender_id: stored.invitation.senderId });
  return { ...toInvitation(stored), can_cancel: result === 'allowed' };
}

/** The same for whoever holds the link: the sender's address is for the invited person alone (docs/api.md A-62). */
export function toPublicInvitation(
  stored: StoredInvitation,
  caller: Caller | null,
  byMail: Pick<PublicInvitation, 'can_register' | 'live_meeting'>,
): PublicInvitation {
  const { created_at: _, inviting_user, ...invitation } = toInvitation(stored);
  const isInvited = caller && invitationPolicy.answer(caller.email, invitation) === 'allowed';
  const sender = { ...inviting_user, ...(!isInvited && { email: null }) };
  return { ...invitation, inviting_user: sender, ...byMail };
}
