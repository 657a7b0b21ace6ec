// A folder that collects backups: how they are called there, and which of them stay.
import type { Dirent } from 'node:fs';
import { access, constants, lstat, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

const diskErrors: Record<string, string> = {
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk quota is used up',
  EFBIG: 'it would be larger than a file may be there',
  EROFS: 'its file system is read-only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  ELOOP: 'its symbolic links lead in circles',
  EIO: 'its disk fails',
};

/** What an operator can mend, in words; undefined where it is something else. */
export function whyNotWritten(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? diskErrors[String(error.code)] : undefined;
}

/** Why no backup can be made in a folder, as far as can be seen before one is made; null: nothing is against it. */
export async function folderProblem(folder: string): Promise<string | null> {
  try {
    if (!(await stat(folder)).isDirectory()) return 'it is not a folder';
    await access(folder, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    if (await isDanglingLink(folder, error)) return 'it is a symbolic link to what is not there';
    return whyNotWritten(error) ?? String(error);
  }
}

/** Whoever looks sees that there is something: that it is not there would lead them astray. */
async function isDanglingLink(place: string, error: unknown): Promise<boolean> {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) return false;
  return (await lstat(place).catch(() => null))?.isSymbolicLink() === true;
}

/** Names sort by time. The milliseconds keep two backups of one second apart. */
function timeName(now: Date): string {
  return now.toISOString().replaceAll(/[:.]/g, '-');
}

/** The series are kept apart: backups of before a migration do not push out those of every day. */
type Series = 'wentwell' | 'before-migration';

export function backupName(now: Date, series: Series = 'wentwell'): string {
  return `${series}-${timeName(now)}.backup`;
}

const seriesNames: Record<Series, RegExp> = {
  wentwell: /^wentwell-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(-\d{3})?Z\.backup$/,
  'before-migration': /^before-migration-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(-\d{3})?Z\.backup$/,
};
const unfinished = /^\.(wentwell|before-migration)-.*\.backup\.\d+\.part$/;
const day = 86_400_000;

export interface Pruned {
  /** The names of the deleted backups. */
  deleted: string[];
  /** What should have been deleted and was not, or is in the way, each with its reason. */
  problems: string[];
}

/**
 * After a backup was made, deletes all but the newest that have our names. What cannot be deleted stays: the backup
 * that was made is good nevertheless.
 */
export async function pruneBackups(
  made: string,
  keep: number,
  series: Series = 'wentwell',
): Promise<Pruned> {
  const folder = path.dirname(made);
  const result: Pruned = { deleted: [], problems: [] };
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const named = entries.filter(({ name }) => seriesNames[series].test(name));
    for (const entry of named.filter((each) => !each.isFile())) {
      result.problems.push(`${entry.name}: it is no file`);
    }
    const names = named.filter((entry) => entry.isFile()).map(({ name }) => name);
    await deleteAll(folder, oldest(names, path.basename(made), keep), result);
    await removeAbandoned(folder, entries);
  } catch (error) {
    result.problems.push(whyKept(error));
  }
  return result;
}

/** All but the newest. One of a later name than the backup just made is of a clock that was wrong. */
function oldest(names: readonly string[], made: string, keep: number): string[] {
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
      result.problems.push(`${name}: ${whyKept(error)}`);
    }
  }
}

function whyKept(error: unknown): string {
  return whyNotWritten(error) ?? (error instanceof Error ? error.message : String(error));
}

/** What was left by a process that was killed. One that is a day old is not being written any more. */
async function removeAbandoned(folder: string, entries: readonly Dirent[]): Promise<void> {
  for (const { name } of entries.filter((each) => each.isFile() && unfinished.test(each.name))) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found && Date.now() - found.mtimeMs > day) await rm(file, { force: true });
  }
}
