// The pages that show the API's description to people. Few read them: they are loaded when somebody does, which spares
// every start 40 ms.
import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Api } from './api.ts';
import { bareServer } from './bare-server.ts';
import { sendProblem } from './problems.ts';

interface ApiPages {
  path: string;
  title: string;
  /** What they show. */
  document: () => Promise<object>;
}

export function serveApiPages(app: Api, pages: ApiPages): void {
  let loading: ReturnType<typeof loadPages> | undefined;
  async function answer({ url, headers: asked }: FastifyRequest, reply: FastifyReply) {
    const site = await (loading ??= loadPages(pages));
    const { statusCode, headers, rawPayload } = await site.inject({ url, headers: asked });
    if (statusCode === 404) return sendProblem(reply, 'NOT_FOUND');
    return reply.status(statusCode).headers(headers).send(rawPayload);
  }
  const options = { config: { public: true }, schema: { hide: true } };
  app.get(pages.path, options, answer);
  app.get(`${pages.path}/*`, options, answer);
}

/** They answer in a server of their own, as routes cannot be added to one that runs. */
async function loadPages({ path, title, document: make }: ApiPages) {
  const [{ default: swagger }, { default: swaggerUi }, document] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
    make(),
  ]);
  const site = bareServer();
  await site.register(swagger, { openapi: {}, transformObject: () => document });
  await site.register(swaggerUi, {
    routePrefix: path,
    theme: { title },
    // The plain layout: no bar with somebody else's name, and nothing fetched from elsewhere.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'none', deepLinking: true },
  });
  return site;
}
