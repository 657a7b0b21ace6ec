// All registered routes, for the OpenAPI document and tests.
import type { FastifyContextConfig, FastifySchema } from 'fastify';

import type { Api } from './calls.ts';

export interface ListedRoute {
  method: string;
  /** As registered, with `:name` for parameters. */
  path: string;
  schema: FastifySchema | undefined;
  config: FastifyContextConfig;
}

declare module 'fastify' {
  interface FastifyInstance {
    routeList: ListedRoute[];
  }
}

/** Must run before routes are registered. Collects them in `app.routeList`. Each GET route also answers HEAD. */
export function listRoutes(app: Api): void {
  app.decorate('routeList', []);
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    for (const each of [method].flat()) {
      app.routeList.push({ method: each, path: url, schema, config: config ?? {} });
    }
  });
}
