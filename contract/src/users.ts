// People: the entity, the names shown for them, and what they may change of themselves.
import { z } from 'zod';

import { UserId } from './ids.ts';
import { limits } from './limits.ts';
import { storableText } from './text.ts';

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

function personName(label: string) {
  return storableText
    .pipe(z.string().trim().min(1, `${label} is required`))
    .pipe(
      z
        .string()
        .min(
          limits.personNameMin,
          `${label} must be at least ${limits.personNameMin} characters long`,
        )
        .max(
          limits.personNameMax,
          `${label} must be at most ${limits.personNameMax} characters long`,
        ),
    );
}

export const firstName = personName('First name');
export const lastName = personName('Last name');

/** PATCH /users/me: either name, or both (spec 5, 7). */
export const UserUpdate = z.object({
  first_name: firstName.optional(),
  last_name: lastName.optional(),
});
export type UserUpdate = z.infer<typeof UserUpdate>;

/** Takes the stored names; gives "First Last", or an empty string where there are none. */
export function fullName(person: { first_name: string; last_name: string }): string {
  return `${person.first_name} ${person.last_name}`.trim();
}

/** Takes a person; gives the full name, else the part of the address before the @, which is no address. */
export function displayName(person: {
  first_name: string;
  last_name: string;
  email: string;
}): string {
  return fullName(person) || (person.email.split('@')[0] ?? person.email);
}
