// Where the API's description is read. It is made for its first reader, who is rare: what makes it is loaded then.
import { serveApiPages } from './api-pages.ts';
import type { Api } from './api.ts';
import type { ApiDescription } from './openapi-document.ts';

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
