// Two nodes over one database and one Redis, in one process.
import { buildTestApp, type TestApp, type TestAppParts } from './build-test-app.ts';
import { startTestRedis, type TestRedis } from './redis.ts';

export interface TwoNodes extends AsyncDisposable {
  here: TestApp;
  there: TestApp;
  redis: TestRedis;
}

/** Starts both with the given parts. `await using` ends everything. */
export async function buildTwoNodes(parts: Pick<TestAppParts, 'clock'> = {}): Promise<TwoNodes> {
  const redis = await startTestRedis();
  const both = { ...parts, redisUrl: redis.url };
  const here = await buildTestApp({}, both);
  const there = await buildTestApp({}, { ...both, beside: here });
  return {
    here,
    there,
    redis,
    async [Symbol.asyncDispose]() {
      await there[Symbol.asyncDispose]();
      await here[Symbol.asyncDispose]();
      await redis[Symbol.asyncDispose]();
    },
  };
}
