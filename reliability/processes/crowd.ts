// Many accounts on one real process with rate limits, whose PostgreSQL can be paused.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';

import { freePort } from '../../server/test/free-port.ts';
import { addressOf } from '../../server/test/own-postgres.ts';
import type { ProductProcess } from '../../server/test/product-process.ts';
import { type Board, call, openBoard } from './board.ts';
import { startProduct } from './product.ts';

/** A user with write access to a board and their own note on it. */
export interface Person extends Board {
  note: string;
}

export interface Crowd extends AsyncDisposable {
  product: ProductProcess;
  people: Person[];
  metrics(): Promise<string>;
  /** Sends the signal to PostgreSQL and all its processes. */
  signalPostgres(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void>;
}

const boardCount = 6;

/**
 * Creates accounts of one team on a few boards. The first account has its own board. Inserts sessions directly, because
 * hashing passwords is slow.
 */
export async function startCrowd(count: number): Promise<Crowd> {
  await using started = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'wentwell-crowd-'));
  started.defer(() => rm(folder, { recursive: true, force: true }));
  const metricsPort = String(await freePort());
  const settings = { DATA_DIR: folder, RATE_LIMITS: 'on', METRICS_PORT: metricsPort };
  const product = await startProduct(settings);
  started.defer(() => product.stop());
  const boards: Board[] = [];
  for (let made = 0; made < boardCount; made += 1) boards.push(await openBoard(product.url));
  const owner = boards[0]?.token ?? '';
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  const postmaster = await readPostmaster(folder);
  await addAccounts(postmaster.address, owner, tokens);
  const people = await Promise.all(
    tokens.map(async (token, index) => {
      const meetingId = boards[index === 0 ? 0 : 1 + (index % (boardCount - 1))]?.meetingId;
      if (!meetingId) throw new Error('no board');
      const note = randomUUID();
      const body = { id: note, content: 'Mine', note_type: 'went_well' };
      const path = `/meetings/${meetingId}/notes`;
      await call(product.url, path, { token, method: 'POST', body });
      return { token, meetingId, note };
    }),
  );
  const running = started.move();
  return {
    product,
    people,
    metrics: async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text(),
    async signalPostgres(signal) {
      const children = await readFile(
        `/proc/${postmaster.pid}/task/${postmaster.pid}/children`,
        'utf8',
      );
      for (const pid of [postmaster.pid, ...children.trim().split(' ').map(Number)]) {
        process.kill(pid, signal);
      }
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function readPostmaster(folder: string) {
  const text = await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8');
  const [pid, , , port, host = ''] = text.split('\n').map((line) => line.trim());
  const connection = { host, port: Number(port), user: 'wentwell', database: 'wentwell' };
  return { pid: Number(pid), address: addressOf(connection) };
}

/** Inserts copies of the account, session and membership that belong to the token `like`. */
async function addAccounts(database: string, like: string, tokens: readonly string[]) {
  const client = new pg.Client(database);
  await client.connect();
  const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
  const rows = tokens.map((token, index) => ({
    email: `person-${index}@example.com`,
    hash: hashOf(token),
    user: randomUUID(),
    session: randomUUID(),
  }));
  const copy = (table: string, columns: string, where: string) =>
    client.query(
      `insert into ${table} select (jsonb_populate_record(o, jsonb_build_object(${columns}))).*
        from ${table} o, jsonb_to_recordset($1) as person(email text, hash text, "user" uuid, session uuid)
        where ${where}`,
      [JSON.stringify(rows), hashOf(like)],
    );
  const session = '(select session_id from session_tokens where token_hash = $2)';
  const user = `(select user_id from sessions where id = ${session})`;
  await copy('users', `'id', person."user", 'email', person.email`, `o.id = ${user}`);
  await copy('sessions', `'id', person.session, 'user_id', person."user"`, `o.id = ${session}`);
  await copy(
    'session_tokens',
    `'token_hash', person.hash, 'session_id', person.session`,
    'o.token_hash = $2',
  );
  await copy('memberships', `'user_id', person."user"`, `o.user_id = ${user}`);
  await client.query('vacuum analyze');
  await client.end();
}
