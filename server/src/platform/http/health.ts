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
}

/** GET /health/live (the event loop only) and /health/ready (200, or 503 with the reason). */
export function healthRoutes(api: Api, { clock, check, isDraining }: HealthDeps): void {
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
    { config: { public: true }, schema: { response: { 200: Health } } },
    () => ({ status: 'live' }),
  );

  api.get(
    '/health/ready',
    { config: { public: true }, schema: { response: { 200: Health, 503: Health } } },
    async (_request, reply) => {
      const status = isDraining() ? 'draining' : await databaseStatus();
      return reply.status(status === 'ready' ? 200 : 503).send({ status });
    },
  );
}
