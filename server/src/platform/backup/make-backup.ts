// Writes a consistent snapshot of a database into a file while the application keeps writing.
import { createHash, randomInt } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, lstat, rename, rm, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';

import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';

import { advisoryLocks } from '#server/platform/db/advisory-locks';
import type { DatabaseConnection } from '#server/platform/db/database';
import { rootCause } from '#server/platform/db/database-errors';
import { appliedMigrations, knownMigrations } from '#server/platform/db/migrate';
import { describeDiskError } from '#server/platform/error-words';
import { programVersion } from '#server/platform/program-version';

import { accountsOf } from './accounts.ts';
import { closeBackupConnection, openBackupConnection } from './backup-connection.ts';
import {
  BackupError,
  backupFormat,
  type BackupHeader,
  type BackupSummary,
  type BackupTrailer,
  countLines,
  copyTerminator,
  lengthFrame,
  quoted,
  type TableHeader,
} from './backup-format.ts';
import { copiedTables, copySettings } from './copied-tables.ts';

export interface BackupOptions {
  /** Aborts the backup and removes its file. */
  signal?: AbortSignal;
  /** The caller already holds the migration lock. Otherwise the backup waits for it. */
  isMigrating?: boolean;
  /** Maximum time without data from the database, in ms. */
  silenceMs?: number;
}

export interface MadeBackup extends BackupSummary {
  file: string;
  bytes: number;
  /** Tables that belong to another product. */
  leftOut: string[];
}

/** Describes a failure to write the file. Returns other errors unchanged. */
function explainWriteError(thrown: unknown, file: string): unknown {
  const error = thrown instanceof Error ? rootCause(thrown) : thrown;
  if (!(error instanceof Error) || !('code' in error) || 'severity' in error) return error;
  const reason = describeDiskError(error);
  return reason === null
    ? error
    : new BackupError(`no backup was made in ${path.dirname(file)}: ${reason}`, { cause: error });
}

const ServerVersion = z.object({ version: z.string(), now: z.date() });

async function describeDatabase(client: pg.Client): Promise<BackupHeader> {
  const db = drizzle(client);
  const migrations = await appliedMigrations(db);
  const newest = migrations.at(-1);
  if (newest === undefined)
    throw new BackupError('the database is empty: there is nothing to back up');
  const known = (await knownMigrations()).find(({ when }) => when === newest);
  const { rows } = await client.query(
    `select current_setting('server_version') as version, now() as now`,
  );
  const { version, now } = ServerVersion.parse(rows[0]);
  const accounts = await accountsOf(db);
  return {
    wentwell_backup: backupFormat,
    program: programVersion,
    postgres: version,
    made_at: now.toISOString(),
    schema: known?.tag ?? String(newest),
    migrations,
    accounts: accounts.count,
    oldest_account: accounts.oldest?.toISOString() ?? null,
  };
}

/** Yields the file's content and returns the trailer. */
async function* encode(
  client: pg.Client,
  header: BackupHeader,
  tables: readonly TableHeader[],
): AsyncGenerator<Buffer, BackupTrailer> {
  const hash = createHash('sha256');
  const hashed = (chunk: Buffer): Buffer => {
    hash.update(chunk);
    return chunk;
  };
  const line = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`);
  yield hashed(line(header));
  const rows: Record<string, number> = {};
  for (const { table, columns } of tables) {
    yield hashed(line({ table, columns } satisfies TableHeader));
    const names = columns.map(quoted).join(', ');
    let count = 0;
    const copy = `copy public.${quoted(table)} (${names}) to stdout`;
    const copying: AsyncIterable<Buffer> = client.query(copyTo(copy));
    for await (const chunk of copying) {
      count += countLines(chunk);
      yield hashed(chunk);
    }
    rows[table] = count;
    yield hashed(copyTerminator);
  }
  const trailer: BackupTrailer = { end: true, rows, sha256: hash.digest('hex') };
  yield line(trailer);
  return trailer;
}

async function* withLength(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    yield chunk;
  }
  yield lengthFrame(length);
}

/** Writes to a temporary name and renames the file once it is complete and flushed. */
async function writeWhole(
  file: string,
  content: AsyncIterable<Buffer>,
  signal: AbortSignal | undefined,
): Promise<number> {
  const unfinished = path.join(
    path.dirname(file),
    `.${path.basename(file)}.${randomInt(2 ** 47)}.part`,
  );
  const compress = createZstdCompress({
    params: { [constants.ZSTD_c_checksumFlag]: 1, [constants.ZSTD_c_compressionLevel]: 3 },
  });
  // `flush` syncs the file to disk on close.
  const target = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true });
  try {
    const source = Readable.from(content, { objectMode: false });
    await pipeline(source, compress, withLength, target, { signal });
    await renameWithoutReplacing(unfinished, file);
    return (await stat(file)).size;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Fails if another process has created the file, unless the file system has no hard links. */
async function renameWithoutReplacing(unfinished: string, file: string): Promise<void> {
  try {
    await link(unfinished, file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw alreadyExists(file);
    await rename(unfinished, file);
    return;
  }
  await rm(unfinished);
}

function alreadyExists(place: string): BackupError {
  return new BackupError(`${place} exists already: choose another name`);
}

function setIdleTimeout({ connection: { stream } }: pg.Client, silenceMs: number): void {
  const silent = new BackupError(
    'no backup was made: the database has sent nothing for so long that it is out of reach, or something keeps a lock',
  );
  if (!(stream instanceof Socket)) return;
  stream.setTimeout(silenceMs, () => stream.destroy(silent));
}

/** Writes a snapshot into a new file readable only by this user. Throws a BackupError and leaves no file on failure. */
export async function makeBackup(
  connection: DatabaseConnection,
  file: string,
  { signal, isMigrating = false, silenceMs = 300_000 }: BackupOptions = {},
): Promise<MadeBackup> {
  const place = path.resolve(file);
  // A symlink counts as an existing file, even if it is dangling.
  if (await lstat(place).catch(() => null)) {
    throw alreadyExists(place);
  }
  const client = await openBackupConnection(connection, { signal });
  try {
    await client.query(copySettings);
    // A migration would wait for this transaction, and all requests would wait for the migration.
    if (!isMigrating) {
      await client.query('select pg_advisory_lock_shared($1)', [advisoryLocks.migrations]);
    }
    setIdleTimeout(client, silenceMs);
    await client.query('begin isolation level repeatable read read only');
    const header = await describeDatabase(client);
    const { tables, leftOut } = await copiedTables(client);
    const result: { trailer?: BackupTrailer } = {};
    async function* content(): AsyncGenerator<Buffer> {
      result.trailer = yield* encode(client, header, tables);
    }
    const bytes = await writeWhole(place, content(), signal);
    if (!result.trailer) throw new Error('a backup without an end');
    await client.query('commit');
    return { file: place, bytes, leftOut, header, trailer: result.trailer };
  } catch (error) {
    // After an aborted COPY, the connection accepts no further commands.
    client.connection.stream.destroy();
    throw explainWriteError(error, place);
  } finally {
    await closeBackupConnection(client);
  }
}
