import { adminPolicy } from '@wentwell/contract/admin';
import { limits } from '@wentwell/contract/limits';
import { LiveTicket } from '@wentwell/contract/live';
import {
  SetupCheck,
  SetupCheckQuery,
  setupTicketFor,
  TestMail,
} from '@wentwell/contract/setup-check';
import { z } from 'zod';

import type { Config } from '#server/config';
import type { LiveTicketStore } from '#server/live/tickets';
import type { WriteAudit } from '#server/platform/audit';
import type { Api } from '#server/platform/http/api';
import { authorize } from '#server/platform/http/api-error';
import { type Actor, actorOf, type Caller, callerOf } from '#server/platform/http/caller';
import { callsOf } from '#server/platform/http/calls';
import type { RenderEmail } from '#server/platform/mail/email';
import type { QueueMail } from '#server/platform/mail/mail-queue';
import { takeQuota } from '#server/platform/quotas';

import { browserClockCheck, type ServerCheckDeps, serverChecks } from './server-checks.ts';
import { wayChecks } from './way-here.ts';

// The checks for administrators: what the server knows, what the browser adds, a test email, a test socket.

interface SetupDeps extends ServerCheckDeps {
  audit: WriteAudit;
  tickets: LiveTicketStore;
  queueMail: QueueMail;
  renderEmail: RenderEmail;
}

export function setupService(deps: SetupDeps) {
  const { db, audit, tickets, queueMail, renderEmail } = deps;
  return {
    async check(caller: Caller): Promise<SetupCheck[]> {
      authorize(adminPolicy.use(caller));
      return serverChecks(deps);
    },

    /** To the caller's own address, so often a day; returns the email's id in the outbox. */
    async sendTestMail(actor: Actor): Promise<string> {
      authorize(adminPolicy.use(actor));
      const mail = renderEmail({
        to: actor.email,
        subject: 'Wentwell can send email',
        title: 'It works',
        paragraphs: ['You asked Wentwell for a test email, and this is it.'],
        button: { label: 'Back to the checks', path: '/setup/check' },
        reason: 'You get this because you pressed “Send a test email”.',
      });
      return db.write(async (tx) => {
        await takeQuota(tx, {
          name: `test mails ${actor.userId}`,
          perDay: limits.testMailsPerDay,
          refusal: 'TOO_MANY_REQUESTS',
        });
        const id = await queueMail(tx, mail);
        await audit(tx, actor, { action: 'send_test_mail', targets: [{ kind: 'mails', id }] });
        return id;
      });
    },

    async issueTicket(caller: Caller): Promise<LiveTicket> {
      authorize(adminPolicy.use(caller));
      return tickets.issue(caller, setupTicketFor);
    },
  };
}
type SetupService = ReturnType<typeof setupService>;

/** For superusers alone, like the rest of the admin area. */
export async function setupRoutes(
  api: Api,
  { setup, config }: { setup: SetupService; config: Config },
): Promise<void> {
  await api.register(async (superusers: Api) => {
    superusers.addHook('onRequest', async (request) => {
      authorize(adminPolicy.use(callerOf(request)));
    });
    const { answer } = callsOf(superusers, 'Admin');

    answer('GET /setup-check', {
      operationId: 'checkSetup',
      summary: 'Check how the server is set up',
      description:
        'Proxy, address, database, migrations, Redis, clocks, disk and mail server: what was found, and what to do. `npm run doctor` prints the same.',
      config: { requestCost: 10 },
      querystring: SetupCheckQuery,
      answers: { 200: z.array(SetupCheck) },
      run: async ({ caller, query, request }) => {
        const { origin, browser_time: browserTime } = query;
        const clock = browserTime === undefined ? [] : [browserClockCheck(browserTime)];
        const way = wayChecks(request.raw, config, origin);
        return [...way, ...(await setup.check(caller)), ...clock];
      },
    });

    answer('POST /setup-check/mail', {
      operationId: 'sendTestMail',
      summary: 'Send yourself a test email',
      description:
        'To the address of your own account; `GET …/mails/{mail_id}` tells what became of it.',
      answers: { 202: TestMail },
      run: async ({ request }) => ({ mail_id: await setup.sendTestMail(actorOf(request)) }),
    });

    answer('POST /setup-check/socket', {
      operationId: 'createTestSocketTicket',
      summary: 'Get a ticket for the test socket',
      description:
        'For one entry within 30 seconds to `/api/v1/ws/setup-check?token={ticket}`, which stays open for two minutes and answers ping.',
      answers: { 200: LiveTicket },
      run: ({ caller }) => setup.issueTicket(caller),
    });
  });
}
