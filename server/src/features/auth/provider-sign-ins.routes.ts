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

import type { Api } from '#server/platform/http/api';
import { actorOf } from '#server/platform/http/caller';
import { callsOf } from '#server/platform/http/calls';

import { providerLimits } from './auth-limits.ts';
import type { IdentitiesService, Visitor } from './identities.ts';
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
  const { answer } = callsOf(api, 'Auth');

  answer('POST /auth/provider/start', {
    operationId: 'startProviderSignIn',
    summary: 'Go to the identity provider',
    description:
      'Answers where to send the browser to sign in with the identity provider (OpenID Connect), and a secret that it keeps until it comes back to `/login/callback`, for at most 15 minutes. 404 where there is no provider, 503 with `PROVIDER_UNAVAILABLE` while it cannot be reached.',
    config: { public: true, ...providerLimits },
    answers: { 200: ProviderSignIn },
    refuses: [404],
    run: () => providerSignIns.start(),
  });

  answer('POST /auth/provider/finish', {
    operationId: 'finishProviderSignIn',
    summary: 'Come back from the identity provider',
    description:
      'Takes the secret of the start and the query of `/login/callback`; works once. Answers a session for somebody whose account is linked with this sign-in, and for a new account, which needs an address that the provider calls verified and that may register here. Where that address has an account already, its owner is asked for its password or for a code that was mailed (`confirm`).',
    config: { public: true, ...providerLimits },
    body: ProviderReturnInput,
    answers: { 200: ProviderReturn },
    refuses: [403, 404],
    run: ({ body, request }) => providerSignIns.finish(body, visitorOf(request)),
  });

  answer('POST /auth/provider/confirm', {
    operationId: 'confirmProviderSignIn',
    summary: 'Link a sign-in with an account',
    description:
      'Links the sign-in with the account of its address for good, and answers a session. The proof is the password of the account (`LINK_BAD_PASSWORD`) or the mailed code (`LINK_BAD_CODE`, five tries), whichever was asked for.',
    config: { public: true, ...providerLimits },
    body: ConfirmLinkInput,
    answers: { 200: SessionToken },
    refuses: [403, 404],
    run: ({ body, request }) => providerSignIns.confirm(body, visitorOf(request)),
  });

  answer('GET /me/sign-in', {
    operationId: 'getMySignInMethods',
    summary: 'See how you can sign in',
    description:
      'Answers whether the account has a password that it can sign in with, and whom at the identity provider it is linked with.',
    answers: { 200: OwnSignIn },
    run: ({ caller }) => identities.own(caller),
  });

  answer('DELETE /me/identities/:id', {
    operationId: 'unlinkMyIdentity',
    summary: 'Unlink a sign-in',
    description:
      'Ends the link between the account and somebody at the identity provider. The last way in stays (`LAST_WAY_IN`).',
    params: z.object({ id: IdentityId }),
    answers: { 204: z.null() },
    refuses: [409],
    run: ({ params, request }) => identities.unlink(actorOf(request), params.id),
  });
}
