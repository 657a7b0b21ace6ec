// Guests: people without an account who join one meeting by a revocable link (docs/retro.md ).
import { z } from 'zod';

import { PersonColor } from '../accounts/person-colors.ts';
import { MeetingId, UserId } from '../ids.ts';
import { Timestamp } from '../text/text.ts';
import { LinkSecret, SpectatorLink } from './spectators.ts';

export const GuestLink = SpectatorLink.extend({ max: z.number().int(), admit: z.boolean() });
export type GuestLink = z.infer<typeof GuestLink>;

/** GET /meetings/{id}/guest-link */
export const GuestLinkState = z.object({ link: GuestLink.nullable() });
export type GuestLinkState = z.infer<typeof GuestLinkState>;

/** The only response that contains the secret. The page's address is `/guest#{secret}`. */
export const NewGuestLink = GuestLink.extend({ secret: LinkSecret });
export type NewGuestLink = z.infer<typeof NewGuestLink>;

/** POST /guest/link: the link as a guest sees it before entering a name. */
export const GuestInvitation = z.object({
  meeting_name: z.string(),
  /** Null if the inviting user has no name. Never the address. */
  invited_by: z.string().nullable(),
  color: PersonColor,
  is_live: z.boolean(),
  /** The number of people on the board now. */
  online: z.number().int(),
  admit: z.boolean(),
});
export type GuestInvitation = z.infer<typeof GuestInvitation>;

export const GuestState = z.enum(['waiting', 'admitted', 'removed']);
export type GuestState = z.infer<typeof GuestState>;

/** GET /guest/session: the guest's own session, also while waiting. */
export const GuestSession = z.object({
  meeting_id: MeetingId,
  meeting_name: z.string(),
  user_id: UserId,
  name: z.string(),
  state: GuestState,
});
export type GuestSession = z.infer<typeof GuestSession>;

export const NewGuestSession = GuestSession.extend({ access_token: z.string() });
export type NewGuestSession = z.infer<typeof NewGuestSession>;

/** A guest, as seen by those who may change the meeting. */
export const Guest = z.object({
  user_id: UserId,
  name: z.string(),
  state: GuestState,
  muted: z.boolean(),
  asked_at: Timestamp,
});
export type Guest = z.infer<typeof Guest>;
