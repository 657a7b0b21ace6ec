// Guests: people without an account who take part in one meeting, by a link that can be revoked (docs/retro.md R-321 to
//
import { z } from 'zod';

import { MeetingId, UserId } from './ids.ts';
import { LinkSecret, SpectatorLink } from './spectators.ts';
import { Timestamp } from './text.ts';

export const GuestLink = SpectatorLink.extend({ max: z.number().int(), admit: z.boolean() });
export type GuestLink = z.infer<typeof GuestLink>;

/** GET /meetings/{id}/guest-link */
export const GuestLinkState = z.object({ link: GuestLink.nullable() });
export type GuestLinkState = z.infer<typeof GuestLinkState>;

/** The one time that the secret is told. The page's address is `/guest#{secret}`. */
export const NewGuestLink = GuestLink.extend({ secret: LinkSecret });
export type NewGuestLink = z.infer<typeof NewGuestLink>;

/** POST /guest/link: the link as a guest sees it before giving a name. */
export const GuestInvitation = z.object({
  meeting_name: z.string(),
  /** Null if they have no name. The address is never shown. */
  invited_by: z.string().nullable(),
  is_live: z.boolean(),
  /** How many people are on the board now. */
  online: z.number().int(),
  admit: z.boolean(),
});
export type GuestInvitation = z.infer<typeof GuestInvitation>;

export const GuestState = z.enum(['waiting', 'admitted', 'removed']);
export type GuestState = z.infer<typeof GuestState>;

/** GET /guest/session: a guest to themselves, also while they wait. */
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

/** A guest to whoever may change the meeting. */
export const Guest = z.object({
  user_id: UserId,
  name: z.string(),
  state: GuestState,
  muted: z.boolean(),
  asked_at: Timestamp,
});
export type Guest = z.infer<typeof Guest>;
