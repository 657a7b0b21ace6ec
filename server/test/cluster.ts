// PostgreSQL, Redis, two nodes and nginx as an operator runs them: real processes on this machine.
import { mkdtemp, readFile, rm, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { pino } from 'pino';

import {
  type EmbeddedConnection,
  startEmbeddedPostgres,
} from '#server/platform/db/embedded-postgres';

import { freePort } from './free-port.ts';
import { type MailSink, startMailSink } from './mail-sink.ts';
import { startNginxWith } from './nginx.ts';
import { type ProductProcess, startProductProcess } from './product-process.ts';
import { startTestRedis, type TestRedis } from './redis.ts';
import { sampleNginx } from './sample-nginx.ts';

const host = '127.0.0.1';
/** Certificate and key for https://localhost. */
const certificate = new URL('localhost-certificate.pem', import.meta.url).pathname;

export interface ClusterNode extends ProductProcess {
  /** Null where its metrics are not offered. */
  metricsUrl: string | null;
}

export interface Cluster extends AsyncDisposable {
  /** Where people reach it: nginx, or the first node where there is none. */
  url: string;
  here: ClusterNode;
  there: ClusterNode;
  redis: TestRedis;
  mail: MailSink;
  /** SIGKILL of PostgreSQL, which is started again by itself. */
  killPostgres(): Promise<void>;
}

export interface ClusterOptions {
  /** In front of the nodes as in deploy/nginx.conf; and the nodes run as in production. */
  nginx?: { http: number; https: number };
  hasMetrics?: boolean;
  /** Of both nodes. */
  settings?: Readonly<Record<string, string>>;
}

/** The value of DATABASE_URL for an embedded PostgreSQL. */
export function addressOf({ host: folder, port, user, database }: EmbeddedConnection): string {
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(folder)}`;
}

/** Kills the PostgreSQL of a data folder. */
export async function killPostgres(dataDir: string): Promise<void> {
  const file = path.join(dataDir, 'postgres', 'postmaster.pid');
  const [pid] = (await readFile(file, 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
}

/** Resolves when all of it answers; what was started is ended again where something does not start. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  await using started = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'wentwell-cluster-'));
  started.defer(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  const log = pino({ level: 'silent' });
  const [postgres, redis, mail] = await Promise.all([
    startEmbeddedPostgres({ dataDir: folder, log }),
    startTestRedis(),
    startMailSink(),
  ]);
  started.defer(() => postgres.stop());
  started.use(redis);
  started.use(mail);
  const { nginx } = options;
  const settings = {
    DATABASE_URL: addressOf(postgres.connection),
    REDIS_URL: redis.url,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Wentwell <wentwell@example.com>',
    ...(nginx && productionAt(`https://localhost:${nginx.https}`)),
    ...options.settings,
  };
  const startNode = () => startClusterNode(settings, options.hasMetrics ?? false);
  // The first migrates the database.
  const here = await startNode();
  started.defer(() => here.stop());
  const there = await startNode();
  started.defer(() => there.stop());
  if (nginx) {
    const nodes = [here, there].map(({ url }) => new URL(url).host);
    const sample = await sampleNginx({ ...nginx, nodes, certificate });
    started.use(await startNginxWith(`http://${host}:${nginx.http}`, sample));
  }
  const running = started.move();
  return {
    url: nginx ? `https://localhost:${nginx.https}` : here.url,
    here,
    there,
    redis,
    mail,
    killPostgres: () => killPostgres(folder),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

function productionAt(url: string): Record<string, string> {
  return { NODE_ENV: 'production', PUBLIC_URL: url, TRUST_PROXY: host, REGISTRATION: 'open' };
}

async function startClusterNode(
  settings: Readonly<Record<string, string>>,
  hasMetrics: boolean,
): Promise<ClusterNode> {
  const metricsPort = hasMetrics ? String(await freePort()) : null;
  const node = await startProductProcess({
    host,
    env: (port) => ({
      PUBLIC_URL: `http://${host}:${port}`,
      ...settings,
      ...(metricsPort !== null && { METRICS_PORT: metricsPort }),
    }),
  });
  const metricsUrl = metricsPort === null ? null : `http://${host}:${metricsPort}/metrics`;
  return Object.assign(node, { metricsUrl });
}
