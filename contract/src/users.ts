// People: the entity, the names shown for them, and who may do what.
import { z } from 'zod';

import type { PolicyResult } from './errors.ts';
import { UserId } from './ids.ts';
import type { TeamContext } from './teams.ts';

export const User = z.object({
  id: UserId,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  display_name: z.string(),
  full_name: z.string(),
  is_active: z.boolean(),
  is_superuser: z.boolean(),
  is_verified: z.boolean(),
});
export type User = z.infer<typeof User>;

/** One's own account, with what nobody else is told. */
export const Me = User.extend({
  /** The chosen one of the site's themes; null before a choice. */
  theme: z.string().nullable().default(null),
});
export type Me = z.infer<typeof Me>;

type Who = Pick<TeamContext, 'userId' | 'isSuperuser'>;

function oneselfOrSuperuser(who: Who, person: UserId): PolicyResult {
  return who.userId === person || who.isSuperuser ? 'allowed' : 'FORBIDDEN';
}

/** Pure rules (docs/api.md A-45); the caller has answered 404 to strangers before it asks them. */
export const userPolicy = {
  change: oneselfOrSuperuser,
  delete: oneselfOrSuperuser,
  /** Open or close somebody's account: nobody their own, so that no superuser is locked out by a slip. */
  setActive: (who: Who, person: UserId): PolicyResult =>
    who.isSuperuser && who.userId !== person ? 'allowed' : 'FORBIDDEN',
} as const;

/** "First Last", or an empty string where both are empty. */
export function fullName(person: { first_name: string; last_name: string }): string {
  return `${person.first_name} ${person.last_name}`.trim();
}

/** The part before the @, which reveals no address. */
export function nameOfAddress(email: string): string {
  return email.split('@')[0] ?? email;
}

/** The full name, else the part of the address before the @. */
export function displayName(person: {
  first_name: string;
  last_name: string;
  email: string;
}): string {
  return fullName(person) || nameOfAddress(person.email);
}
