// The product with what a measurement needs beside it: its own folder, its emails, no limits on how often one asks.
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
  /** The address of a database in its PostgreSQL; without a name, of its own. */
  databaseUrl(name?: string): Promise<string>;
  /** One more in its PostgreSQL, for what it is measured beside. */
  createDatabase(name: string): Promise<void>;
  /** Its PostgreSQL's processes. */
  postgresPids(): Promise<number[]>;
}

interface ProductOptions {
  /** They replace the usual ones. */
  settings?: NodeJS.ProcessEnv;
  core?: number;
}

/** Starts it and waits until it is ready; `await using` stops it and clears its folder away. */
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
      // As `npm start` and deploy/ have it.
      NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
      // The bench plays many machines: each of its sockets says where it comes from.
      TRUST_PROXY: '127.0.0.1,::1',
      DATABASE_URL: undefined,
      REDIS_URL: undefined,
      ...settings,
    }),
  });
  // A bench that is called off leaves nothing behind.
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
