// Invitations to a team, as seen by the team, the invited person and the link's holder.
import { z } from 'zod';

import { PersonColor } from '../accounts/person-colors.ts';
import type { PolicyResult } from '../errors.ts';
import { InvitationId, TeamId, type UserId } from '../ids.ts';
import { requiredEmail } from '../text/email.ts';
import { Timestamp } from '../text/text.ts';
import type { TeamContext } from './teams.ts';

export const InvitationStatus = z.enum(['pending', 'accepted', 'rejected', 'expired', 'canceled']);
export type InvitationStatus = z.infer<typeof InvitationStatus>;

export const Invitation = z.object({
  id: InvitationId,
  status: InvitationStatus,
  team: z.object({ id: TeamId, name: z.string(), description: z.string() }),
  inviting_user: z.object({ display_name: z.string(), full_name: z.string(), email: z.string() }),
  invited_user_email: z.string(),
  expires_at: Timestamp,
  created_at: Timestamp,
});
export type Invitation = z.infer<typeof Invitation>;

/** A row of the team's list for one member. `can_cancel` is that member's `invitationPolicy.cancel`. */
export const TeamInvitation = Invitation.extend({ can_cancel: z.boolean() });
export type TeamInvitation = z.infer<typeof TeamInvitation>;

/** Only the sender gets this link. It differs from the mailed link and only works for the invited address. */
export const SentInvitation = TeamInvitation.extend({ link: z.url() });
export type SentInvitation = z.infer<typeof SentInvitation>;

/** An invitation as its link shows it. The link alone reveals no address except the invited one (docs/api.md A-62). */
export const PublicInvitation = Invitation.omit({ created_at: true }).extend({
  inviting_user: Invitation.shape.inviting_user.extend({
    /** Null unless the invited person is signed in. Nodes of earlier versions omit it. */
    email: z.string().nullable().default(null),
    color: PersonColor,
  }),
  /** The link was mailed and the address has no account, so the holder can register with it. */
  can_register: z.boolean().default(false),
  /** The name of the team's live meeting, for holders of an open mailed link. */
  live_meeting: z.string().nullable().default(null),
});
export type PublicInvitation = z.infer<typeof PublicInvitation>;

export const InvitationInput = z
  .object({
    invited_user_email: requiredEmail('Please enter an email address to send an invitation.'),
  })
  .meta({ examples: [{ invited_user_email: 'sasha@example.com' }] });
export type InvitationInput = z.infer<typeof InvitationInput>;

export const InvitationAnswer = z
  .object({ status: z.enum(['accepted', 'rejected']) })
  .meta({ examples: [{ status: 'accepted' }] });
export type InvitationAnswer = z.infer<typeof InvitationAnswer>;

/** Pure rules (docs/api.md ). */
export const invitationPolicy = {
  create: (who: TeamContext): PolicyResult =>
    who.isSuperuser || who.role !== null ? 'allowed' : 'NOT_FOUND',
  cancel: (who: TeamContext, invitation: { sender_id: UserId }): PolicyResult => {
    const sentIt = who.role !== null && invitation.sender_id === who.userId;
    return sentIt || who.role === 'admin' || who.isSuperuser ? 'allowed' : 'INVITATION_SENDER_ONLY';
  },
  /** Only the invited address may answer, compared case-insensitively. */
  answer: (email: string, invitation: { invited_user_email: string }): PolicyResult =>
    email.toLowerCase() === invitation.invited_user_email.toLowerCase()
      ? 'allowed'
      : 'INVITATION_OTHER_EMAIL',
} as const;
