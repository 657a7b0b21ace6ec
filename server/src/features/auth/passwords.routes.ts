import {
  ChangePasswordInput,
  ForgotPasswordInput,
  MailAccepted,
  ResetPasswordInput,
} from '@wentwell/contract/auth';
import { SessionToken } from '@wentwell/contract/sessions';
import { User } from '@wentwell/contract/users';

import type { Api } from '#server/platform/http/api';
import { actorOf } from '#server/platform/http/caller';
import { callsOf } from '#server/platform/http/calls';

import { linkLimits, mailLimits, ownLimits } from './auth-limits.ts';
import type { PasswordsService } from './passwords.service.ts';

export function passwordsRoutes(api: Api, passwords: PasswordsService): void {
  const { answer } = callsOf(api, 'Auth');

  answer('POST /auth/change-password', {
    operationId: 'changePassword',
    summary: 'Change the password',
    description:
      'Needs the current password, else `CHANGE_PASSWORD_BAD_CURRENT`. Every session of the account ends at once, with the token of the call; the answer is the token of a new one, like that of the login. Live sockets of the other sessions close for good. A notice is mailed to the account.',
    config: { passwords: true, ...ownLimits },
    body: ChangePasswordInput,
    answers: { 200: SessionToken },
    refuses: [403],
    run: ({ body, request }) => passwords.change(actorOf(request), body),
  });

  answer('POST /auth/forgot-password', {
    operationId: 'requestPasswordReset',
    summary: 'Ask for a password link',
    description:
      'Mails a link that sets a new password; it works once and for one hour, and older ones end. The answer is the same whether or not the address is known, and also when the account was sent enough of them in this hour.',
    config: { public: true, passwords: true, ...mailLimits },
    body: ForgotPasswordInput,
    answers: { 202: MailAccepted },
    refuses: [403],
    run: ({ body }) => passwords.forgot(body.email),
  });

  answer('POST /auth/reset-password', {
    operationId: 'resetPassword',
    summary: 'Set a new password by a link',
    description:
      'Spends the token of a password link and answers the account. Every session of the account ends and none is opened: log in with the new password. Reading the email proves the address, so an unverified account is verified. A notice is mailed. Refused with `RESET_PASSWORD_BAD_TOKEN`.',
    config: { public: true, passwords: true, ...linkLimits },
    body: ResetPasswordInput,
    answers: { 200: User },
    refuses: [403],
    run: ({ body, request }) => passwords.reset(body, request.ip),
  });
}
