// Rate limits of account routes. The limits per network address suit an office, and still bound guessing and bulk use.
import { toAsciiAddress } from '@wentwell/contract/text/email';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

import { addressBlock } from '#server/platform/http/address-block';
import { HOUR, MINUTE } from '#server/platform/http/rate-limits';

const Login = z.object({ username: z.string() });
const Registration = z.object({ email: z.string() });

export const loginLimits = {
  addressLimit: {
    timeWindow: MINUTE,
    failures: 30,
    successes: 300,
    tolerates: ['LOGIN_USER_NOT_VERIFIED'],
  },
  accountLimit: {
    max: 10,
    timeWindow: MINUTE,
    // The key includes the network address, so that an attacker elsewhere cannot use up the owner's attempts.
    accountOf: ({ body, ip }: FastifyRequest) =>
      `${toAsciiAddress(Login.parse(body).username).toLowerCase()} ${addressBlock(ip)}`,
  },
} as const;

/** Registrations of invited addresses do not count. */
export function registerLimits(isInvited: (email: string) => Promise<boolean>) {
  return {
    addressLimit: {
      timeWindow: HOUR,
      // Limited because a failure reveals that the address has an account.
      failures: 20,
      successes: 300,
      isExpected: ({ body }: FastifyRequest) =>
        isInvited(toAsciiAddress(Registration.parse(body).email)),
    },
  };
}

/** The mail queue also limits mail per recipient, silently. */
export const mailLimits = { addressLimit: { timeWindow: HOUR, failures: 30, successes: 100 } };

/** Limits password hashing and sign-ins with a provider. Tokens of links are too long to guess. */
export const linkLimits = { addressLimit: { timeWindow: MINUTE, failures: 30, successes: 300 } };

/** For signed-in calls that hash a password or store a token. */
export const ownLimits = { accountLimit: { max: 20, timeWindow: MINUTE } };
