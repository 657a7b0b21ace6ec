// The directories of superusers: accounts, teams, sessions, emails, and the settings in force.
import { NewAccount } from '@wentwell/contract/admin';
import {
  Account,
  AccountSearch,
  AccountSession,
  MailSearch,
  OutboxMail,
  SessionSearch,
  SettingInForce,
  TeamDirectoryEntry,
  TeamDirectorySearch,
} from '@wentwell/contract/admin-lists';
import { User } from '@wentwell/contract/users';
import { z } from 'zod';

import type { Api } from '#server/platform/http/api';
import { actorOf } from '#server/platform/http/caller';
import { callsOf } from '#server/platform/http/calls';

import type {
  AccountDirectory,
  OutboxService,
  SessionDirectory,
  TeamDirectory,
} from './directory.service.ts';

export interface DirectoryServices {
  accounts: AccountDirectory;
  teamDirectory: TeamDirectory;
  sessionDirectory: SessionDirectory;
  outbox: OutboxService;
  /** As this process was started with them. */
  settings: readonly SettingInForce[];
}

export function directoryRoutes(api: Api, services: DirectoryServices): void {
  const { list, answer } = callsOf(api, 'Admin');

  accountRoutes(api, services);
  sessionRoutes(api, services);
  mailRoutes(api, services);

  list('/teams', {
    operationId: 'listAllTeams',
    summary: 'List the teams of the server',
    description:
      'Who to ask about a team and whether it is used, by name. `search` is any part of the name, in any case.',
    querystring: TeamDirectorySearch,
    lists: TeamDirectoryEntry,
    run: ({ caller, query }) => services.teamDirectory.list(caller, query),
  });

  answer('GET /settings', {
    operationId: 'getServerSettings',
    summary: 'Show the settings in force',
    description:
      'Of the process that answers: each by name, where it comes from, and its value where that cannot be a secret.',
    answers: { 200: z.array(SettingInForce) },
    run: () => [...services.settings],
  });
}

function accountRoutes(api: Api, { accounts }: DirectoryServices): void {
  const { list, answer } = callsOf(api, 'Admin');

  list('/users', {
    operationId: 'listAllUsers',
    summary: 'List the accounts of the server',
    description:
      'By address, with their sessions and teams counted. `search` is any part of the address or name, in any case.',
    querystring: AccountSearch,
    lists: Account,
    run: ({ caller, query }) => accounts.list(caller, query),
  });

  answer('POST /users', {
    operationId: 'createUser',
    summary: 'Make an account for somebody',
    description:
      'Whatever `REGISTRATION` says. Its owner gets an email with a link, which works once within 7 days, and chooses a password there; nobody else sees the link. 409 where the address has an account.',
    config: { passwords: true },
    body: NewAccount,
    answers: { 201: User },
    refuses: [403, 409],
    run: ({ body, request }) => accounts.add(actorOf(request), body),
  });

  answer('POST /users/:userId/end-sessions', {
    operationId: 'endUserSessions',
    summary: 'End all sessions of a person',
    description: 'They log in anew everywhere; their open boards close at once.',
    answers: { 204: z.null() },
    run: ({ params, request }) => accounts.endSessions(actorOf(request), params.userId),
  });

  answer('POST /users/:userId/password-link', {
    operationId: 'sendPasswordLink',
    summary: 'Send a person a link to set a password',
    description:
      'To the address of the account, where nobody else reads it; at most five in an hour leave. It verifies an account that waits for that, too. 409 for a deactivated account.',
    config: { passwords: true },
    answers: { 202: z.null() },
    refuses: [403, 409],
    run: ({ params, request }) => accounts.sendPasswordLink(actorOf(request), params.userId),
  });
}

function sessionRoutes(api: Api, { sessionDirectory }: DirectoryServices): void {
  const { list, answer } = callsOf(api, 'Admin');

  list('/sessions', {
    operationId: 'listAllSessions',
    summary: 'List everybody’s sessions',
    description:
      'Those that have not ended, the last used first. `search` is any part of the account’s address, in any case.',
    querystring: SessionSearch,
    lists: AccountSession,
    run: ({ caller, query }) => sessionDirectory.list(caller, query),
  });

  answer('DELETE /sessions/:sessionId', {
    operationId: 'endSession',
    summary: 'End anybody’s session',
    description: 'With its live boards, at once.',
    answers: { 204: z.null() },
    run: ({ params, request }) => sessionDirectory.end(actorOf(request), params.sessionId),
  });
}

function mailRoutes(api: Api, { outbox }: DirectoryServices): void {
  const { list, answer } = callsOf(api, 'Admin');

  list('/mails', {
    operationId: 'listMails',
    summary: 'List the emails of the outbox',
    description:
      'Newest first: state, tries, and why the last one failed. Never what an email says; addresses are shortened.',
    querystring: MailSearch,
    lists: OutboxMail,
    run: ({ caller, query }) => outbox.list(caller, query),
  });

  answer('GET /mails/:mailId', {
    operationId: 'getMail',
    summary: 'Show the state of an email',
    description: 'Whether it has left, and why not. Never what it says.',
    answers: { 200: OutboxMail },
    run: ({ caller, params }) => outbox.get(caller, params.mailId),
  });

  answer('POST /mails/:mailId/retry', {
    operationId: 'retryMail',
    summary: 'Try an email again',
    description:
      'At once, and with as many tries as a new one. 409 for one that was sent or whose link has expired.',
    answers: { 200: OutboxMail },
    refuses: [409],
    run: ({ params, request }) => outbox.retry(actorOf(request), params.mailId),
  });
}
