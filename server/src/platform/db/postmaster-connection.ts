/** The way to a server of the embedded database: a connection, or why there is none. */
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import pg from 'pg';

import { sqlStateOf } from '#server/platform/db/database-errors';
import { clusterUser, type Endpoint } from '#server/platform/db/postgres-cluster';

/** A server that lives and yet cannot be used, and why. */
export interface ServerRefusal {
  refusal: string;
  /** It will not change by waiting. */
  isFinal: boolean;
}

const connectTimeout = 5000;
const queryTimeout = 60_000;

/** Connects to its maintenance database, as the owner of everything in it. */
export async function connectTo(endpoint: Endpoint): Promise<pg.Client | ServerRefusal | 'busy'> {
  const client = new pg.Client({
    ...endpoint,
    user: clusterUser,
    database: 'postgres',
    application_name: `Wentwell ${process.pid}`,
    connectionTimeoutMillis: connectTimeout,
    query_timeout: queryTimeout,
  });
  // Its end is what matters to whoever holds it; an error without a listener ends the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    const state = sqlStateOf(error);
    if (state === '57P03') return 'busy';
    // Class 28 is about who we are, 3D about the database: neither changes by waiting.
    const isFinal = /^(28|3D)/.test(state ?? '');
    return { refusal: error instanceof Error ? error.message : String(error), isFinal };
  }
}

/** The refusal in an answer; of a server that has not answered, that it does not listen. */
export function refusalIn(answer: pg.Client | ServerRefusal | 'busy' | undefined): ServerRefusal {
  if (typeof answer === 'object' && 'refusal' in answer) return answer;
  return { refusal: 'it does not listen', isFinal: false };
}

/** A copied folder names the original's server, so the server must see a file just made in this folder. */
export async function servesFolder(client: pg.Client, dir: string): Promise<boolean> {
  const name = `wentwell-${randomUUID()}`;
  await writeFile(path.join(dir, name), '', { flag: 'wx' });
  try {
    const sql = 'select (pg_stat_file($1, true)).size is not null as seen';
    const query = { text: sql, values: [name], query_timeout: connectTimeout };
    const { rows } = await client.query<{ seen: boolean }>(query);
    return rows[0]?.seen === true;
  } catch {
    return false;
  } finally {
    await rm(path.join(dir, name), { force: true });
  }
}
