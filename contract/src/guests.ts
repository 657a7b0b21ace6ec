// Guests: people without an account who take part in one meeting, by a link that can be revoked (docs/retro.md R-321 to
//
import { z } from 'zod';

import { MeetingId, UserId } from './ids.ts';
import { liveLimits } from './limits.ts';
import { LinkSecret, SpectatorLink } from './spectators.ts';
import { Timestamp } from './text.ts';
import { personName } from './user-changes.ts';

const max = z.number().int().min(1).max(liveLimits.guestsMax);
const secret = 'q6Yk0Zy3kqX2oM1m9c4uVbJrT8eWfLhS5aDgPnRxE7Q';

/** POST /meetings/{id}/guest-link: how many it lets in at most, and whether each waits to be admitted. */
export const GuestLinkInput = z
  .object({
    max: max.default(liveLimits.guestsByDefault),
    admit: z.boolean().default(true),
  })
  .meta({ examples: [{ max: 5, admit: true }] });
export type GuestLinkInput = z.infer<typeof GuestLinkInput>;

export const GuestLink = SpectatorLink.extend({ max: z.number().int(), admit: z.boolean() });
export type GuestLink = z.infer<typeof GuestLink>;

/** GET /meetings/{id}/guest-link */
export const GuestLinkState = z.object({ link: GuestLink.nullable() });
export type GuestLinkState = z.infer<typeof GuestLinkState>;

/** The one time that the secret is told. The page's address is `/guest#{secret}`. */
export const NewGuestLink = GuestLink.extend({ secret: LinkSecret });
export type NewGuestLink = z.infer<typeof NewGuestLink>;

/** POST /guest/link */
export const GuestLinkSecret = z.object({ secret: LinkSecret }).meta({ examples: [{ secret }] });

/** What a guest is told before they give a name. */
export const GuestInvitation = z.object({
  meeting_name: z.string(),
  /** Null where they have no name: nobody's address is told. */
  invited_by: z.string().nullable(),
  is_live: z.boolean(),
  /** How many people are on the board now. */
  online: z.number().int(),
  admit: z.boolean(),
});
export type GuestInvitation = z.infer<typeof GuestInvitation>;

export const GuestName = personName('Name');

/** POST /guest/session: the secret travels in a body alone, so that no log and no Referer has it. */
export const GuestEntry = z
  .object({ secret: LinkSecret, name: GuestName })
  .meta({ examples: [{ secret, name: 'Sven' }] });
export type GuestEntry = z.infer<typeof GuestEntry>;

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

/** PUT /guest/session, while they wait. */
export const GuestRename = z.object({ name: GuestName }).meta({ examples: [{ name: 'Sven' }] });

/** A guest to whoever may change the meeting. */
export const Guest = z.object({
  user_id: UserId,
  name: z.string(),
  state: GuestState,
  muted: z.boolean(),
  asked_at: Timestamp,
});
export type Guest = z.infer<typeof Guest>;

/** PUT /meetings/{id}/guests/{guest_id}. Nobody who was removed comes back: they ask anew. */
export const GuestUpdate = z
  .object({
    state: GuestState.exclude(['waiting']).optional(),
    name: GuestName.optional(),
    muted: z.boolean().optional(),
  })
  .meta({ examples: [{ state: 'admitted' }, { muted: true }] });
export type GuestUpdate = z.infer<typeof GuestUpdate>;
