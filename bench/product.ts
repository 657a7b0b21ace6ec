// Starts the product for measurements: with a temporary folder, a mail sink, and without rate limits.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';

import { type MailSink, startMailSink } from '../server/test/mail-sink.ts';
import { type ProductProcess, startProductProcess } from '../server/test/product-process.ts';
import { onCore, serverCore } from './cores.ts';
import { familyOf } from './process-usage.ts';

export interface Product extends AsyncDisposable {
  url: string;
  mail: MailSink;
  process: ProductProcess;
  /** URL of a database in its PostgreSQL. Default: the product's own. */
  databaseUrl(name?: string): Promise<string>;
  /** Creates another database in its PostgreSQL, for references. */
  createDatabase(name: string): Promise<void>;
  /** Process ids of its PostgreSQL. */
  postgresPids(): Promise<number[]>;
}

interface ProductOptions {
  /** Override the default settings. */
  settings?: NodeJS.ProcessEnv;
  core?: number;
}

/** Resolves when the product is ready. `await using` stops it and deletes its folder. */
export async function startProduct({
  settings = {},
  core = serverCore,
}: ProductOptions = {}): Promise<Product> {
  const mail = await startMailSink();
  const dataDir = await mkdtemp(join(tmpdir(), 'wentwell-bench-'));
  const product = await startProductProcess({
    host: '127.0.0.1',
    wrapper: onCore(core),
    env: (port) => ({
      ...process.env,
      DATA_DIR: dataDir,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SMTP_URL: mail.url,
      MAIL_FROM: 'Wentwell <wentwell@example.com>',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      // Same as with `npm start` and deploy/.
      NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
      // The bench simulates many machines: each socket sends its address in a header.
      TRUST_PROXY: '127.0.0.1,::1',
      DATABASE_URL: undefined,
      REDIS_URL: undefined,
      ...settings,
    }),
  });
  // Clean up if the bench is interrupted.
  const endWithBench = () => void product.stop();
  process.once('exit', endWithBench);
  async function postmaster() {
    const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    const [pid, , , port = '', socketDir = ''] = text.split('\n').map((line) => line.trim());
    return { pid: Number(pid), port, socketDir };
  }
  async function databaseUrl(name = 'wentwell'): Promise<string> {
    const { port, socketDir } = await postmaster();
    return `postgres://wentwell@localhost:${port}/${name}?host=${encodeURIComponent(socketDir)}`;
  }
  return {
    url: product.url,
    mail,
    process: product,
    databaseUrl,
    async createDatabase(name) {
      const client = new pg.Client(await databaseUrl());
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
    },
    async postgresPids() {
      return familyOf((await postmaster()).pid);
    },
    async [Symbol.asyncDispose]() {
      process.off('exit', endWithBench);
      await product.stop();
      await mail.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
