import {
  LoginInput,
  MailAccepted,
  RegisterInput,
  ResendInput,
  SessionToken,
  ValidateOutput,
  VerifyInput,
} from '@wentwell/contract/auth';
import { User } from '@wentwell/contract/users';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

import { refusals } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { callerOf } from '#server/platform/http/caller';
import { HOUR, MINUTE } from '#server/platform/http/rate-limits';

import type { AuthService } from './auth.service.ts';

const Named = z.object({ username: z.string() }).or(z.object({ email: z.string() }));

/** The account a call is about, known or not: the same one however it is spelled. */
function accountOf({ body }: FastifyRequest): string {
  const named = Named.parse(body);
  return ('username' in named ? named.username : named.email).toLowerCase();
}

const loginLimits = {
  rateLimit: { max: 10, timeWindow: MINUTE },
  accountLimit: { max: 10, timeWindow: MINUTE, accountOf },
};
const registerLimits = { rateLimit: { max: 10, timeWindow: HOUR } };
const mailLimits = {
  rateLimit: { max: 30, timeWindow: HOUR },
  accountLimit: { max: 5, timeWindow: HOUR, accountOf },
};

export function authRoutes(api: Api, auth: AuthService): void {
  api.post(
    '/auth/register',
    {
      config: { public: true, ...registerLimits },
      schema: { body: RegisterInput, response: { 201: User, ...refusals(400, 422) } },
    },
    async (request, reply) => reply.status(201).send(await auth.register(request.body)),
  );

  api.post(
    '/auth/verify',
    {
      config: { public: true },
      schema: { body: VerifyInput, response: { 200: User, ...refusals(400, 422) } },
    },
    async (request) => auth.verify(request.body.token),
  );

  api.post(
    '/auth/resend-verification',
    {
      config: { public: true, ...mailLimits },
      // The address may stand in the query, in the body or in both (spec 7): the body goes first.
      preValidation: async (request) => {
        request.body = Object.assign({}, request.query, request.body);
      },
      schema: { body: ResendInput, response: { 202: MailAccepted, ...refusals(422) } },
    },
    async (request, reply) => reply.status(202).send(await auth.resendVerification(request.body)),
  );

  api.post(
    '/auth/login',
    {
      config: { public: true, form: true, ...loginLimits },
      schema: { body: LoginInput, response: { 200: SessionToken, ...refusals(400, 422) } },
    },
    async (request) => auth.login(request.body),
  );

  api.post(
    '/auth/logout',
    { schema: { response: { 204: z.null(), ...refusals() } } },
    async (request, reply) => {
      await auth.logout(callerOf(request));
      return reply.status(204).send(null);
    },
  );

  api.get(
    '/auth/validate',
    { schema: { response: { 200: ValidateOutput, ...refusals() } } },
    async (request) => auth.validate(callerOf(request)),
  );
}
