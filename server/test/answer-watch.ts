// Checks every answer of every test: its status must be declared by its route, and none may be a 500. Violations fail the test
// when its app ends.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

import type { ListedRoute } from '#server/platform/http/route-list';

import { unlikeDescription } from './described-answers.ts';

export interface AnswerWatch {
  /** Throws if an answer differs from the API description in status, headers or JSON. */
  checkAnswer(
    method: string,
    address: string,
    answer: { status: number; headers: Headers; body: unknown },
  ): Promise<void>;
  /** The number of unanswered requests. */
  underWay(): number;
  /** Throws the violations found. */
  end(): void;
}

function patternOf(path: string): RegExp {
  const parts = path.split('/').map((part) => {
    if (part.startsWith(':')) return '[^/]+';
    return part === '*' ? '.*' : part.replaceAll(/[.+?^$()[\]{}|\\]/g, String.raw`\$&`);
  });
  return new RegExp(`^${parts.join('/')}$`);
}

/** Call before the server listens. */
export function watchAnswers(server: Server, routes: readonly ListedRoute[]): AnswerWatch {
  const wrong = new Set<string>();
  let underWay = 0;
  // Static segments precede parameters, as in the router.
  const last = (path: string) => path.replaceAll(/[:*]/g, '\uffff');
  const known = routes
    .map((route) => ({ ...route, pattern: patternOf(route.path) }))
    .toSorted((a, b) => (last(a.path) < last(b.path) ? -1 : 1));

  function routeOf(method: string, address: string) {
    const path = address.split('?')[0] ?? '';
    return known.find((each) => each.method === method && each.pattern.test(path));
  }

  function check(method: string, address: string, status: number): void {
    const route = routeOf(method, address);
    const declared = route?.schema?.response;
    if (!route || typeof declared !== 'object' || declared === null) return;
    if (!(status in declared)) wrong.add(`${method} ${route.path}: ${status} is not declared`);
    if (status === 500) wrong.add(`${method} ${route.path}: 500`);
  }

  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '' } = request;
    underWay += 1;
    response.once('close', () => {
      underWay -= 1;
    });
    response.once('finish', () => {
      check(method, url, response.statusCode);
    });
  });
  return {
    underWay: () => underWay,
    async checkAnswer(method, address, answer) {
      const route = routeOf(method, address);
      if (!route) return;
      const problem = await unlikeDescription(routes, { route, ...answer });
      if (problem !== null) throw new Error(problem);
    },
    end() {
      if (wrong.size === 0) return;
      const said = `Answers that no route declares:\n${[...wrong].join('\n')}`;
      wrong.clear();
      throw new Error(said);
    },
  };
}
