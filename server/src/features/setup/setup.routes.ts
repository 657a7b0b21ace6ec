import { adminPolicy } from '@wentwell/contract/admin';
import { LiveTicket } from '@wentwell/contract/live';
import { SetupCheck, SetupCheckQuery, TestMail } from '@wentwell/contract/setup-check';
import { z } from 'zod';

import type { Config } from '#server/config';
import type { Api } from '#server/platform/http/api';
import { authorize } from '#server/platform/http/api-error';
import { actorOf, callerOf } from '#server/platform/http/caller';
import { callsOf } from '#server/platform/http/calls';

import { browserClockCheck } from './server-checks.ts';
import type { SetupService } from './setup.service.ts';
import { wayChecks } from './way-here.ts';

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

    answer(
      'GET /setup-check',
      {
        operationId: 'checkSetup',
        summary: 'Check how the server is set up',
        description:
          'Proxy, address, database, migrations, Redis, clocks, disk and mail server: what was found, and what to do. `npm run doctor` prints the same.',
        config: { requestCost: 10 },
        querystring: SetupCheckQuery,
        answers: { 200: z.array(SetupCheck) },
        refuses: [404, 422],
      },
      async ({ caller, query, request }) => {
        const { origin, browser_time: browserTime } = query;
        const clock = browserTime === undefined ? [] : [browserClockCheck(browserTime)];
        const way = wayChecks(request.raw, config, origin);
        return [...way, ...(await setup.check(caller)), ...clock];
      },
    );

    answer(
      'POST /setup-check/mail',
      {
        operationId: 'sendTestMail',
        summary: 'Send yourself a test email',
        description:
          'To the address of your own account; `GET …/mails/{mail_id}` tells what became of it.',
        answers: { 202: TestMail },
        refuses: [404, 429],
      },
      async ({ request }) => ({ mail_id: await setup.sendTestMail(actorOf(request)) }),
    );

    answer(
      'POST /setup-check/socket',
      {
        operationId: 'createTestSocketTicket',
        summary: 'Get a ticket for the test socket',
        description:
          'For one entry within 30 seconds to `/api/v1/ws/setup-check?token={ticket}`, which stays open for two minutes and answers ping.',
        answers: { 200: LiveTicket },
        refuses: [404],
      },
      ({ caller }) => setup.issueTicket(caller),
    );
  });
}
