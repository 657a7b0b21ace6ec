// Registration, verification and passwords: inputs with the specified messages, and responses.
import { z } from 'zod';

import { MeetingId, TeamId } from '../ids.ts';
import { limits } from '../limits.ts';
import { Email } from '../text/email.ts';
import { Redirect } from '../text/site-path.ts';
import { storableText } from '../text/text.ts';
import { GivenPassword, SessionToken } from './sessions.ts';
import { firstName, lastName } from './user-changes.ts';

// Stems of common passwords that pass the other rules: "password" matches "P@ssw0rd123!". Browsers load this list.

const lookalikes: Record<string, string> = { '@': 'a', $: 's', 0: 'o', 1: 'i', 3: 'e', 5: 's' };

const letter = /\p{L}/u;
const letterOrLookalike = /[\p{L}@$]/u;

const stems = new Set(
  `
password passwort passord pass motdepasse contrasena senha parola wachtwoord haslo
qwer qwerty qwertz azerty qwertyuiop asdf asdfgh asdfghjkl zxcv zxcvbnm qweasd qweasdzxc qwe asd
1q2w3e 1q2w3e4r 1q2w3e4r5t q1w2e3r4 1qaz2wsx 1qaz2wsx3edc zaq12wsx qazwsx qazwsxedc
ab abc abcd abcde abcdef abcdefg abcdefgh aabbcc
welcome willkommen hello hallo iloveyou loveyou letmein login admin administrator root superuser
user guest test tester testing demo default changeme secret security access server database
summer winter spring autumn january february march april may june july august september october
november december monday tuesday wednesday thursday friday saturday sunday
football baseball basketball soccer hockey liverpool chelsea arsenal barcelona
monkey dragon shadow sunshine princess superman batman starwars pokemon charlie michael jordan
computer internet whatever trustno freedom flower cookie google samsung wentwell
`
    .trim()
    .split(/\s+/)
    .map(stem),
);

/**
 * Normalizes a password to its base word: strips leading and trailing digits and marks, and undoes lookalikes. Runs in
 * linear time; a regular expression ending in `+$` would backtrack quadratically on runs of marks.
 */
function stem(password: string): string {
  const characters = [...password.normalize('NFKC').toLowerCase()];
  const first = characters.findIndex((each) => letterOrLookalike.test(each));
  const last = characters.findLastIndex((each) => letter.test(each));
  const word = first === -1 ? [] : characters.slice(first, last + 1);
  return word.map((each) => lookalikes[each] ?? each).join('');
}

/** Whether the password is among those that attackers try first. The caller must bound its length. */
function isCommonPassword(password: string): boolean {
  const word = stem(password);
  return stems.has(word) || new Set(word).size === 1;
}

const passwordTooLong = `Password must be at most ${limits.passwordMax} characters long.`;

/**
 * A newly chosen password: the registration rules, a maximum length, and no common password. The maximum is a separate
 * pipe that stops at the first error, because the later rules normalize and search the text.
 */
export const NewPassword = storableText
  .pipe(z.string().min(1, 'Please enter a password.').max(limits.passwordMax, passwordTooLong))
  .pipe(
    z
      .string()
      .min(limits.passwordMin, 'Password must be at least 8 characters long.')
      .max(limits.passwordMax)
      .regex(/\p{Lu}/u, 'Password must contain at least one uppercase letter.')
      .regex(/\p{Ll}/u, 'Password must contain at least one lowercase letter.')
      .regex(/\p{Nd}/u, 'Password must contain at least one number.')
      .refine((password) => !isCommonPassword(password), {
        message: 'This password is too easy to guess. Please choose another.',
      }),
  );

const email = 'robin@example.com';
const password = 'correct Horse 7';
const token = 'Zk3vQ0aYb1mS8dXnT5hR2uLwP9cJ6eGfI4oK7yWqBsE';

/** A secret from a link: 256 bits as base64url. The maximum rejects nonsense early. */
export const LinkToken = z.string().min(1).max(200);

export const RegisterInput = z
  .object({
    email: Email,
    password: NewPassword,
    first_name: firstName.optional(),
    last_name: lastName.optional(),
    redirect: Redirect,
  })
  .meta({ examples: [{ email, password, first_name: 'Robin', last_name: 'Field' }] });
