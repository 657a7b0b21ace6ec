import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { ApiError } from '#server/platform/http/api-error';
import { isDirectFromThisMachine } from '#server/platform/http/loopback';

import { emailPage, listPage } from './mailbox-page.ts';
import { type Mailbox, MailboxEmail } from './mailbox.ts';

const html = 'text/html; charset=utf-8';

// Emails open accounts, so requests through a proxy or by DNS rebinding get none.
async function checkIsDirect({ raw }: FastifyRequest): Promise<void> {
  if (!isDirectFromThisMachine(raw)) throw new ApiError('NOT_FOUND');
}

/** Only for a private start: app.ts registers these routes only where the settings have a development mailbox. */
export function mailboxRoutes(api: Api, mailbox: Mailbox): void {
  const route = { config: { public: true }, onRequest: checkIsDirect };

  api.get(
    '/dev/mail.json',
    {
      ...route,
      schema: {
        hide: true,
        querystring: z.object({ to: z.string().optional() }),
        response: { 200: z.array(MailboxEmail), ...errorResponses(404) },
      },
    },
    async ({ query }) => mailbox.list(query.to),
  );

  api.get(
    '/dev/mail',
    {
      ...route,
      schema: {
        hide: true,
        response: { 200: z.string(), ...errorResponses(404) },
      },
    },
    async (_request, reply) => reply.type(html).send(listPage(await mailbox.list())),
  );

  api.get(
    '/dev/mail/:id',
    {
      ...route,
      schema: {
        hide: true,
        params: z.object({ id: z.uuid() }),
        response: { 200: z.string(), ...errorResponses(404) },
      },
    },
    async (request, reply) => {
      const mail = await mailbox.find(request.params.id);
      if (!mail) throw new ApiError('NOT_FOUND');
      return reply.type(html).send(emailPage(mail));
    },
  );
}
