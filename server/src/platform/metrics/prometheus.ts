// Prometheus metrics on a separate port. Only loaded if METRICS_PORT is set.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import type { PoolUse } from '#server/platform/db/database';
import { StartupError } from '#server/platform/db/database-errors';
import type { SlotUse } from '#server/platform/http/request-gates';

import {
  type CounterName,
  counters,
  recordTo,
  type Recorder,
  type TimerName,
  timers,
} from './measure.ts';

const prefix = 'wentwell_';
// In seconds: from a commit on a fast disk to the maximum duration of a request.
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface Gauges {
  sockets: number;
  boards: number;
  /** Bytes written to client sockets but not yet accepted by the network: the total and the largest. */
  queuedBytes: { all: number; largest: number };
  database: PoolUse;
  slots: SlotUse;
  /** Null if the database does not answer. */
  mail: { waiting: number; failed: number } | null;
  /** Whether the last backup failed. Null if the database does not answer. */
  hasFailedBackup: boolean | null;
  /** The result of /health/ready. */
  isReady: boolean;
  /** Whether Redis is down or read-only, for this node or another. */
  isDegraded: boolean;
}

export interface MetricsPlace {
  host: string;
  port: number;
}

export interface MetricsServer {
  port: number;
  close(): Promise<void>;
}

/** Starts recording and serves GET /metrics. Throws a StartupError if the port is unavailable. */
export async function openMetrics(
  { host, port }: MetricsPlace,
  readGauges: () => Promise<Gauges>,
): Promise<MetricsServer> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const setGauges = exposeGauges(registry);
  const stopRecording = recordTo(recorderOf(registry));
  let reading: Promise<string> | null = null;
  /** Concurrent requests share one reading, because each queries the database and needs no login. */
  const read = (): Promise<string> =>
    (reading ??= readGauges()
      .then((gauges) => {
        setGauges(gauges);
        return registry.metrics();
      })
      .finally(() => (reading = null)));
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      send(response, { status: 404, body: 'The metrics are at /metrics.\n' });
      return;
    }
    read().then(
      (body) => send(response, { body, type: registry.contentType }),
      () => send(response, { status: 500, body: 'The metrics cannot be read.\n' }),
    );
  });
  const close = async (): Promise<void> => {
    stopRecording();
    registry.clear();
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  try {
    const listening = once(server, 'listening');
    server.listen({ host, port });
    await listening;
  } catch (error) {
    await close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(
      `the metrics cannot be offered at METRICS_HOST ${host}, METRICS_PORT ${port} (${reason}): choose others`,
      { cause: error },
    );
  }
  const address = server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : port, close };
}

function send(
  response: ServerResponse,
  { status = 200, body, type = 'text/plain' }: { status?: number; body: string; type?: string },
): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' });
  response.end(body);
}

function recorderOf(registry: Registry): Recorder {
  const registers = [registry];
  const counting = new Map(
    Object.entries(counters).map(([name, { help, labels }]) => {
      const settings = { name: `${prefix}${name}_total`, help, labelNames: [...labels], registers };
      return [name, new Counter(settings)];
    }),
  );
  const timing = new Map(
    Object.entries(timers).map(([name, { help, labels }]) => {
      const settings = { name: `${prefix}${name}_seconds`, help, labelNames: [...labels] };
      return [name, new Histogram({ ...settings, buckets, registers })];
    }),
  );
  return {
    count: (name: CounterName, labels) =>
      counting
        .get(name)
        ?.labels(...labels)
        .inc(),
    time: (name: TimerName, ms, labels) =>
      timing
        .get(name)
        ?.labels(...labels)
        .observe(ms / 1000),
  };
}

/** Returns a function that sets the gauges before each scrape. */
function exposeGauges(registry: Registry): (now: Gauges) => void {
  const registers = [registry];
  const gauge = (name: string, help: string, labelNames: string[] = []): Gauge =>
    new Gauge({ name: `${prefix}${name}`, help, labelNames, registers });
  const sockets = gauge('sockets', 'Open sockets');
  const boards = gauge('boards', 'Boards that are open on this node');
  const queued = gauge('queued_bytes', 'Written to sockets and not accepted by the network yet');
  const largest = gauge('queued_bytes_largest', 'The same of the fullest socket');
  const pool = gauge('database_pool', 'Connections of the pool, and who waits for one', ['state']);
  const poolMax = gauge('database_pool_max', 'Connections that the pool may have');
  const slots = gauge('request_slots', 'Requests at the gates of accounts and addresses', [
    'state',
  ]);
  const oldestSlot = gauge('request_slot_oldest_seconds', 'For how long the oldest slot is held');
  const mail = gauge('mail_queue', 'Emails that were not sent', ['state']);
  const backup = gauge('backup_failed', '1 while the last backup, scheduled or by hand, failed');
  const isReady = gauge('ready', '1 while the node should get work, as /health/ready says');
  const isDegraded = gauge('delayed', '1 while Redis is away, or takes no changes');
  return (now) => {
    sockets.set(now.sockets);
    boards.set(now.boards);
    queued.set(now.queuedBytes.all);
    largest.set(now.queuedBytes.largest);
    pool.set({ state: 'in_use' }, now.database.inUse);
    pool.set({ state: 'idle' }, now.database.idle);
    pool.set({ state: 'waiting' }, now.database.waiting);
    poolMax.set(now.database.max);
    slots.set({ state: 'held' }, now.slots.held);
    slots.set({ state: 'waiting' }, now.slots.waiting);
    oldestSlot.set(now.slots.oldestMs / 1000);
    isReady.set(Number(now.isReady));
    isDegraded.set(Number(now.isDegraded));
    // No value is better than a stale one.
    backup.reset();
    if (now.hasFailedBackup !== null) backup.set(Number(now.hasFailedBackup));
    mail.reset();
    if (!now.mail) return;
    mail.set({ state: 'waiting' }, now.mail.waiting);
    mail.set({ state: 'failed' }, now.mail.failed);
  };
}
