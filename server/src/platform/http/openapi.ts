import type { FastifyReply, FastifyRequest } from 'fastify';

// Where the API's description is read. It is made for its first reader, who is rare: what makes it is loaded then.
import type { Api } from './api.ts';
import { bareServer } from './bare-server.ts';
import type { ApiDescription } from './openapi-document.ts';
import { sendProblem } from './problems.ts';

// The pages that show the API's description to people. Few read them: they are loaded when somebody does, which spares
// every start 40 ms.
interface ApiPages {
  path: string;
  title: string;
  /** What they show. */
  document: () => Promise<object>;
}

function serveApiPages(app: Api, pages: ApiPages): void {
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

const documentPath = '/api/v1/openapi.json';
const docsPath = '/api/docs';

/** Describes all routes, at `documentPath` for programs and at `docsPath` for people. */
export function describeApi(app: Api, description: ApiDescription): void {
  let making: Promise<object> | undefined;
  async function make(): Promise<object> {
    const { describeRoutes } = await import('./openapi-document.ts');
    return describeRoutes(app.routeList, description);
  }
  const document = () => (making ??= make());
  serveApiPages(app, { path: docsPath, title: `${description.title} – API`, document });
  app.get(documentPath, { config: { public: true }, schema: { hide: true } }, document);
}