export type RegisterInput = z.infer<typeof RegisterInput>;

/** The token of an emailed invitation proves the address, so no verification follows. */
export const InvitedRegistration = z
  .object({
    token: LinkToken,
    password: NewPassword,
    first_name: firstName,
    last_name: lastName.optional(),
  })
  .meta({ examples: [{ token, password, first_name: 'Robin', last_name: 'Field' }] });
export type InvitedRegistration = z.infer<typeof InvitedRegistration>;

/** The first session of an invited user, the joined team and its live meeting. */
export const InvitedSession = SessionToken.extend({
  team_id: TeamId,
  meeting_id: MeetingId.nullable(),
});

/** The registration form: the request's fields and the repeated password, which is never sent. */
export const RegisterForm = z
  .object({ email: Email, password: NewPassword, confirm: z.string() })
  .refine((form) => form.password === form.confirm, {
    message: 'Passwords do not match.',
    path: ['confirm'],
    // The mismatch is shown even while the password itself breaks its rules.
    when: ({ value }) =>
      z.object({ password: z.string(), confirm: z.string() }).safeParse(value).success,
  });

/** The password is required only if the address was registered more than once. */
export const VerifyInput = z
  .object({
    token: LinkToken,
    password: GivenPassword.min(1, 'Please enter your password.').optional(),
  })
  .meta({ examples: [{ token }, { token, password }] });
export type VerifyInput = z.infer<typeof VerifyInput>;

export const VerificationInput = z.object({ token: LinkToken }).meta({ examples: [{ token }] });

/** The address of a verification link, for the link's holder. */
export const Verification = z.object({
  email: z.string(),
  /** `ended`: expired or replaced by a later link. */
  state: z.enum(['open', 'ended', 'verified']),
  registered_more_than_once: z.boolean(),
});
export type Verification = z.infer<typeof Verification>;

/** The address may come in the query or the body. */
export const ResendInput = z
  .object({ email: Email, redirect: Redirect })
  .meta({ examples: [{ email }] });

// The registration's rules with the messages that the specification gives for this field.
const ReplacingPassword = storableText
  .pipe(z.string().min(1, 'New password is required'))
  .pipe(
    z
      .string()
      .min(limits.passwordMin, 'Password must be at least 8 characters long')
      .pipe(NewPassword),
  );

export const ChangePasswordInput = z
  .object({
    current_password: GivenPassword.min(1, 'Current password is required'),
    new_password: ReplacingPassword,
  })
  .meta({ examples: [{ current_password: password, new_password: 'another Mare 8' }] });
export type ChangePasswordInput = z.infer<typeof ChangePasswordInput>;

export const ForgotPasswordInput = z.object({ email: Email }).meta({ examples: [{ email }] });

export const ResetPasswordInput = z
  .object({ token: LinkToken, password: ReplacingPassword })
  .meta({ examples: [{ token, password: 'another Mare 8' }] });
export type ResetPasswordInput = z.infer<typeof ResetPasswordInput>;

/** The second password field and the rule that it must match. */
function repeated(name: 'new_password' | 'password') {
  return {
    confirm: z.string().min(1, 'Please confirm your password'),
    rule: {
      message: 'Passwords do not match',
      path: ['confirm'],
      when: ({ value }: { value: unknown }) =>
        z.object({ [name]: z.string(), confirm: z.string().min(1) }).safeParse(value).success,
    },
  };
}

const changed = repeated('new_password');
/** The profile's form: the request's fields and the repeated password, which is never sent. */
export const ChangePasswordForm = ChangePasswordInput.extend({ confirm: changed.confirm }).refine(
  (form) => form.new_password === form.confirm,
  changed.rule,
);

const reset = repeated('password');
/** The form of the reset email's link. The token comes from the link's address. */
export const ResetPasswordForm = z
  .object({ password: ReplacingPassword, confirm: reset.confirm })
  .refine((form) => form.password === form.confirm, reset.rule);

/** Response of calls that send email, whether or not the address is known (docs/api.md A-56). */
export const MailAccepted = z.object({ detail: z.string() });
