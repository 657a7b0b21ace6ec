// Liveness and readiness of this node.
import type { BaseLogger } from 'pino';
import { z } from 'zod';

import type { Clock } from '#server/platform/clock';
import type { Readiness } from '#server/platform/db/readiness';

import { programVersion } from '../program-version.ts';
import type { Api } from './calls.ts';

const Liveness = z.object({ status: z.string(), version: z.string() });
const Health = z.object({ status: z.string(), reasons: z.array(z.string()).optional() });

/** Load balancers poll often, so results are cached for this long, in ms. */
const rememberedMs = 2000;
/** A slower check counts as failed, in ms. */
const checkTimeoutMs = 2000;

interface RememberedCheckDeps {
  clock: Clock;
  log: Pick<BaseLogger, 'info' | 'warn'>;
  check(): Promise<Readiness>;
}

export interface HealthDeps {
  readiness(): Promise<Readiness>;
  /** Degraded parts, one sentence each. The node stays in service. */
  degradedBy(): readonly string[];
}

/** Runs one check at a time and caches its result. Logs changes of degradation. */
export function rememberedCheck({ clock, log, check }: RememberedCheckDeps) {
  let last: Promise<Readiness> | null = null;
  let reported = 0;

  function report({ problem, reasons }: Readiness): void {
    if (problem !== null || reasons.length === reported) return;
    reported = reasons.length;
    for (const reason of reasons) log.warn(`degraded: ${reason}`);
    if (reported === 0) log.info('no longer degraded');
  }

  return function readiness(): Promise<Readiness> {
    if (last) return last;
    const checking = check().catch(() => ({ problem: 'check failed', reasons: [] }));
    last = new Promise((resolve) => {
      const cancel = clock.setTimer(checkTimeoutMs, () =>
        resolve({ problem: 'database does not answer', reasons: [] }),
      );
      void checking.then((found) => {
        cancel();
        report(found);
        resolve(found);
        clock.setTimer(rememberedMs, () => (last = null));
      });
    });
    return last;
  };
}

/** GET /health/live (only the event loop) and /health/ready (200, or 503 with the reason). */
export function healthRoutes(api: Api, deps: HealthDeps): void {
  api.get(
    '/health/live',
    {
      config: { public: true },
      schema: {
        tags: ['Service'],
        operationId: 'getLiveness',
        summary: 'Check liveness',
        description:
          'Answered by the event loop alone: no answer means that the process must be restarted. `version` is' +
          ' the program’s.',
        response: { 200: Liveness },
      },
    },
    () => ({ status: 'live', version: programVersion }),
  );

  api.get(
    '/health/ready',
    {
      config: { public: true },
      schema: {
        tags: ['Service'],
        operationId: 'getReadiness',
        summary: 'Check readiness',
        description:
          '503 while the node starts or stops, or cannot store a note: the database is read-only, its disk is' +
          ' full, commits wait for a standby, it does not respond within 2 seconds, or has another schema; ' +
          '`status` says which. 200 with `degraded` if something works worse than it should; `reasons` says ' +
          'what.',
        response: { 200: Health, 503: Health },
      },
    },
    async (_request, reply) => {
      const found = await deps.readiness();
      if (found.problem !== null) return reply.status(503).send({ status: found.problem });
      const reasons = [...found.reasons, ...deps.degradedBy()];
      return reasons.length > 0 ? { status: 'degraded', reasons } : { status: 'ready' };
    },
  );
}
