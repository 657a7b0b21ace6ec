// Inputs that change a user, with the rules for names. Pages that only show users do not load this file.
import { z } from 'zod';

import { limits } from '../limits.ts';
import { withoutLinks } from '../text/links-in-names.ts';
import { storableText, trimmedText, withReadableText } from '../text/text.ts';
import { GivenPassword } from './sessions.ts';

export function personName(label: string) {
  const name = storableText
    .pipe(trimmedText.min(1, `${label} is required`))
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
  return withoutLinks(withReadableText(name, label), label);
}

export const firstName = personName('First name');
export const lastName = personName('Last name');

/** PATCH /users/me: first name, last name, or both. */
export const UserUpdate = z
  .object({ first_name: firstName.optional(), last_name: lastName.optional() })
  .meta({ examples: [{ first_name: 'Robin', last_name: 'Field' }] });
export type UserUpdate = z.infer<typeof UserUpdate>;

/** The same with the theme. Pages define the themes and ignore unknown ids. */
export const MeUpdate = UserUpdate.extend({
  theme: z
    .string()
    .regex(/^[a-z-]{1,40}$/, 'A theme has up to 40 lower-case letters and hyphens in its name.')
    .optional(),
}).meta({ examples: [{ first_name: 'Robin', last_name: 'Field' }, { theme: 'nord' }] });
export type MeUpdate = z.infer<typeof MeUpdate>;

/** PATCH /users/{id}: `is_active` is ignored unless `userPolicy.setActive` allows it. */
export const AccountUpdate = UserUpdate.extend({ is_active: z.boolean().optional() }).meta({
  examples: [{ first_name: 'Robin' }, { is_active: false }],
});
export type AccountUpdate = z.infer<typeof AccountUpdate>;

/**
 * DELETE /users/{id}: deleting one's own account needs the password unless the login is recent. Superusers delete other
 * accounts without it.
 */
export const AccountDeletion = z
  .object({ password: GivenPassword.optional() })
  .nullish()
  .meta({ examples: [{ password: 'correct Horse 7' }] });
