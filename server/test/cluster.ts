// PostgreSQL, Redis, two nodes and nginx as real local processes.
import { freePort } from './free-port.ts';
import { type MailSink, startMailSink } from './mail-sink.ts';
import { startNginxWith } from './nginx.ts';
import { startOwnPostgres } from './own-postgres.ts';
import { type ProductProcess, startProductProcess } from './product-process.ts';
import { startTestRedis, type TestRedis } from './redis.ts';
import { sampleNginx, type SamplePlace } from './sample-nginx.ts';

const host = '127.0.0.1';
/** Certificate and key for https://localhost. */
const certificate = new URL('localhost-certificate.pem', import.meta.url).pathname;

export interface ClusterNode extends ProductProcess {
  /** Null if metrics are off. */
  metricsUrl: string | null;
}

export interface Cluster extends AsyncDisposable {
  /** The public address: nginx's, or the first node's without nginx. */
  url: string;
  here: ClusterNode;
  there: ClusterNode;
  /** For DATABASE_URL. */
  databaseUrl: string;
  redis: TestRedis;
  mail: MailSink;
  /** SIGKILL of PostgreSQL, which restarts itself. */
  killPostgres(): Promise<void>;
}

export interface ClusterOptions {
  /** In front of the nodes as in deploy/nginx.conf; nodes then run in production mode. */
  nginx?: Pick<SamplePlace, 'http' | 'https' | 'isSpread'>;
  hasMetrics?: boolean;
  /** Settings of both nodes. */
  settings?: Readonly<Record<string, string>>;
}

/** Resolves once everything responds; ends what was started if a part fails. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  await using started = new AsyncDisposableStack();
  const [postgres, redis, mail] = await Promise.all([
    startOwnPostgres(),
    startTestRedis(),
    startMailSink(),
  ]);
  started.use(postgres);
  started.use(redis);
  started.use(mail);
  const { nginx } = options;
  const settings = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Wentwell <wentwell@example.com>',
    ...(nginx && productionAt(`https://localhost:${nginx.https}`)),
    ...options.settings,
  };
  const startNode = () => startClusterNode(settings, options.hasMetrics ?? false);
  // The first node migrates the database.
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
    databaseUrl: postgres.url,
    redis,
    mail,
    killPostgres: () => postgres.kill(),
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
