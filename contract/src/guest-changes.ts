// Input of guests and of the lead (docs/retro.md ). A board, which reads their output alone, does not load it.
import { z } from 'zod';

import { GuestState } from './guests.ts';
import { LinkSecret } from './spectators.ts';
import { personName } from './user-changes.ts';

/** How many guests one link lets in at most, and where nobody says; how many wait, so that none keeps the owner busy. */
export const guestLimits = { max: 100, byDefault: 20, waiting: 20 } as const;

const max = z.number().int().min(1).max(guestLimits.max);
const secret = 'q6Yk0Zy3kqX2oM1m9c4uVbJrT8eWfLhS5aDgPnRxE7Q';

/** POST /meetings/{id}/guest-link: how many it lets in at most, and whether each waits to be admitted. */
export const GuestLinkInput = z
  .object({
    max: max.default(guestLimits.byDefault),
    admit: z.boolean().default(true),
  })
  .meta({ examples: [{ max: 5, admit: true }] });
export type GuestLinkInput = z.infer<typeof GuestLinkInput>;

/** POST /guest/link */
export const GuestLinkSecret = z.object({ secret: LinkSecret }).meta({ examples: [{ secret }] });

export const GuestName = personName('Name');

/** POST /guest/session: the secret travels in a body alone, so that no log and no Referer has it. */
export const GuestEntry = z
  .object({ secret: LinkSecret, name: GuestName })
  .meta({ examples: [{ secret, name: 'Sven' }] });
export type GuestEntry = z.infer<typeof GuestEntry>;

/** PUT /guest/session, while they wait. */
export const GuestRename = z.object({ name: GuestName }).meta({ examples: [{ name: 'Sven' }] });

/** POST /guest/claim, by an account: the token of the guest travels in a body alone, as the secret does. */
export const GuestClaim = z
  .object({ guest_token: LinkSecret })
  .meta({ examples: [{ guest_token: secret }] });

/** PUT /meetings/{id}/guests/{guest_id}. Nobody who was removed comes back: they ask anew. */
export const GuestUpdate = z
  .object({
    state: GuestState.exclude(['waiting']).optional(),
    name: GuestName.optional(),
    muted: z.boolean().optional(),
  })
  .meta({ examples: [{ state: 'admitted' }, { muted: true }] });
export type GuestUpdate = z.infer<typeof GuestUpdate>;
