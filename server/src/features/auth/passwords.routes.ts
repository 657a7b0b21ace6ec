import {
  ChangePasswordInput,
  ForgotPasswordInput,
  MailAccepted,
  ResetPasswordInput,
} from '@wentwell/contract/auth';
import { SessionToken } from '@wentwell/contract/sessions';
import { User } from '@wentwell/contract/users';

import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { actorOf } from '#server/platform/http/caller';

import { linkLimits, mailLimits, ownLimits } from './auth-limits.ts';
import type { PasswordsService } from './passwords.service.ts';

export function passwordsRoutes(api: Api, passwords: PasswordsService): void {
  api.post(
    '/auth/change-password',
    {
      config: { passwords: true, ...ownLimits },
      schema: {
        tags: ['Auth'],
        summary: 'Change the password',
        description:
          'Needs the current password, else `CHANGE_PASSWORD_BAD_CURRENT`. Every session of the account ends at once, with the token of the call; the answer is the token of a new one, like that of the login. Live sockets of the other sessions close for good. A notice is mailed to the account.',
        body: ChangePasswordInput,
        response: { 200: SessionToken, ...errorResponses(400, 403, 422) },
      },
    },
    async (request) => passwords.change(actorOf(request), request.body),
  );

  api.post(
    '/auth/forgot-password',
    {
      config: { public: true, passwords: true, ...mailLimits },
      schema: {
        tags: ['Auth'],
        summary: 'Ask for a password link',
        description:
          'Mails a link that sets a new password; it works once and for one hour, and older ones end. The answer is the same whether or not the address is known, and also when the account was sent enough of them in this hour.',
        body: ForgotPasswordInput,
        response: { 202: MailAccepted, ...errorResponses(403, 422) },
      },
    },
    async (request, reply) => reply.status(202).send(await passwords.forgot(request.body.email)),
  );

  api.post(
    '/auth/reset-password',
    {
      config: { public: true, passwords: true, ...linkLimits },
      schema: {
        tags: ['Auth'],
        summary: 'Set a new password by a link',
        description:
          'Spends the token of a password link and answers the account. Every session of the account ends and none is opened: log in with the new password. Reading the email proves the address, so an unverified account is verified. A notice is mailed. Refused with `RESET_PASSWORD_BAD_TOKEN`.',
        body: ResetPasswordInput,
        response: { 200: User, ...errorResponses(400, 403, 422) },
      },
    },
    async (request) => passwords.reset(request.body, request.ip),
  );
}
