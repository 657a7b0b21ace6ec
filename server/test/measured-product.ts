// The product in this process, on an embedded PostgreSQL of its own, so that its work can be counted from inside.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { pino } from 'pino';
import { z } from 'zod';

import { buildApp } from '#server/app';
import { readConfig } from '#server/config';
import { memoryBus } from '#server/platform/bus/memory-bus';
import { systemClock } from '#server/platform/clock';
import { type Database, openDatabase } from '#server/platform/db/database';
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres';
import { migrateDatabase } from '#server/platform/db/migrate';

import { freePort } from './free-port.ts';
import { type MailSink, startMailSink } from './mail-sink.ts';

export interface Usage {
  statements: number;
  roundTrips: number;
  /** CPU time in ms. */
  serverMs: number;
  postgresMs: number;
}

export interface MeasuredProduct extends AsyncDisposable {
  url: string;
  mail: MailSink;
  db: Database;
  /** What has been used since the start. */
  usage(): Promise<Usage>;
}

const Backends = z.array(z.object({ pid: z.number() }));
// Linux counts in ticks of this length, in ms, wherever Node runs.
const tick = 10;

/** The CPU time of a process of this machine, in ms; 0 once it has ended. */
function cpuOf(pid: number): number {
  try {
    // Behind the name, which may hold spaces, are the fields from the third on: utime and stime are 14 and 15.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * tick;
  } catch {
    return 0;
  }
}

/** Starts it without limits on how often one asks; `await using` stops it and clears its folder away. */
export async function startMeasuredProduct(): Promise<MeasuredProduct> {
  const dataDir = await mkdtemp(join(tmpdir(), 'wentwell-bench-'));
  const log = pino({ level: 'warn' });
  const mail = await startMailSink();
  const port = await freePort();
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Wentwell <wentwell@example.com>',
    RATE_LIMITS: 'off',
    DEMO: 'off',
  });
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  await migrateDatabase(postgres.connection, { log });
  const db = openDatabase(postgres.connection, { log });
  const bus = memoryBus();
  const app = await buildApp({
    config,
    db,
    bus,
    redis: null,
    clock: systemClock,
    log,
    siteFolder: '/nowhere',
    storeProblem: () => postgres.problem(),
  });
  await app.listen();
  return {
    url: `http://127.0.0.1:${port}`,
    mail,
    db,
    async usage() {
      const own = process.cpuUsage();
      const { statements, roundTrips } = db.traffic;
      const found = await db.execute('select pid from pg_stat_activity');
      const backends = Backends.parse(found.rows).map(({ pid }) => cpuOf(pid));
      return {
        statements,
        roundTrips,
        serverMs: (own.user + own.system) / 1000,
        postgresMs: backends.reduce((sum, ms) => sum + ms, 0),
      };
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      await bus.close();
      await db.close();
      await postgres.stop();
      await mail.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
