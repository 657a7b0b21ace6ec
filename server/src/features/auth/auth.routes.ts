import {
  InvitedRegistration,
  InvitedSession,
  MailAccepted,
  RegisterInput,
  ResendInput,
  Verification,
  VerificationInput,
  VerifyInput,
} from '@wentwell/contract/auth';
import {
  LoginInput,
  RefreshInput,
  SessionToken,
  ValidateOutput,
} from '@wentwell/contract/sessions';
import { SignInOptions } from '@wentwell/contract/sign-in';
import { User } from '@wentwell/contract/users';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

import type { Api } from '#server/platform/http/api';
import { tokenOf } from '#server/platform/http/caller';
import { callsOf } from '#server/platform/http/calls';

import { linkLimits, loginLimits, mailLimits, ownLimits, registerLimits } from './auth-limits.ts';
import type { AuthService, Device } from './auth.service.ts';

function deviceOf({ headers, ip }: FastifyRequest): Device {
  return { userAgent: headers['user-agent'] ?? '', address: ip };
}

export function authRoutes(api: Api, auth: AuthService): void {
  const { answer } = callsOf(api, 'Auth');

  answer('POST /auth/register', {
    operationId: 'register',
    summary: 'Register',
    description:
      'Makes an account that is closed until its address is verified, and mails the link for that. The optional `redirect`, a path on this site, is carried into the link. An address of a verified account is refused with `REGISTER_USER_ALREADY_EXISTS`; an unverified one may be registered anew, and each registration keeps its own password and names. Where the server does not take everybody, other addresses are refused with 403.',
    config: { public: true, passwords: true, ...registerLimits(auth.isInvited) },
    body: RegisterInput,
    answers: { 201: User },
    refuses: [403],
    run: ({ body, request }) => auth.register(body, request.ip),
  });

  answer('POST /auth/register-invited', {
    operationId: 'registerInvited',
    summary: 'Register by a mailed invitation',
    description:
      'Makes the account of the invited address, joins the team and opens a session, whose token is answered with the live meeting of the team. The token of the mailed link proves the address, so no verification follows; that of a copied link is unknown here (404). It works once: an invitation that was answered is refused with 409, one that expired or was canceled with 410, an address with an account with `REGISTER_USER_ALREADY_EXISTS`.',
    config: { public: true, passwords: true, ...linkLimits },
    body: InvitedRegistration,
    answers: { 201: InvitedSession },
    refuses: [403, 404, 409, 410],
    run: ({ body, request }) => auth.registerInvited(body, deviceOf(request)),
  });

  answer('GET /auth/registration', {
    operationId: 'getRegistrationRule',
    summary: 'See who may register, and how to sign in',
    description:
      'Answers whether everybody may register here (`open`), invited addresses (`invite`), addresses of the `domains`, or nobody (`off`); whether people sign in by passwords, with the identity provider, or both; and for how many days what was deleted is kept (`null`: forever).',
    config: { public: true },
    answers: { 200: SignInOptions },
    run: () => auth.signInOptions,
  });

  answer('POST /auth/verification', {
    operationId: 'readVerificationLink',
    summary: 'Read a verification link',
    description:
      'Tells the holder of a verification link which address it is about and whether it still works. It spends nothing, so that a page can ask before it verifies: programs that scan mail open its links, too. Refused with `VERIFY_USER_BAD_TOKEN` for an unknown link, and 30 days after it was sent.',
    config: { public: true, passwords: true, ...linkLimits },
    body: VerificationInput,
    answers: { 200: Verification },
    refuses: [403],
    run: ({ body }) => auth.describeVerification(body.token),
  });

  answer('POST /auth/verify', {
    operationId: 'verifyEmail',
    summary: 'Verify an address',
    description:
      'Spends the token of a verification link. It works once and for 24 hours; refused with `VERIFY_USER_BAD_TOKEN`, or with `VERIFY_USER_ALREADY_VERIFIED` where there is nothing left to do. Where the address was registered more than once, the `password` of one registration is needed (`VERIFY_PASSWORD_NEEDED`, `VERIFY_BAD_PASSWORD`): that one is verified, and the others end.',
    config: { public: true, passwords: true, ...linkLimits },
    body: VerifyInput,
    answers: { 200: User },
    refuses: [403],
    run: ({ body, request }) => auth.verify(body, request.ip),
  });

  answer('POST /auth/resend-verification', {
    operationId: 'resendVerification',
    summary: 'Send another verification link',
    description:
      'Mails a new link where one is awaited; older ones end. The address may stand in the query or in the body. The answer is the same whether or not the address is known.',
    body: ResendInput,
    answers: { 202: MailAccepted },
    refuses: [403],
    config: { public: true, passwords: true, ...mailLimits },
    route: {
      // The address may stand in the query, in the body or in both: the body goes first.
      preValidation: async (request) => {
        request.body = Object.assign({}, request.query, request.body);
      },
    },
    run: ({ body }) => auth.resendVerification(body),
  });

  answer('POST /auth/login', {
    operationId: 'login',
    summary: 'Log in',
    description:
      'Takes a form with `username` (the email address) and `password`; answers the bearer token of a new session. A wrong pair is refused with `LOGIN_BAD_CREDENTIALS`, whichever of the two it was; an unverified account with `LOGIN_USER_NOT_VERIFIED`. From the sixth wrong password within 15 minutes and from one network address on, the account is asked to wait there (429), longer each time; after a hundred a day from everywhere, it is asked to wait wherever it has not logged in before.',
    config: { public: true, passwords: true, form: true, ...loginLimits },
    body: LoginInput,
    answers: { 200: SessionToken },
    refuses: [403],
    run: ({ body, request }) => auth.login(body, deviceOf(request)),
  });

  answer('POST /auth/refresh', {
    operationId: 'refreshToken',
    summary: 'Get a new token',
    description:
      'Answers a new token of the same session, which still ends 30 days after its login. The replaced token works 60 seconds more, so that requests under way do not fail, but refreshes no more (401); using it after that ends the session. Live sockets stay open.',
    config: ownLimits,
    body: RefreshInput,
    answers: { 200: SessionToken },
    run: ({ caller, request }) => auth.refresh(caller, tokenOf(request)),
  });

  answer('POST /auth/logout', {
    operationId: 'logout',
    summary: 'Log out',
    description:
      'Ends the session of the call with its live sockets; other sessions of the account stay.',
    answers: { 204: z.null() },
    run: ({ caller }) => auth.logout(caller),
  });

  answer('GET /auth/validate', {
    operationId: 'validateToken',
    summary: 'See who is logged in',
    description: 'Answers the account that the token belongs to, and when its session ends.',
    answers: { 200: ValidateOutput },
    run: ({ caller }) => auth.validate(caller),
  });
}
