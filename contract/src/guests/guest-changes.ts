// Inputs of guests and leads (docs/retro.md ). Boards only read the output, so they do not load this
// file.
import { z } from 'zod';

import { personName } from '../accounts/user-changes.ts';
import { wholeNumber } from '../api/sentences.ts';
import { GuestState } from './guests.ts';
import { LinkSecret } from './spectators.ts';

/** Maximum and default guests per link, and maximum waiting guests, which protects the owner from floods. */
export const guestLimits = { max: 100, byDefault: 20, waiting: 20 } as const;

const max = wholeNumber(1, guestLimits.max);
const secret = 'q6Yk0Zy3kqX2oM1m9c4uVbJrT8eWfLhS5aDgPnRxE7Q';

/** POST /meetings/{id}/guest-link: the maximum number of guests, and whether guests wait for admission. */
export const GuestLinkInput = z
  .object({
    max: max.default(guestLimits.byDefault),
    admit: z.boolean().default(true),
  })
  .meta({ examples: [{ max: 5, admit: true }] });

/** POST /guest/link */
export const GuestLinkSecret = z.object({ secret: LinkSecret }).meta({ examples: [{ secret }] });

export const GuestName = personName('Name');

/** POST /guest/session. The secret is sent only in a body, so that no log or Referer contains it. */
export const GuestEntry = z
  .object({ secret: LinkSecret, name: GuestName })
  .meta({ examples: [{ secret, name: 'Sven' }] });

/** PUT /guest/session, while waiting. */
export const GuestRename = z.object({ name: GuestName }).meta({ examples: [{ name: 'Sven' }] });

/** POST /guest/claim, by an account. The guest's token is sent only in a body, like the secret. */
export const GuestClaim = z
  .object({ guest_token: LinkSecret })
  .meta({ examples: [{ guest_token: secret }] });

/** PUT /meetings/{id}/guests/{guest_id}. A removed guest cannot return and must ask again. */
export const GuestUpdate = z
  .object({
    state: GuestState.exclude(['waiting']).optional(),
    name: GuestName.optional(),
    muted: z.boolean().optional(),
  })
  .meta({ examples: [{ state: 'admitted' }, { muted: true }] });
export type GuestUpdate = z.infer<typeof GuestUpdate>;
