// The pages that show the API's description to people. Few read them: they are loaded when somebody does, which spares
// every start 40 ms.
import swagger from '@fastify/swagger';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';

import type { Api } from './api.ts';
import { sendProblem } from './problems.ts';

interface ApiPages {
  path: string;
  title: string;
}

export function serveApiPages(app: Api, pages: ApiPages): void {
  let loading: ReturnType<typeof loadPages> | undefined;
  async function answer({ url, headers: asked }: FastifyRequest, reply: FastifyReply) {
    const site = await (loading ??= loadPages(app, pages));
    const { statusCode, headers, rawPayload } = await site.inject({ url, headers: asked });
    if (statusCode === 404) return sendProblem(reply, 'NOT_FOUND');
    return reply.status(statusCode).headers(headers).send(rawPayload);
  }
  const options = { config: { public: true }, schema: { hide: true } };
  app.get(pages.path, options, answer);
  app.get(`${pages.path}/*`, options, answer);
}

/** They answer in a server of their own, as routes cannot be added to one that runs. */
async function loadPages(app: Api, { path, title }: ApiPages) {
  const { default: swaggerUi } = await import('@fastify/swagger-ui');
  const site = Fastify();
  await site.register(swagger, { openapi: {}, transformObject: () => app.swagger() });
  await site.register(swaggerUi, {
    routePrefix: path,
    theme: { title },
    // The plain layout: no bar with somebody else's name, and nothing fetched from elsewhere.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'none', deepLinking: true },
  });
  return site;
}
