// A folder of backups: file names and retention.
import type { Dirent } from 'node:fs';
import { access, constants, lstat, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

import type { Queries } from '#server/platform/db/database';
import { describeDiskError } from '#server/platform/error-words';

import { accountsOf } from './accounts.ts';
import { BackupError, type BackupHeader, isOlderThanAccounts } from './backup-format.ts';
import { readBackupHeader } from './read-backup.ts';

/** Checks before a backup whether the folder is usable. Returns the reason if not, otherwise null. */
export async function folderProblem(folder: string): Promise<string | null> {
  try {
    if (!(await stat(folder)).isDirectory()) return 'it is not a folder';
    await access(folder, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    if (await isDanglingLink(folder, error)) return 'it is a symbolic link to what is not there';
    return describeDiskError(error) ?? String(error);
  }
}

/** A dangling symlink exists for the operator, so "no such folder" would mislead. */
async function isDanglingLink(place: string, error: unknown): Promise<boolean> {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) return false;
  return (await lstat(place).catch(() => null))?.isSymbolicLink() === true;
}

/** Retention applies to each series separately, so that backups before migrations do not displace daily ones. */
type Series = 'wentwell' | 'before-migration';

/** Sorts by time. Milliseconds distinguish two backups in one second. */
export function backupName(now: Date, series: Series = 'wentwell'): string {
  return `${series}-${now.toISOString().replaceAll(/[:.]/g, '-')}.backup`;
}

const seriesNames: Record<Series, RegExp> = {
  wentwell: /^wentwell-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(-\d{3})?Z\.backup$/,
  'before-migration': /^before-migration-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(-\d{3})?Z\.backup$/,
};
const unfinished = /^\.(wentwell|before-migration)-.*\.backup\.\d+\.part$/;
const day = 86_400_000;

export interface Pruned {
  deleted: string[];
  /** Entries that could not be deleted or are in the way, with reasons. */
  problems: string[];
}

/** Keeps only the newest `keep` backups of this database that hold accounts. Reports failures instead of throwing. */
export async function pruneBackups(
  { file, header }: { file: string; header: BackupHeader },
  keep: number,
  series: Series = 'wentwell',
): Promise<Pruned> {
  const folder = path.dirname(file);
  const result: Pruned = { deleted: [], problems: [] };
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const { backups, problems } = await readBackups(folder, entries, series);
    result.problems.push(...problems);
    const oldestAccount = header.oldest_account ? new Date(header.oldest_account) : null;
    const names = backups
      .filter(
        (each) => each.header.accounts !== 0 && !isOlderThanAccounts(each.header, oldestAccount),
      )
      .map(({ name }) => name);
    await deleteAll(folder, pickOldest(names, path.basename(file), keep), result);
    await removeAbandoned(folder, entries);
  } catch (error) {
    result.problems.push(describeError(error));
  }
  return result;
}

interface FolderBackups {
  backups: { name: string; header: BackupHeader }[];
  /** Entries that are named like backups but are not, with reasons. */
  problems: string[];
}

async function readBackups(
  folder: string,
  entries: readonly Dirent[],
  series: Series,
): Promise<FolderBackups> {
  const result: FolderBackups = { backups: [], problems: [] };
  for (const entry of entries.filter(({ name }) => seriesNames[series].test(name))) {
    const { name } = entry;
    try {
      if (!entry.isFile()) throw new BackupError('it is no file');
      result.backups.push({ name, header: await readBackupHeader(path.join(folder, name)) });
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      result.problems.push(`${name}: ${error.message}`);
    }
  }
  return result;
}

export interface LostAccounts {
  /** The newest backup that is older than every account in the database. */
  file: string;
  detail: string;
  advice: string;
}

/** Looks for backups that are older than every account in the database, which means that data may have been lost. */
export async function findLostAccounts(folder: string, db: Queries): Promise<LostAccounts | null> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const { count, oldest: oldestAccount } = await accountsOf(db);
  const found: FolderBackups['backups'] = [];
  for (const series of ['wentwell', 'before-migration'] as const) {
    const { backups } = await readBackups(folder, entries, series);
    found.push(...backups.filter(({ header }) => isOlderThanAccounts(header, oldestAccount)));
  }
  const newest = found.toSorted((a, b) => a.header.made_at.localeCompare(b.header.made_at)).at(-1);
  if (!newest) return null;
  const { name, header } = newest;
  const file = path.join(folder, name);
  const state = count === 0 ? 'holds no accounts' : 'is newer than its backups';
  const held = header.accounts === 1 ? '1 account' : `${header.accounts} accounts`;
  const replace = count === 0 ? '' : ' --replace';
  return {
    file,
    detail: `The database ${state}, and the backup ${name} holds ${held} of before. Was its data lost?`,
    advice: `Stop Wentwell and run npm run restore -- ${file}${replace}. If nothing was lost, move the older backups elsewhere.`,
  };
}

/** All but the newest `keep`. A name later than the new backup has a wrong clock, so it counts as oldest. */
function pickOldest(names: readonly string[], made: string, keep: number): string[] {
  const sorted = names.toSorted();
  const inOrder = [
    ...sorted.filter((name) => name > made),
    ...sorted.filter((name) => name <= made),
  ];
  return inOrder.slice(0, Math.max(0, inOrder.length - keep));
}

async function deleteAll(folder: string, names: readonly string[], result: Pruned): Promise<void> {
  for (const name of names) {
    try {
      await rm(path.join(folder, name), { force: true });
      result.deleted.push(name);
    } catch (error) {
      result.problems.push(`${name}: ${describeError(error)}`);
    }
  }
}

function describeError(error: unknown): string {
  return describeDiskError(error) ?? (error instanceof Error ? error.message : String(error));
}

/** Removes unfinished files of killed processes. A file older than a day is no longer being written. */
async function removeAbandoned(folder: string, entries: readonly Dirent[]): Promise<void> {
  for (const { name } of entries.filter((each) => each.isFile() && unfinished.test(each.name))) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found && Date.now() - found.mtimeMs > day) await rm(file, { force: true });
  }
}
