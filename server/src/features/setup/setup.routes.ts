import { adminPolicy } from '@wentwell/contract/admin';
import { LiveTicket } from '@wentwell/contract/live';
import { SetupCheck, SetupCheckQuery, TestMail } from '@wentwell/contract/setup-check';
import { z } from 'zod';

import type { Config } from '#server/config';
import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { authorize } from '#server/platform/http/api-error';
import { actorOf, callerOf } from '#server/platform/http/caller';

import { browserClockCheck } from './server-checks.ts';
import type { SetupService } from './setup.service.ts';
import { wayChecks } from './way-here.ts';

const tags = ['Admin'];

/** For superusers alone, like the rest of the admin area. */
export async function setupRoutes(
  api: Api,
  { setup, config }: { setup: SetupService; config: Config },
): Promise<void> {
  await api.register(async (superusers: Api) => {
    superusers.addHook('onRequest', async (request) => {
      authorize(adminPolicy.use(callerOf(request)));
    });

    superusers.get(
      '/setup-check',
      {
        config: { requestCost: 10 },
        schema: {
          tags,
          summary: 'Check how the server is set up',
          description:
            'Proxy, address, database, migrations, Redis, clocks, disk and mail server: what was found, and what to do. `npm run doctor` prints the same.',
          querystring: SetupCheckQuery,
          response: { 200: z.array(SetupCheck), ...errorResponses(404, 422) },
        },
      },
      async (request) => {
        const { origin, browser_time: browserTime } = request.query;
        const clock = browserTime === undefined ? [] : [browserClockCheck(browserTime)];
        const way = wayChecks(request.raw, config, origin);
        return [...way, ...(await setup.check(callerOf(request))), ...clock];
      },
    );

    superusers.post(
      '/setup-check/mail',
      {
        schema: {
          tags,
          summary: 'Send yourself a test email',
          description:
            'To the address of your own account; `GET …/mails/{mail_id}` tells what became of it.',
          response: { 202: TestMail, ...errorResponses(404, 429) },
        },
      },
      async (request, reply) =>
        reply.status(202).send({ mail_id: await setup.sendTestMail(actorOf(request)) }),
    );

    superusers.post(
      '/setup-check/socket',
      {
        schema: {
          tags,
          summary: 'Get a ticket for the test socket',
          description:
            'For one entry within 30 seconds to `/api/v1/ws/setup-check?token={ticket}`, which stays open for two minutes and answers ping.',
          response: { 200: LiveTicket, ...errorResponses(404) },
        },
      },
      async (request) => setup.issueTicket(callerOf(request)),
    );
  });
}
