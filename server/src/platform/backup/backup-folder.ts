// A folder that collects backups: how they are called there, and which of them stay.
import { access, constants, readdir, rm, stat } from 'node:fs/promises';
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
    return whyNotWritten(error) ?? String(error);
  }
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

/** Deletes all but the newest backups that have our names. Gives the names of the deleted ones. */
export async function pruneBackups(
  folder: string,
  keep: number,
  series: Series = 'wentwell',
): Promise<string[]> {
  const names = await readdir(folder);
  const made = names.filter((name) => seriesNames[series].test(name)).toSorted();
  const old = made.slice(0, Math.max(0, made.length - keep));
  for (const name of old) await rm(path.join(folder, name), { force: true });
  await removeAbandoned(folder, names);
  return old;
}

/** What was left by a process that was killed. One that is a day old is not being written any more. */
async function removeAbandoned(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names.filter((each) => unfinished.test(each))) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found && Date.now() - found.mtimeMs > day) await rm(file, { force: true });
  }
}
