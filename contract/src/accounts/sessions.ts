// Logging in and sessions. Separate from auth.ts, whose rules for new passwords only a few pages load.
import { z } from 'zod';

import { SessionId } from '../ids.ts';
import { limits } from '../limits.ts';
import { Email } from '../text/email.ts';
import { Timestamp } from '../text/text.ts';
import { User } from './users.ts';

const email = 'robin@example.com';
const password = 'correct Horse 7';

/** A password to compare with the stored hash. Its maximum fits every valid password in any Unicode normal form. */
export const GivenPassword = z.string().max(limits.passwordMax * 8);

export const LoginInput = z
  .object({
    username: Email,
    password: GivenPassword.min(1, 'Please enter your password.'),
  })
  .meta({ examples: [{ username: email, password }] });
export type LoginInput = z.infer<typeof LoginInput>;

/** A refresh only needs the bearer token. The body may be `{}` or missing. */
export const RefreshInput = z
  .object({})
  .nullish()
  .meta({ examples: [{}] });

export const SessionToken = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_at: Timestamp,
});
export type SessionToken = z.infer<typeof SessionToken>;

export const ValidateOutput = z.object({
  valid: z.literal(true),
  user: User,
  expires_at: Timestamp,
});

export const OwnSession = z.object({
  id: SessionId,
  created_at: Timestamp,
  last_used_at: Timestamp,
  /** The User-Agent header of the login. Empty without one. */
  user_agent: z.string(),
  current: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;
