// Limits of calls about accounts. Per address they leave room for an office, and still bound guessing and bulk.
import { toAsciiAddress } from '@wentwell/contract/email';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

import { addressBlock } from '#server/platform/http/address-block';
import { callerOf } from '#server/platform/http/caller';
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
    // With the address, so that nobody uses up the tries of the account's owner elsewhere.
    accountOf: ({ body, ip }: FastifyRequest) =>
      `${toAsciiAddress(Login.parse(body).username).toLowerCase()} ${addressBlock(ip)}`,
  },
} as const;

/** Registrations of invited addresses do not count: a team asked for them. */
export function registerLimits(isInvited: (email: string) => Promise<boolean>) {
  return {
    addressLimit: {
      timeWindow: HOUR,
      // A refusal tells that an address has an account.
      failures: 20,
      successes: 300,
      isExpected: ({ body }: FastifyRequest) =>
        isInvited(toAsciiAddress(Registration.parse(body).email)),
    },
  };
}

/** How often mail goes to one address is the outbox's to bound, silently. */
export const mailLimits = { addressLimit: { timeWindow: HOUR, failures: 30, successes: 100 } };

/** Each usable link costs a hashing; guessing one is out of reach in any case. */
export const linkLimits = { addressLimit: { timeWindow: MINUTE, failures: 30, successes: 300 } };

/** Going to the identity provider, coming back, and proving an account there. */
export const providerLimits = {
  addressLimit: { timeWindow: MINUTE, failures: 30, successes: 300 },
};

/** Each of these costs a signed-in person's call a hashing or a stored token. */
export const ownLimits = {
  accountLimit: {
    max: 20,
    timeWindow: MINUTE,
    accountOf: (request: FastifyRequest) => callerOf(request).userId,
  },
};
