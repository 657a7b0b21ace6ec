/** The folder of the embedded database: location, owner and creation. postmaster.ts runs the server. */
import { createHash } from 'node:crypto';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  open,
  readFile,
  readdir,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { StartupError } from './database-errors.ts';
import { findPostgres, type PostgresBinaries } from './postgres-binaries.ts';
import { processStateOf } from './postmaster-lock.ts';
import { explainOutput } from './postmaster-log.ts';
import { canEnter, chooseServerAccount, runAs, type ServerAccount } from './server-account.ts';

export interface Cluster {
  dir: string;
  logFile: string;
  account: ServerAccount;
  binaries: PostgresBinaries;
}

export const clusterUser = 'wentwell';

// Socket paths have at most 104 bytes on macOS and 108 on Linux, including the file name.
const maxSocketDirBytes = 103 - '/.s.PGSQL.5432'.length;

/** Opens the cluster of a data folder, or creates it. */
export async function openCluster(dataDir: string): Promise<Cluster> {
  await mkdir(dataDir, { recursive: true });
  const dir = path.join(dataDir, 'postgres');
  await refuseForeignFolder(dataDir, dir);
  const account = await chooseServerAccount(dir);
  const clusterMajor = await majorOf(dir);
  const binaries = await findPostgres({ account, clusterMajor });
  const logFile = path.join(dataDir, 'postgres.log');
  const cluster: Cluster = { dir, logFile, account, binaries };
  if (clusterMajor === undefined) await createCluster(cluster);
  await changeOwner(cluster);
  return cluster;
}

/** A path to the folder for a child process that has it as working directory. */
export async function reachableName(account: ServerAccount, dir: string): Promise<string> {
  if (await canEnter(account, dir)) return dir;
  // The account cannot use absolute paths below a closed folder, but can access its own working directory.
  if (process.platform === 'linux') return '/proc/self/cwd';
  throw new StartupError(
    `PostgreSQL runs as user ${account?.uid}, who cannot enter ${dir}: ` +
      'choose a DATA_DIR outside closed folders, or start Wentwell as an ordinary user',
  );
}

/** Creates a folder for the socket: private to the account, with a short path. */
export async function makeSocketDir({ dir, account }: Cluster): Promise<string> {
  const dataDir = path.dirname(dir);
  const beside = path.join(dataDir, 'socket');
  if (Buffer.byteLength(beside) <= maxSocketDirBytes && (await canEnter(account, dataDir))) {
    await mkdir(beside, { recursive: true });
    await makePrivate(beside, account);
    return beside;
  }
  const folder = tmpdir().length <= maxSocketDirBytes - 20 ? tmpdir() : '/tmp';
  const digest = createHash('sha256').update(dir).digest('hex').slice(0, 8);
  const elsewhere = path.join(folder, `wentwell-${digest}`);
  try {
    await mkdir(elsewhere);
  } catch {
    // Left by a killed server, unless another user has taken the name.
    const found = await lstat(elsewhere);
    const owner = account?.uid ?? process.getuid?.();
    if (!found.isDirectory() || found.uid !== owner) {
      throw new StartupError(`${elsewhere} is in the way of a socket: remove it`);
    }
  }
  await makePrivate(elsewhere, account);
  return elsewhere;
}

export async function hasCluster(dataDir: string): Promise<boolean> {
  return (await majorOf(path.join(dataDir, 'postgres'))) !== undefined;
}

/** Runs before anything is created, so that foreign files stay untouched. */
async function refuseForeignFolder(dataDir: string, dir: string): Promise<void> {
  if ((await majorOf(dataDir)) !== undefined) {
    throw new StartupError(
      `${dataDir} is the folder of another PostgreSQL: choose an empty folder with DATA_DIR`,
    );
  }
  if ((await majorOf(dir)) !== undefined) return;
  const found = await lstat(dir).catch(() => undefined);
  if (found === undefined) return;
  const isEmpty = found.isDirectory() && (await readdir(dir)).length === 0;
  if (!isEmpty) throw foreignFolder(dir);
}

function foreignFolder(dir: string, cause?: unknown): StartupError {
  const text = `${dir} is there and is not a database of ours: move it away, or choose another folder with DATA_DIR`;
  return new StartupError(text, { cause });
}

async function majorOf(dir: string): Promise<number | undefined> {
  const version = await readFile(path.join(dir, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined) return undefined;
  const major = Number(version);
  if (Number.isInteger(major) && major > 0) return major;
  throw foreignFolder(dir);
}

/** Created under a temporary name and renamed, so that the final name always holds a complete cluster. */
async function createCluster(cluster: Cluster): Promise<void> {
  const tempDir = `${cluster.dir}.init-${process.pid}`;
  await removeAbandoned(cluster.dir);
  await mkdir(tempDir, { mode: 0o700 });
  await makePrivate(tempDir, cluster.account);
  await runInitdb(cluster, tempDir);
  try {
    await rename(tempDir, cluster.dir);
  } catch (error) {
    await rm(tempDir, { recursive: true, force: true });
    // Another process may have been first. Its cluster is equivalent.
    if ((await majorOf(cluster.dir)) !== undefined) return;
    throw foreignFolder(cluster.dir, error);
  }
  // Without it, a power failure could restore the old name after commits.
  await syncFolder(path.dirname(cluster.dir));
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function runInitdb(cluster: Cluster, tempDir: string): Promise<void> {
  const { account, binaries } = cluster;
  const locale = ['--encoding=UTF8', '--locale=C'];
  if (binaries.major >= 17) locale.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  const name = await reachableName(account, tempDir);
  const initdb = path.join(binaries.binDir, 'initdb');
  // Safe, because only the account can enter the socket's folder.
  const command = [initdb, '-D', name, '-U', clusterUser, '-A', 'trust', ...locale] as const;
  const { ok, output } = await runAs(account, command, tempDir);
  if (!ok) {
    const why = await explainOutput(output, tempDir);
    await rm(tempDir, { recursive: true, force: true });
    throw new StartupError(`PostgreSQL could not make a database in ${cluster.dir}: ${why}`);
  }
}

/** Removes leftovers of a process killed during the first start. */
async function removeAbandoned(dir: string): Promise<void> {
  const prefix = `${path.basename(dir)}.init-`;
  for (const name of await readdir(path.dirname(dir))) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    if (pid === process.pid || processStateOf(pid) !== 'alive') {
      await rm(path.join(path.dirname(dir), name), { recursive: true, force: true });
    }
  }
}

async function makePrivate(dir: string, account: ServerAccount): Promise<void> {
  await chmod(dir, 0o700);
  if (account !== undefined) await chown(dir, account.uid, account.gid);
}

/** A backup unpacked by root belongs to root. */
async function changeOwner({ dir, account }: Cluster): Promise<void> {
  if (account === undefined || (await stat(dir)).uid === account.uid) return;
  await runAs(undefined, ['chown', '-R', `${account.uid}:${account.gid}`, dir]);
}
