// Whether this node lives, and whether it should get work (ops.md "Operations").
import { z } from 'zod';

import type { Clock } from '#server/platform/clock';

import type { Api } from './api.ts';

const Health = z.object({ status: z.string() });
// Balancers ask often; the database is asked at most this often, in ms.
const remembered = 2000;

export interface HealthDeps {
  clock: Clock;
  /** Fails unless the database takes writes and has the schema of this version. */
  check(): Promise<void>;
  isDraining(): boolean;
  /** Works, but alone: what is shared with other nodes is away. */
  isDegraded(): boolean;
}

/** GET /health/live (the event loop only) and /health/ready (200, or 503 with the reason). */
export function healthRoutes(api: Api, deps: HealthDeps): void {
  const { clock, check, isDraining, isDegraded } = deps;
  let last: { at: number; status: Promise<string> } | null = null;

  function databaseStatus(): Promise<string> {
    const now = clock.now().getTime();
    if (!last || now - last.at >= remembered) {
      const status = check().then(
        () => 'ready',
        () => 'database away',
      );
      last = { at: now, status };
    }
    return last.status;
  }

  api.get(
    '/health/live',
    {
      config: { public: true },
      schema: {
        tags: ['Service'],
        summary: 'Ask whether the process lives',
        description:
          'Answered by the event loop alone: no answer means that the process is to be restarted.',
        response: { 200: Health },
      },
    },
    () => ({ status: 'live' }),
  );

  api.get(
    '/health/ready',
    {
      config: { public: true },
      schema: {
        tags: ['Service'],
        summary: 'Ask whether the node should get work',
        description:
          'Red (503) while the node drains, or while the database takes no writes or has another schema; `status` says which. Green and `degraded` while Redis is away.',
        response: { 200: Health, 503: Health },
      },
    },
    async (_request, reply) => {
      const status = isDraining() ? 'draining' : await databaseStatus();
      if (status !== 'ready') return reply.status(503).send({ status });
      return { status: isDegraded() ? 'degraded' : status };
    },
  );
}
