// How often the calls about accounts may be made (api.md "Auth"); wrong passwords have a count of their own.
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

import { callerOf } from '#server/platform/http/caller';
import { HOUR, MINUTE } from '#server/platform/http/rate-limits';

const Named = z.object({ username: z.string() }).or(z.object({ email: z.string() }));

/** The account a call is about, known or not: the same one however it is spelled. */
function accountOf({ body }: FastifyRequest): string {
  const named = Named.parse(body);
  return ('username' in named ? named.username : named.email).toLowerCase();
}

export const loginLimits = {
  rateLimit: { max: 10, timeWindow: MINUTE },
  accountLimit: { max: 10, timeWindow: MINUTE, accountOf },
};
export const registerLimits = { rateLimit: { max: 10, timeWindow: HOUR } };
export const mailLimits = {
  rateLimit: { max: 30, timeWindow: HOUR },
  accountLimit: { max: 5, timeWindow: HOUR, accountOf },
};
/** Each usable link costs a hashing; guessing one is out of reach in any case. */
export const linkLimits = { rateLimit: { max: 30, timeWindow: MINUTE } };
/** Each of these costs a signed-in person's call a hashing or a stored token. */
export const ownLimits = {
  accountLimit: {
    max: 20,
    timeWindow: MINUTE,
    accountOf: (request: FastifyRequest) => callerOf(request).userId,
  },
};
