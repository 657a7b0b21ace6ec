// Every route that was registered, for those who describe or probe the whole of them: the API's description, tests.
import type { FastifyContextConfig, FastifySchema } from 'fastify';

import type { Api } from './api.ts';

export interface ListedRoute {
  method: string;
  /** As registered, with `:name` for a parameter. */
  path: string;
  schema: FastifySchema | undefined;
  config: FastifyContextConfig;
}

declare module 'fastify' {
  interface FastifyInstance {
    routeList: ListedRoute[];
  }
}

/** Before any route: from here on `app.routeList` grows with each. Each GET answers HEAD as well. */
export function listRoutes(app: Api): void {
  app.decorate('routeList', []);
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    for (const each of [method].flat()) {
      app.routeList.push({ method: each, path: url, schema, config: config ?? {} });
    }
  });
}
