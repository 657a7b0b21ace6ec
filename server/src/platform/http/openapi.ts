// Serves the OpenAPI document and Swagger UI. Generated on first request, which saves 40 ms at startup.
import { bareServer } from './bare-server.ts';
import type { Api } from './calls.ts';
import { type EncodedFile, encodeFile, sendEncoded } from './encoded-file.ts';
import type { ApiDescription } from './openapi-document.ts';
import { sendProblem } from './problems.ts';

const documentPath = '/api/v1/openapi.json';
const docsPath = '/api/docs';

/** Swagger UI's files, relative to `docsPath`. */
const pageFiles = [
  '',
  '/',
  '/json',
  '/yaml',
  '/static/index.css',
  '/static/swagger-ui.css',
  '/static/swagger-ui-bundle.js',
  '/static/swagger-ui-standalone-preset.js',
  '/static/swagger-initializer.js',
  '/static/favicon-16x16.png',
  '/static/favicon-32x32.png',
];
// A page loads a megabyte. With this cost, an address may load a few hundred files, then twenty per second.
const config = { public: true, requestCost: 5 };

export function describeApi(app: Api, description: ApiDescription): void {
  let made: Promise<ReadonlyMap<string, EncodedFile>> | undefined;
  const read = () => (made ??= makeFiles(app, description));
  const options = { config, schema: { hide: true } };
  for (const path of [documentPath, docsPath, `${docsPath}/*`]) {
    app.get(path, options, async (request, reply) => {
      const file = (await read()).get(request.url.split('?')[0] ?? '');
      return file ? sendEncoded(request, reply, file) : sendProblem(reply, 'NOT_FOUND');
    });
  }
}

async function makeFiles(
  app: Api,
  description: ApiDescription,
): Promise<ReadonlyMap<string, EncodedFile>> {
  const { describeRoutes } = await import('./openapi-document.ts');
  const document = await describeRoutes(app.routeList, description);
  const pages = await makePages(document, `${description.title} – API`);
  const json = pages.get(`${docsPath}/json`);
  return json ? pages.set(documentPath, json) : pages;
}

async function makePages(document: object, title: string): Promise<Map<string, EncodedFile>> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  await using site = bareServer();
  await site.register(swagger, { openapi: {}, transformObject: () => document });
  await site.register(swaggerUi, {
    routePrefix: docsPath,
    theme: { title },
    // The plain layout has no Swagger branding and loads nothing external.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'none', deepLinking: true },
  });
  const files = await Promise.all(
    pageFiles.map(async (file): Promise<[string, EncodedFile]> => {
      const path = docsPath + file;
      const { statusCode, headers, rawPayload } = await site.inject({ url: path });
      if (statusCode !== 200) throw new Error(`Swagger UI answers ${path} by ${statusCode}`);
      return [path, await encodeFile(headers['content-type'] ?? '', rawPayload)];
    }),
  );
  return new Map(files);
}
