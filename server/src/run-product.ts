// Process lifecycle: starts the product from the settings, explains start failures, and stops in reverse order.
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { Logger } from 'pino';

import type { App } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { prepareDemo } from './demo.ts';
import { renewEpochs } from './live/epochs.ts';
import { backUpBeforeMigration } from './platform/backup/backup-before-migration.ts';
import { findLostAccounts, folderProblem } from './platform/backup/backup-folder.ts';
import { backupSchedule } from './platform/backup/backup-schedule.ts';
import { memoryBus } from './platform/bus/bus.ts';
import { redisBus } from './platform/bus/redis-bus.ts';
import { systemClock } from './platform/clock.ts';
import { DatabaseIdentity } from './platform/db/database-identity.ts';
import { type DatabaseConnection, openDatabase } from './platform/db/database.ts';
import { startEmbeddedPostgres } from './platform/db/embedded-postgres.ts';
import { awaitDatabase } from './platform/db/given-database.ts';
import { migrateDatabase } from './platform/db/migrate.ts';
import { doCommitsHang, hangingCommits } from './platform/db/readiness.ts';
import { frontServer } from './platform/http/front-server.ts';
import { openLog } from './platform/log.ts';
import { programName } from './platform/program-version.ts';
import { openRedis } from './platform/redis.ts';
import { explainStartFailure, makeDataDir } from './start-failure.ts';

/** Frees garbage of the start, once: 119 MB instead of 145 MB, for 65 ms of CPU. Node exposes `gc` only with a flag. */
function collectStart(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  setFlagsFromString('--no-expose-gc');
  // This flavor also shrinks the new space.
  collect({ type: 'major', flavor: 'last-resort' });
}

const siteFolder = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Delay of the collection after the start, so that the first requests do not wait for it. */
const collectAfterMs = 1000;
/** Interval at which a start checks for hanging commits of its migration. */
const commitCheckMs = 2000;

type Step = () => Promise<void>;

// Cleanup steps of the start, run in reverse order.
const undo: Step[] = [];

async function stopEverything(): Promise<void> {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
}

let config: Config | undefined;

/** Prints to the operator. In production, writes to the log, because machines read the output. */
let report = (text: string): void => void process.stdout.write(`${text}\n`);

async function start(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  config = readConfig(env);
  const node = `${hostname()}-${process.pid}`;
  const log = openLog({ production: config.production, level: config.logLevel, node });
  if (config.production) report = (text) => log.info(text);
  // Listen first: detects a taken port before anything else is opened, and answers "starting" meanwhile.
  const front = frontServer(config, log);
  await front.listen(config);
  undo.push(() => front.close());
  // Load the code while the database starts. Loading blocks this thread, so launch the database first.
  const waiting = Promise.withResolvers<void>();
  const [store, { buildApp }] = await Promise.all([
    openStore(config, {
      log,
      signal,
      onWaiting: waiting.resolve,
      onHanging: () => front.waitFor(hangingCommits),
    }),
    waiting.promise.then(() => import('./app.ts')),
  ]);
  signal.throwIfAborted();
  const { connection } = store;
  const { backups } = config;
  const identity = new DatabaseIdentity({ log, renewEpochs });
  const db = openDatabase(connection, {
    log,
    maxConnections: config.databasePool,
    checkConnection: (client, answerTimeoutMs) => identity.check(client, answerTimeoutMs),
    versionFloor: () => identity.versionFloor,
  });
  undo.push(() => db.close());
  const clock = systemClock;
  const redis = config.redis ? await openRedis(config.redis, log) : null;
  undo.push(async () => redis?.close());
  const bus = redis ? redisBus({ redis, clock, log }) : memoryBus();
  undo.push(() => bus.close());
  const app = await buildApp({
    config,
    db,
    identity,
    bus,
    redis,
    clock,
    log,
    siteFolder,
    front,
    storeProblem: () => store.problem(),
  });
  undo.push(() => app.close());
  signal.throwIfAborted();
  const backupFolder = backups.folder ?? backups.beforeMigration;
  const lost = backupFolder === undefined ? null : await findLostAccounts(backupFolder, db);
  if (lost) log.error({ file: lost.file }, `${lost.detail} ${lost.advice}`);
  if (backups.folder === undefined) {
    if (config.production) log.warn('BACKUP_DIR is not set: there are no scheduled backups');
  } else {
    const { folder, keep } = backups;
    const problem = await folderProblem(folder);
    if (problem !== null) {
      log.error({ folder }, `backups cannot be made in BACKUP_DIR: ${problem}`);
    }
    const place = { connection, folder, keep, ...config.backupSchedule };
    const schedule = backupSchedule({ ...place, clock, log, node });
    schedule.start();
    undo.push(() => schedule.stop());
  }
  await offerMetrics(config, app);
  const demo = await prepareDemo(app, config, log);
  await app.listen();

  if (!config.production) report('');
  report(`Wentwell is ready: ${config.publicUrl} (version ${programName})`);
  if (demo) {
    report(`  Sign in as ${demo.emails.join(' or ')}, password ${demo.password}`);
  }
  if (config.devMailbox) report(`  Mail that it sends: ${config.publicUrl}/dev/mail`);
  if (!config.rateLimits) report('RATE LIMITS ARE OFF: for load tests alone.');
  if (!config.production) report('  Ctrl+C stops it.\n');
  // Logs degraded parts, even if no load balancer checks readiness.
  await app.readiness();
  clock.setTimer(collectAfterMs, collectStart);
}

