// The refusals that a route may answer with, as response schemas: every status of a call is declared.
import { Problem, type ProblemStatus } from '@wentwell/contract/errors';

/** Takes the statuses of a route's refusals; gives their schemas. 401, 429 and 503 are every route's. */
export function refusals<const S extends ProblemStatus>(...statuses: S[]) {
  const all: (S | 401 | 429 | 500 | 503)[] = [...statuses, 401, 429, 500, 503];
  return Object.fromEntries(all.map((status) => [status, Problem])) as Record<
    S | 401 | 429 | 500 | 503,
    typeof Problem
  >;
}
