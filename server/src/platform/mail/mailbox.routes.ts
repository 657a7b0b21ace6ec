import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { ApiError } from '#server/platform/http/api-error';
import { isDirectFromThisMachine } from '#server/platform/http/loopback';

import { emailPage, listPage } from './mailbox-page.ts';
import { type Mailbox, MailboxEmail } from './mailbox.ts';

const html = 'text/html; charset=utf-8';
const tags = ['Development'];

// The emails hold links that open accounts: neither a reverse proxy nor a page that reaches this machine under a name
// of its own (DNS rebinding) gets them.
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
        tags,
        summary: 'List the emails',
        description:
          'The newest emails that would have been sent, with the links in their text. `to` asks for those of one recipient.',
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
        tags,
        summary: 'Show the emails',
        description: 'The same list as a page without scripts.',
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
        tags,
        summary: 'Show an email',
        description: 'Both its parts; the HTML is framed without scripts, forms and origin.',
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