interface Store {
  connection: DatabaseConnection;
  /** The reason why it rejects writes, as far as visible from outside. Null if it accepts them. */
  problem(): Promise<string | null>;
}

interface StoreOptions {
  log: Logger;
  signal: AbortSignal;
  /** Called when the start begins to wait for the database. */
  onWaiting: () => void;
  /** Called when commits hang. */
  onHanging: () => void;
}

/** Opens the configured or embedded database and migrates it. */
async function openStore(
  { database, dataDir, backups }: Config,
  { log, signal, onWaiting, onHanging }: StoreOptions,
): Promise<Store> {
  if (database) {
    const answer = awaitDatabase(database, { log, signal });
    onWaiting();
    await answer;
  } else await makeDataDir(dataDir);
  signal.throwIfAborted();
  const postgres = database
    ? {
        connection: database,
        problem: async () => null,
        stop: async () => undefined,
      }
    : await startEmbeddedPostgres({ dataDir, log, signal, onLaunched: onWaiting });
  onWaiting();
  undo.push(() => postgres.stop());
  signal.throwIfAborted();
  const { connection } = postgres;
  const watch = watchCommits(connection, { log, onHanging });
  try {
    await migrateDatabase(connection, {
      log,
      signal,
      beforeMigrating: () => backUpBeforeMigration(connection, { ...backups, log, signal }),
    });
  } finally {
    await watch.end();
  }
  return postgres;
}

/** Reports hanging commits once, because a migration waits for them without a timeout. */
function watchCommits(
  connection: DatabaseConnection,
  { log, onHanging }: Pick<StoreOptions, 'log' | 'onHanging'>,
) {
  const db = openDatabase(connection, { log, maxConnections: 1 });
  const timer = setInterval(() => void look().catch(() => undefined), commitCheckMs);
  async function look(): Promise<void> {
    if (!(await db.probe(doCommitsHang))) return;
    clearInterval(timer);
    log.error(`the start waits: ${hangingCommits} of the database`);
    onHanging();
  }
  return {
    async end(): Promise<void> {
      clearInterval(timer);
      await db.close();
    },
  };
}

async function offerMetrics({ metricsHost, metricsPort }: Config, app: App): Promise<void> {
  if (metricsPort === undefined) return;
  const { openMetrics } = await import('./platform/metrics/prometheus.ts');
  const place = { host: metricsHost, port: metricsPort };
  const metrics = await openMetrics(place, () => app.gauges());
  undo.push(() => metrics.close());
  report(`Metrics: http://${metricsHost}:${metrics.port}/metrics`);
}

/** Runs until the signal, then exits with 0. Exits with 1 if the start fails. */
export async function runProduct(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  // A closed terminal or a full disk must not crash the process.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  // A signal arrived while loading. Nothing has started yet.
  if (signal.aborted) process.exit(0);
  const starting = start(env, signal);
  signal.addEventListener('abort', () => void stop(starting));
  try {
    await starting;
  } catch (error) {
    if (signal.aborted) return;
    process.stderr.write(`${explainStartFailure(error, config)}\n`);
    await stopEverything();
    process.exit(1);
  }
}

async function stop(starting: Promise<void>): Promise<void> {
  report('Wentwell is stopping …');
  // A hanging step must not delay the machine's shutdown.
  setTimeout(() => process.exit(1), 25_000).unref();
  // Otherwise, a step in progress would not be cleaned up.
  await starting.catch(() => undefined);
  await stopEverything();
  process.exit(0);
}
