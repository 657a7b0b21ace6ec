// The refusals that a route may answer with, as response schemas: every status of a call is declared.
import { Problem } from '@wentwell/contract/errors';
import type { ProblemStatus } from '@wentwell/contract/problem-status';
import type { RouteOptions } from 'fastify';

import type { Api } from './api.ts';

/** Adds 401, 429, 500 and 503, which every route may answer. */
export function errorResponses<const S extends ProblemStatus>(...statuses: S[]) {
  const all: (S | 401 | 429 | 500 | 503)[] = [...statuses, 401, 429, 500, 503];
  return Object.fromEntries(all.map((status) => [status, Problem])) as Record<
    S | 401 | 429 | 500 | 503,
    typeof Problem
  >;
}

/** The statuses that the server answers by itself, before the route runs or when it fails. */
function ownStatuses({ method, schema, config }: RouteOptions): ProblemStatus[] {
  const takesBody = [method].flat().some((each) => each !== 'GET');
  return [
    500,
    ...(takesBody ? ([400, 413, 415] as const) : []),
    // An address may be unreadable in a parameter, and name nothing if it can be read.
    ...(schema?.params ? ([400, 404] as const) : []),
    // Guests find no calls but those for them.
    ...(config?.public ? [] : ([401, 404, 503] as const)),
    ...(schema?.querystring || schema?.body || schema?.headers ? ([422] as const) : []),
  ];
}

/** Before any route: declares for each, beside what it declares itself, what the server may answer in its place. */
export function declareOwnAnswers(app: Api): void {
  app.addHook('onRoute', (route) => {
    const { schema } = route;
    if (!schema || typeof schema.response !== 'object') return;
    schema.response = { ...refusalSchemas(ownStatuses(route)), ...schema.response };
  });
}

function refusalSchemas(statuses: ProblemStatus[]) {
  return Object.fromEntries(statuses.map((status) => [status, Problem]));
}
