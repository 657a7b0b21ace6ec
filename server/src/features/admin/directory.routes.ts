// What superusers look over and act on one by one: accounts, teams, sessions, emails, and the settings in force.
import {
  Account,
  AccountSearch,
  AccountSession,
  MailId,
  MailSearch,
  OutboxMail,
  SessionSearch,
  SettingInForce,
  TeamDirectoryEntry,
  TeamDirectorySearch,
} from '@wentwell/contract/admin-lists';
import { SessionId, UserId } from '@wentwell/contract/ids';
import { z } from 'zod';

import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { actorOf, callerOf } from '#server/platform/http/caller';
import { listAnswer } from '#server/platform/http/list-answer';

import type { AccountDirectory } from './account-directory.service.ts';
import type { OutboxService } from './outbox.service.ts';
import type { SessionDirectory } from './session-directory.service.ts';
import type { TeamDirectory } from './team-directory.service.ts';

export interface DirectoryServices {
  accounts: AccountDirectory;
  teamDirectory: TeamDirectory;
  sessionDirectory: SessionDirectory;
  outbox: OutboxService;
  /** As this process was started with them. */
  settings: readonly SettingInForce[];
}

const tags = ['Admin'];
const ofUser = z.object({ userId: UserId });
const ofSession = z.object({ sessionId: SessionId });
const ofMail = z.object({ mailId: MailId });

export function directoryRoutes(api: Api, services: DirectoryServices): void {
  accountRoutes(api, services);
  sessionRoutes(api, services);
  mailRoutes(api, services);

  api.get(
    '/teams',
    {
      schema: {
        tags,
        summary: 'List the teams of the server',
        description:
          'Who to ask about a team and whether it is used, by name. `search` is any part of the name, in any case.',
        querystring: TeamDirectorySearch,
        response: { 200: z.array(TeamDirectoryEntry), ...errorResponses(404, 422) },
      },
    },
    async (request, reply) =>
      listAnswer(reply, await services.teamDirectory.list(callerOf(request), request.query)),
  );

  api.get(
    '/settings',
    {
      schema: {
        tags,
        summary: 'Show the settings in force',
        description:
          'Of the process that answers: each by name, where it comes from, and its value where that cannot be a secret.',
        response: { 200: z.array(SettingInForce), ...errorResponses(404) },
      },
    },
    async () => [...services.settings],
  );
}

function accountRoutes(api: Api, { accounts }: DirectoryServices): void {
  api.get(
    '/users',
    {
      schema: {
        tags,
        summary: 'List the accounts of the server',
        description:
          'By address, with their sessions and teams counted. `search` is any part of the address or name, in any case.',
        querystring: AccountSearch,
        response: { 200: z.array(Account), ...errorResponses(404, 422) },
      },
    },
    async (request, reply) =>
      listAnswer(reply, await accounts.list(callerOf(request), request.query)),
  );

  api.post(
    '/users/:userId/end-sessions',
    {
      schema: {
        tags,
        summary: 'End all sessions of a person',
        description: 'They log in anew everywhere; their open boards close at once.',
        params: ofUser,
        response: { 204: z.null(), ...errorResponses(404) },
      },
    },
    async (request, reply) => {
      await accounts.endSessions(actorOf(request), request.params.userId);
      return reply.status(204).send(null);
    },
  );

  api.post(
    '/users/:userId/password-link',
    {
      config: { passwords: true },
      schema: {
        tags,
        summary: 'Send a person a link to set a password',
        description:
          'To the address of the account, where nobody else reads it; at most five in an hour leave. It verifies an account that waits for that, too. 409 for a deactivated account.',
        params: ofUser,
        response: { 202: z.null(), ...errorResponses(403, 404, 409) },
      },
    },
    async (request, reply) => {
      await accounts.sendPasswordLink(actorOf(request), request.params.userId);
      return reply.status(202).send(null);
    },
  );
}

function sessionRoutes(api: Api, { sessionDirectory }: DirectoryServices): void {
  api.get(
    '/sessions',
    {
      schema: {
        tags,
        summary: 'List everybody’s sessions',
        description:
          'Those that have not ended, the last used first. `search` is any part of the account’s address, in any case.',
        querystring: SessionSearch,
        response: { 200: z.array(AccountSession), ...errorResponses(404, 422) },
      },
    },
    async (request, reply) =>
      listAnswer(reply, await sessionDirectory.list(callerOf(request), request.query)),
  );

  api.delete(
    '/sessions/:sessionId',
    {
      schema: {
        tags,
        summary: 'End anybody’s session',
        description: 'With its live boards, at once.',
        params: ofSession,
        response: { 204: z.null(), ...errorResponses(404) },
      },
    },
    async (request, reply) => {
      await sessionDirectory.end(actorOf(request), request.params.sessionId);
      return reply.status(204).send(null);
    },
  );
}

function mailRoutes(api: Api, { outbox }: DirectoryServices): void {
  api.get(
    '/mails',
    {
      schema: {
        tags,
        summary: 'List the emails of the outbox',
        description:
          'Newest first: state, tries, and why the last one failed. Never what an email says; addresses are shortened.',
        querystring: MailSearch,
        response: { 200: z.array(OutboxMail), ...errorResponses(404, 422) },
      },
    },
    async (request, reply) =>
      listAnswer(reply, await outbox.list(callerOf(request), request.query)),
  );

  api.get(
    '/mails/:mailId',
    {
      schema: {
        tags,
        summary: 'Show the state of an email',
        description: 'Whether it has left, and why not. Never what it says.',
        params: ofMail,
        response: { 200: OutboxMail, ...errorResponses(404) },
      },
    },
    async (request) => outbox.get(callerOf(request), request.params.mailId),
  );

  api.post(
    '/mails/:mailId/retry',
    {
      schema: {
        tags,
        summary: 'Try an email again',
        description:
          'At once, and with as many tries as a new one. 409 for one that was sent or whose link has expired.',
        params: ofMail,
        response: { 200: OutboxMail, ...errorResponses(404, 409) },
      },
    },
    async (request) => outbox.retry(actorOf(request), request.params.mailId),
  );
}
