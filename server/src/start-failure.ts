/** Explains start failures in one sentence that says what to do. */
import { access, constants, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

import { ConfigError, type Config } from './config.ts';
import {
  isDatabaseAway,
  isDatabaseRefusing,
  rootCause,
  sqlStateOf,
  StartupError,
} from './platform/db/database-errors.ts';
import { describeDiskError } from './platform/error-words.ts';

/** Creates the folder of the embedded database. Throws a StartupError if it is not writable. */
export async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await makeFolder(path.resolve(dataDir));
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartupError(
      `DATA_DIR ${dataDir} cannot be used: ${describeDiskError(error) ?? String(error)}. Choose another, or set DATABASE_URL`,
      { cause: error },
    );
  }
}

/** Creates level by level. Node's recursive mkdir loops forever on file systems that always fail with ENOENT (/proc). */
async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  const parent = path.dirname(folder);
  if (parent !== folder) await makeFolder(parent);
  try {
    await mkdir(folder);
  } catch (error) {
    // Another process may have created it.
    if (!(await isFolder(folder))) throw error;
  }
}

export async function isFolder(place: string): Promise<boolean> {
  return (await stat(place).catch(() => null))?.isDirectory() === true;
}

/** Returns the text to print. `config` is missing if the settings could not be read. */
export function explainStartFailure(error: unknown, config?: Config): string {
  if (error instanceof ConfigError) {
    return `Wentwell cannot start with these settings:\n${error.message}`;
  }
  return `Wentwell cannot start: ${reasonOf(error, config)}`;
}

function reasonOf(error: unknown, config: Config | undefined): string {
  if (error instanceof StartupError) return error.message;
  if (!(error instanceof Error)) return String(error);
  return (
    listenFailure(error, config) ??
    permissionFailure(error) ??
    databaseFailure(error) ??
    error.stack ??
    error.message
  );
}

function listenFailure(error: Error, config: Config | undefined): string | undefined {
  const { host = '', port = 0 } = config ?? {};
  const code = 'code' in error ? error.code : undefined;
  const syscall = 'syscall' in error ? error.syscall : undefined;
  if (code === 'EADDRINUSE') {
    return `the port is taken. Stop what uses port ${port}, or choose another with PORT=….`;
  }
  const isUnknownHost = syscall === 'getaddrinfo' && 'hostname' in error && error.hostname === host;
  if (isUnknownHost || code === 'EADDRNOTAVAIL') {
    return `HOST ${host} is not an address of this machine. 127.0.0.1 is this machine alone, 0.0.0.0 all its addresses.`;
  }
  if (code === 'EACCES' && syscall === 'listen') {
    return `this user may not listen on port ${port}. Choose one above 1023 with PORT=….`;
  }
  return undefined;
}

function permissionFailure(error: Error): string | undefined {
  if (sqlStateOf(error) !== '42501') return undefined;
  const { message } = rootCause(error);
  return `the user of DATABASE_URL may not create tables (${message}). Grant it CREATE on the database and on its schema public.`;
}

/** Explains database errors after the first successful connection. */
function databaseFailure(error: Error): string | undefined {
  if (!isDatabaseAway(error) && !isDatabaseRefusing(error)) return undefined;
  const { message } = rootCause(error);
  switch (sqlStateOf(error)) {
    case '25006':
      return `the database is read-only (${message}): make it writable, or name the one that is in DATABASE_URL.`;
    case '53100':
      return `the disk of the database is full (${message}): make room on it.`;
    default:
      return `the database went away during the start (${message}): see to it, and start again.`;
  }
}
