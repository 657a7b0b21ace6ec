import {
  SetupCheck,
  SetupCheckQuery,
  setupTicketFor,
  TestMail,
} from '@wentwell/contract/admin/setup-check';
import { limits } from '@wentwell/contract/limits';
import { LiveTicket } from '@wentwell/contract/live/live';
import { z } from 'zod';

import type { LiveTicketStore } from '#server/live/tickets';
import { writeAudit } from '#server/platform/audit';
import { actorOf } from '#server/platform/http/caller';
import { type Api, callsOf } from '#server/platform/http/calls';
import type { Email, QueueEmail } from '#server/platform/mail/email';
import { takeQuota } from '#server/platform/quotas';

import { networkChecks } from './network-checks.ts';
import { browserClockCheck, type ServerCheckDeps, serverChecks } from './server-checks.ts';

// Setup checks for administrators: server checks, browser checks, a test email, a test socket.

interface SetupDeps extends ServerCheckDeps {
  tickets: LiveTicketStore;
  queueEmail: QueueEmail;
}

function testMail(to: string): Email {
  return {
    to,
    subject: 'Wentwell can send email',
    title: 'It works',
    paragraphs: ['You asked Wentwell for a test email, and this is it.'],
    button: { label: 'Back to the checks', path: '/setup/check' },
    reason: 'You are getting this because you pressed “Send a test email”.',
  };
}

/** `api` must admit only superusers. */
export function setupRoutes(api: Api, deps: SetupDeps): void {
  const { db, config, tickets, queueEmail } = deps;
  const { answer } = callsOf(api, 'Admin');

  answer('GET /setup-check', {
    operationId: 'checkSetup',
    summary: 'Check the server’s setup',
    description:
      'Proxy, address, database, migrations, Redis, clocks, disk and mail server: findings and advice. `npm ' +
      'run doctor` prints the same but for the browser’s clock.',
    config: { requestCost: 10 },
    querystring: SetupCheckQuery,
    answers: { 200: z.array(SetupCheck) },
    run: async ({ query, request }) => {
      const { origin, browser_time: browserTime } = query;
      const clock = browserTime === undefined ? [] : [browserClockCheck(browserTime)];
      const way = networkChecks(request.raw, config, origin);
      return [...way, ...(await serverChecks(deps)), ...clock];
    },
  });

  answer('POST /setup-check/mail', {
    operationId: 'sendTestMail',
    summary: 'Send yourself a test email',
    description: 'To the caller’s address; `GET …/mails/{mail_id}` returns its state.',
    answers: { 202: TestMail },
    run: ({ request }) =>
      db.write(async (tx) => {
        const actor = actorOf(request);
        await takeQuota(tx, {
          name: `test mails ${actor.userId}`,
          perDay: limits.testMailsPerDay,
          refusal: 'TOO_MANY_REQUESTS',
        });
        const [id = ''] = await queueEmail(tx, testMail(actor.email));
        await writeAudit(tx, actor, { action: 'send_test_mail', mails: id });
        return { mail_id: id };
      }),
  });

  answer('POST /setup-check/socket', {
    operationId: 'createTestSocketTicket',
    summary: 'Get a ticket for the test socket',
    description:
      'Valid once within 30 seconds for `/api/v1/ws/setup-check?token={ticket}`, which stays open for two ' +
      'minutes and answers pings.',
    answers: { 200: LiveTicket },
    run: ({ caller }) => tickets.issue(caller, setupTicketFor),
  });
}
