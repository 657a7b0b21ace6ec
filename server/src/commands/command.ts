// Shared code of the commands: parses arguments, opens the configured database, prints the outcome, sets the exit code.
import { parseArgs } from 'node:util';

import { type BaseLogger, destination, pino } from 'pino';

import { ConfigError, readDatabaseConfig } from '#server/config';
import {
  type Database,
  type DatabaseConnection,
  type DatabaseOptions,
  openDatabase,
  type Queries,
} from '#server/platform/db/database';
import {
  isDatabaseAway,
  rootCause,
  sqlStateOf,
  StartupError,
} from '#server/platform/db/database-errors';
import { joinEmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/db/embedded-postgres';
import { awaitDatabase } from '#server/platform/db/given-database';
import { schemaState } from '#server/platform/db/migrate';
import { ApiError } from '#server/platform/http/api-error';
import { programName } from '#server/platform/program-version';
import { makeDataDir } from '#server/start-failure';

/** Wrong usage. The message may be empty, because the usage is printed after it. */
export class UsageError extends Error {}

/** Drops the shell advice that `parseArgs` adds as a second sentence. Adds a missing full stop. */
function firstSentence(message: string): string {
  const [first = ''] = message.split('. ');
  return first === '' || first.endsWith('.') ? first : `${first}.`;
}

/** Passes the arguments from `read` to `work`. If `read` throws, prints the reason and the usage, and exits with 2. */
export async function runWithArguments<T>(
  usage: string,
  read: () => T,
  work: (given: T) => Promise<void>,
): Promise<void> {
  if (process.argv.slice(2).some((each) => each === '--help' || each === '-h')) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  if (process.argv.includes('--version')) {
    process.stdout.write(`Wentwell ${programName}\n`);
    return;
  }
  let given: T;
  try {
    given = read();
  } catch (error) {
    const reason = error instanceof Error ? firstSentence(error.message) : String(error);
    process.stderr.write(`${reason === '' ? '' : `${reason}\n`}${usage}\n`);
    process.exitCode = 2;
    return;
  }
  await work(given);
}

/** An expected failure. Its message is printed without a stack trace, with exit code 1. */
export class CommandRefused extends Error {}

export interface CommandDeps {
  connection: DatabaseConnection;
  log: BaseLogger;
}

function asSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Escapes control characters. Database errors may quote user input, which must not control the terminal. */
function withoutControls(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return `These settings cannot be used:\n${error.message}`;
  if (error instanceof CommandRefused || error instanceof ApiError) return error.message;
  if (error instanceof StartupError) return asSentence(error.message);
  if (!(error instanceof Error)) return String(error);
  const message = withoutControls(rootCause(error).message);
  if (sqlStateOf(error)) return `The database refused: ${message}`;
  if (isDatabaseAway(error)) return `The database cannot be reached: ${message}`;
  return error.stack ?? error.message;
}

/** Throws CommandRefused if the schema version differs from this program's. */
async function requireCurrentSchema(db: Queries): Promise<void> {
  const state = await schemaState(db);
  if (state === 'older') {
    throw new CommandRefused('The database is older than this program: npm run migrate first.');
  }
  if (state === 'newer') {
    throw new CommandRefused('The database was made by a newer version of Wentwell: use that one.');
  }
}

/** Prints the result. On failure, prints the reason and sets exit code 1. */
export async function printOutcome(work: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await work()}\n`);
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  }
}

/** Opens an embedded database beside a running product, or exclusively, which creates it if missing. */
type Opening = 'beside' | 'alone';

export async function onDatabase<T>(
  work: (deps: CommandDeps) => Promise<T>,
  opening: Opening = 'beside',
): Promise<T> {
  const { database, dataDir } = readDatabaseConfig();
  const log = pino({ level: 'warn', base: null }, destination(2));
  if (database) await awaitDatabase(database, { log, patienceMs: 0 });
  const postgres = database
    ? { connection: database, stop: () => Promise.resolve() }
    : await openEmbedded(opening, { dataDir, log });
  try {
    return await work({ connection: postgres.connection, log });
  } finally {
    await postgres.stop();
  }
}

async function openEmbedded(opening: Opening, place: { dataDir: string; log: BaseLogger }) {
  if (opening === 'beside') return joinEmbeddedPostgres(place);
  await makeDataDir(place.dataDir);
  return startEmbeddedPostgres(place);
}

/** Runs `work` on the configured database and prints the result. Safe while the product runs. */
export async function runCommand(work: (deps: CommandDeps) => Promise<string>): Promise<void> {
  await printOutcome(() => onDatabase(work));
}

/** Like `runCommand`, with an open database. Fails if the schema version differs from this program's. */
export async function runOnSchema(
  work: (db: Database) => Promise<string>,
  options: Partial<DatabaseOptions> = {},
): Promise<void> {
  await runCommand(async ({ connection, log }) => {
    const db = openDatabase(connection, { log, maxConnections: 1, ...options });
    try {
      await requireCurrentSchema(db);
      return await work(db);
    } finally {
      await db.close();
    }
  });
}

/** For commands without arguments. */
export async function runPlain(usage: string, run: () => Promise<void>): Promise<void> {
  await runWithArguments(usage, () => parseArgs({ options: {} }), run);
}
