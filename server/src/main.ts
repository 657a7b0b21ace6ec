// The process: settings in, product up, a plain word when it cannot be, everything down in order at the end.
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';

import { buildApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { prepareDemo } from './demo.ts';
import { memoryBus } from './platform/bus/memory-bus.ts';
import { redisBus } from './platform/bus/redis-bus.ts';
import { systemClock } from './platform/clock.ts';
import { openDatabase } from './platform/db/database.ts';
import { startEmbeddedPostgres } from './platform/db/embedded-postgres.ts';
import { awaitDatabase } from './platform/db/given-database.ts';
import { migrateDatabase } from './platform/db/migrate.ts';
import { openLog } from './platform/log.ts';
import { openRedis } from './platform/redis.ts';
import { explainStartFailure, makeDataDir } from './start-failure.ts';

const siteFolder = fileURLToPath(new URL('../../web/dist', import.meta.url));

type Step = () => Promise<void>;

// What has been started, undone from the last to the first however far the start came.
const undo: Step[] = [];

async function stopEverything(): Promise<void> {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
}

let config: Config | undefined;

/** Says something to the operator; in production, where machines read the output, by a line of the log. */
let say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

async function start(): Promise<void> {
  config = readConfig(process.env);
  const node = `${hostname()}-${process.pid}`;
  const log = openLog({ production: config.production, level: config.logLevel, node });
  if (config.production) say = (text) => log.info(text);
  if (config.databaseUrl) await awaitDatabase(config.databaseUrl, { log });
  else await makeDataDir(config.dataDir);
  const postgres = config.databaseUrl
    ? {
        connection: { connectionString: config.databaseUrl },
        problem: async () => null,
        stop: async () => undefined,
      }
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  undo.push(() => postgres.stop());
  await migrateDatabase(postgres.connection, { log });
  const db = openDatabase(postgres.connection, { log });
  undo.push(() => db.close());
  const clock = systemClock;
  const redis = config.redisUrl ? await openRedis(config.redisUrl, log) : null;
  undo.push(async () => redis?.close());
  const bus = redis ? redisBus({ redis, clock, log }) : memoryBus();
  undo.push(() => bus.close());
  const storeProblem = () => postgres.problem();
  const app = await buildApp({ config, db, bus, redis, clock, log, siteFolder, storeProblem });
  undo.push(() => app.close());
  const demo = await prepareDemo(app, config, log);
  await app.listen();

  if (!config.production) say('');
  say(`Wentwell is ready: ${config.publicUrl}`);
  if (demo) {
    say(`  Sign in as ${demo.emails.join(' or ')}, password ${demo.password}`);
  }
  if (config.devMailbox) say(`  Mail that it sends: ${config.publicUrl}/dev/mail`);
  if (config.metricsPort) say('METRICS_PORT has no effect yet: there are no metrics.');
  if (!config.rateLimits) say('RATE LIMITS ARE OFF: for load tests alone.');
  if (!config.production) say('  Ctrl+C stops it.\n');
}

let stopping = false;

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  say('Wentwell stops …');
  // Something that hangs must not keep the machine from shutting down.
  setTimeout(() => process.exit(1), 15_000).unref();
  await stopEverything();
  process.exit(0);
}

process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());

try {
  await start();
} catch (error) {
  process.stderr.write(`${explainStartFailure(error, config)}\n`);
  await stopEverything();
  process.exit(1);
}
