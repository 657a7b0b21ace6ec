// Users: entity, display names and policy.
import { z } from 'zod';

import type { PolicyResult } from '../errors.ts';
import { UserId } from '../ids.ts';
import type { TeamContext } from '../teams/teams.ts';

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

/** The caller's own account, with private fields. */
export const Me = User.extend({
  /** The chosen theme. Null before a choice. */
  theme: z.string().nullable().default(null),
});
export type Me = z.infer<typeof Me>;

type Who = Pick<TeamContext, 'userId' | 'isSuperuser'>;

function selfOrSuperuser(who: Who, person: UserId): PolicyResult {
  return who.userId === person || who.isSuperuser ? 'allowed' : 'FORBIDDEN';
}

/** Pure rules (docs/api.md A-45). Callers must answer strangers with 404 first. */
export const userPolicy = {
  change: selfOrSuperuser,
  delete: selfOrSuperuser,
  /** Activate or deactivate an account. Not one's own, so that no superuser locks themselves out by mistake. */
  setActive: (who: Who, person: UserId): PolicyResult =>
    who.isSuperuser && who.userId !== person ? 'allowed' : 'FORBIDDEN',
} as const;

/** "First Last". Empty if both are empty. */
export function fullName(person: { first_name: string; last_name: string }): string {
  return `${person.first_name} ${person.last_name}`.trim();
}

/** The local part of the address, which does not reveal the domain. */
export function nameOfAddress(email: string): string {
  return email.split('@')[0] ?? email;
}

/** The full name, or the local part of the address. */
export function displayName(person: {
  first_name: string;
  last_name: string;
  email: string;
}): string {
  return fullName(person) || nameOfAddress(person.email);
}
