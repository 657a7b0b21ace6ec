import { IdentityId } from '@wentwell/contract/ids';
import { SessionToken } from '@wentwell/contract/sessions';
import {
  ConfirmLinkInput,
  OwnSignIn,
  ProviderReturn,
  ProviderReturnInput,
  ProviderSignIn,
} from '@wentwell/contract/sign-in';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { actorOf, callerOf } from '#server/platform/http/caller';

import { providerLimits } from './auth-limits.ts';
import type { IdentitiesService, Visitor } from './identities.service.ts';
import type { ProviderSignInsService } from './provider-sign-ins.service.ts';

export interface ProviderServices {
  providerSignIns: ProviderSignInsService;
  identities: IdentitiesService;
}

function visitorOf(request: FastifyRequest): Visitor {
  const userAgent = request.headers['user-agent'] ?? '';
  return { address: request.ip, requestId: request.id, userAgent };
}

export function providerSignInRoutes(
  api: Api,
  { providerSignIns, identities }: ProviderServices,
): void {
  api.post(
    '/auth/provider/start',
    {
      config: { public: true, ...providerLimits },
      schema: {
        tags: ['Auth'],
        summary: 'Go to the identity provider',
        description:
          'Answers where to send the browser to sign in with the identity provider (OpenID Connect), and a secret that it keeps until it comes back to `/login/callback`, for at most 15 minutes. 404 where there is no provider, 503 with `PROVIDER_UNAVAILABLE` while it cannot be reached.',
        response: { 200: ProviderSignIn, ...errorResponses(404) },
      },
    },
    () => providerSignIns.start(),
  );

  api.post(
    '/auth/provider/finish',
    {
      config: { public: true, ...providerLimits },
      schema: {
        tags: ['Auth'],
        summary: 'Come back from the identity provider',
        description:
          'Takes the secret of the start and the query of `/login/callback`; works once. Answers a session for somebody whose account is linked with this sign-in, and for a new account, which needs an address that the provider calls verified and that may register here. Where that address has an account already, its owner is asked for its password or for a code that was mailed (`confirm`).',
        body: ProviderReturnInput,
        response: { 200: ProviderReturn, ...errorResponses(400, 403, 404, 422) },
      },
    },
    async (request) => providerSignIns.finish(request.body, visitorOf(request)),
  );

  api.post(
    '/auth/provider/confirm',
    {
      config: { public: true, ...providerLimits },
      schema: {
        tags: ['Auth'],
        summary: 'Link a sign-in with an account',
        description:
          'Links the sign-in with the account of its address for good, and answers a session. The proof is the password of the account (`LINK_BAD_PASSWORD`) or the mailed code (`LINK_BAD_CODE`, five tries), whichever was asked for.',
        body: ConfirmLinkInput,
        response: { 200: SessionToken, ...errorResponses(400, 403, 404, 422) },
      },
    },
    async (request) => providerSignIns.confirm(request.body, visitorOf(request)),
  );

  api.get(
    '/me/sign-in',
    {
      schema: {
        tags: ['Auth'],
        summary: 'See how you can sign in',
        description:
          'Answers whether the account has a password that it can sign in with, and whom at the identity provider it is linked with.',
        response: { 200: OwnSignIn, ...errorResponses() },
      },
    },
    async (request) => identities.own(callerOf(request)),
  );

  api.delete(
    '/me/identities/:id',
    {
      schema: {
        tags: ['Auth'],
        summary: 'Unlink a sign-in',
        description:
          'Ends the link between the account and somebody at the identity provider. The last way in stays (`LAST_WAY_IN`).',
        params: z.object({ id: IdentityId }),
        response: { 204: z.null(), ...errorResponses(404, 409) },
      },
    },
    async (request, reply) => {
      await identities.unlink(actorOf(request), request.params.id);
      return reply.status(204).send(null);
    },
  );
}
