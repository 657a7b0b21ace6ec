// Looks over a server's shoulder: every answer of every test must have a status that its route declares, and no
// answer may be a 500. A test that provokes either fails when its app ends.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

import type { ListedRoute } from '#server/platform/http/route-list';

import { unlikeDescription } from './described-answers.ts';

export interface AnswerWatch {
  /** Throws where a successful answer is unlike the API's description of its headers and JSON. */
  checkAnswer(
    method: string,
    address: string,
    answer: { status: number; headers: Headers; body: unknown },
  ): Promise<void>;
  /** How many requests are not answered yet. */
  underWay(): number;
  /** Throws what should not have been answered. */
  end(): void;
}

function patternOf(path: string): RegExp {
  const parts = path.split('/').map((part) => {
    if (part.startsWith(':')) return '[^/]+';
    return part === '*' ? '.*' : part.replaceAll(/[.+?^$()[\]{}|\\]/g, String.raw`\$&`);
  });
  return new RegExp(`^${parts.join('/')}$`);
}

/** The server must not listen yet. */
export function watchAnswers(server: Server, routes: readonly ListedRoute[]): AnswerWatch {
  const wrong = new Set<string>();
  let underWay = 0;
  // Words go before parameters, as the router has it.
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
      if (!route || answer.status >= 400) return;
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
