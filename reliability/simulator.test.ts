// The live channel in a simulated world (docs/reliability.md): the real client core and the real server over queues, a
// clock and a bus that one seed rules. A failure prints its seed, and what happened step by step. Fresh seeds are for
// `npm run chaos`.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestDatabase, type TestDatabase } from '../server/test/postgres.ts';
import { type Run, simulate } from './simulator/simulator.ts';

/** Seeds that once found something, by what they found. */
const regressions: readonly (Run & { found: string })[] = [
  { seed: 1, steps: 150, found: 'a board that came back differed from its history' },
];

const steps = 150;
const patience = 60_000;
const lastLines = 60;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

async function runWell(run: Run): Promise<void> {
  const { violation, trace } = await simulate(run, database.connection);
  const story = trace.slice(-lastLines).join('\n');
  expect(violation, `seed ${run.seed}, ${run.steps} steps:\n${story}`).toBeNull();
}

test('the same seed runs the same way again', { timeout: patience }, async () => {
  const run = { seed: 20, steps };
  const first = await simulate(run, database.connection);
  const second = await simulate(run, database.connection);
  expect(second.trace).toEqual(first.trace);
  expect(first.logged).toBeGreaterThan(10);
  expect(first.faults.size).toBeGreaterThan(5);
});

test.each([2, 3, 4, 5])('seed %i', { timeout: patience }, async (seed) => {
  await runWell({ seed, steps });
});

for (const { found, ...run } of regressions) {
  test(`seed ${run.seed} once found: ${found}`, { timeout: patience }, () => runWell(run));
}
