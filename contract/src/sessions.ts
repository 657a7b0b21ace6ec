// Logging in and staying so. Apart from auth.ts, whose rules for new passwords only few pages load.
import { z } from 'zod';

import { Email } from './email.ts';
import { SessionId } from './ids.ts';
import { limits } from './limits.ts';
import { Timestamp } from './text.ts';
import { User } from './users.ts';

const email = 'robin@example.com';
const password = 'correct Horse 7';
const token = 'Zk3vQ0aYb1mS8dXnT5hR2uLwP9cJ6eGfI4oK7yWqBsE';
const later = '2026-03-04T09:00:00.000Z';

export const LoginInput = z
  .object({
    username: Email,
    password: z
      .string()
      .min(1, 'Please enter your password.')
      .max(limits.passwordMax * 8),
  })
  .meta({ examples: [{ username: email, password }] });
export type LoginInput = z.infer<typeof LoginInput>;

/** A refresh says all by its bearer token; the body may be `{}` or missing. */
export const RefreshInput = z
  .object({})
  .nullish()
  .meta({ examples: [{}] });

export const SessionToken = z
  .object({
    access_token: z.string(),
    token_type: z.literal('bearer'),
    expires_at: Timestamp,
  })
  .meta({ examples: [{ access_token: token, token_type: 'bearer', expires_at: later }] });
export type SessionToken = z.infer<typeof SessionToken>;

export const ValidateOutput = z.object({
  valid: z.literal(true),
  user: User,
  expires_at: Timestamp,
});

/** One of the caller's own logins, as the list of them shows it. */
export const OwnSession = z
  .object({
    id: SessionId,
    created_at: Timestamp,
    last_used_at: Timestamp,
    /** The name that the browser or program gave itself when it logged in; empty without one. */
    user_agent: z.string(),
    /** Whether it is the session of the call itself. */
    current: z.boolean(),
  })
  .meta({
    examples: [
      {
        id: '0198c1f2-7a55-7c3e-9a41-5b0c8e2d6f10',
        created_at: '2026-02-02T09:00:00.000Z',
        last_used_at: later,
        user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        current: true,
      },
    ],
  });
export type OwnSession = z.infer<typeof OwnSession>;
