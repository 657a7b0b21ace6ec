// The product in its process: started from the settings, a plain sentence when it cannot be, stopped in order at the end.
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
import { BackupSchedule } from './platform/backup/backup-schedule.ts';
import { memoryBus } from './platform/bus/memory-bus.ts';
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
import { programName, programVersion } from './platform/program-version.ts';
import { openRedis } from './platform/redis.ts';
import { explainStartFailure, makeDataDir } from './start-failure.ts';

// Frees what a start leaves: V8 would keep 145 MB instead of 119. Takes 65 ms of CPU, once.
/** Collects garbage once and gives the freed memory back. Node has this function only when it is asked for by a flag. */
function collectStart(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  setFlagsFromString('--no-expose-gc');
  // The flavor that shrinks the room for new objects as well.
  collect({ type: 'major', flavor: 'last-resort' });
}

const siteFolder = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** From ready to the collection of what the start left: the first answers do not wait for it. */
const restMs = 1000;
/** How often a start looks whether the commits of its migration are answered, in ms. */
const commitsEveryMs = 2000;

type Step = () => Promise<void>;

// Undoes the steps of the start from the last to the first, however far it came.
const undo: Step[] = [];

async function stopEverything(): Promise<void> {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
}

let config: Config | undefined;

/** Says something to the operator; in production, where machines read the output, by a line of the log. */
let report = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

async function start(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  config = readConfig(env);
  const node = `${hostname()}-${process.pid}`;
  const log = openLog({ production: config.production, level: config.logLevel, node });
  if (config.production) report = (text) => log.info(text);
  // First of all: a taken port is said before anything is opened, and who asks meanwhile hears "starting".
  const front = frontServer(config, log);
  await front.listen(config);
  undo.push(() => front.close());
  // The product's code is loaded while the database starts. Loading blocks this thread: the database is started first.
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
    const schedule = new BackupSchedule({ ...place, clock, log, program: programVersion, node });
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
  // Logs what works worse, also where no balancer asks.
  await app.readiness();
  clock.setTimer(restMs, collectStart);
}

interface Store {
  connection: DatabaseConnection;
  /** Why it would not take a change, as far as can be seen from outside it; null: it would. */
  problem(): Promise<string | null>;
}

interface StoreOptions {
  log: Logger;
  signal: AbortSignal;
  /** Called when the first answer of the database is waited for. */
  onWaiting: () => void;
  /** Called when the database does not answer commits. */
  onHanging: () => void;
}

/** Opens the database that was given, or our own, and brings it to the schema of this version. */
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
  const program = programVersion;
  const watch = watchCommits(connection, { log, onHanging });
  try {
    await migrateDatabase(connection, {
      log,
      signal,
      beforeMigrating: () =>
        backUpBeforeMigration(connection, { ...backups, program, log, signal }),
    });
  } finally {
    await watch.end();
  }
  return postgres;
}

/** Says once that the database does not answer commits: a migration waits for them without a limit. */
function watchCommits(
  connection: DatabaseConnection,
  { log, onHanging }: Pick<StoreOptions, 'log' | 'onHanging'>,
) {
  const db = openDatabase(connection, { log, maxConnections: 1 });
  const timer = setInterval(() => void look().catch(() => undefined), commitsEveryMs);
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

/** Runs until the signal, then ends the process: with 0 after a signal, with 1 where it could not start. */
export async function runProduct(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  // A terminal that is gone, or a full disk below the output, ends nothing.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  // A signal arrived while this was loading: nothing has been started.
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
  report('Wentwell stops …');
  // Something that hangs must not keep the machine from shutting down.
  setTimeout(() => process.exit(1), 25_000).unref();
  // A part that is being started would otherwise be left behind.
  await starting.catch(() => undefined);
  await stopEverything();
  process.exit(0);
}
