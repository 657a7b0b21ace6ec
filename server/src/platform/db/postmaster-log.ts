/** PostgreSQL's log file: opened for each start, and read to explain a failed start. */
import { type FileHandle, open, rename, stat, statfs } from 'node:fs/promises';
import path from 'node:path';

import type { ServerAccount } from '#server/platform/db/server-account';

const maxLogBytes = 5_000_000;
/** Maximum bytes to read. The reason is in the last lines. */
const tailBytes = 16_384;
const tailLines = 12;
/** PostgreSQL writes WAL files of this size. With less space it soon stops. */
const minFreeBytes = 16 * 1024 * 1024;

const reasons: readonly (readonly [RegExp, string])[] = [
  [/No space left on device|Disk quota exceeded/, 'the disk is full: make room on it'],
  [/Read-only file system/, 'the file system is read-only'],
  [/Permission denied|Operation not permitted/, 'the files may not be read and written there'],
  [/Cannot allocate memory|could not map anonymous shared memory/, 'there is not enough memory'],
  [
    /insufficient file descriptors/,
    'it may open too few files: raise the limit (ulimit -n, LimitNOFILE) to 1024 or more',
  ],
  [/Too many open files/, 'too many files are open on this machine'],
  [/Input\/output error/, 'the disk fails: the file system reports input and output errors'],
];

/** Opens the log, rotating a large one. Changes its owner to the account, which cannot open root's files. */
export async function openLog(file: string, account: ServerAccount): Promise<FileHandle> {
  if ((await sizeOf(file)) > maxLogBytes) await rename(file, `${file}.1`);
  const log = await open(file, 'a', 0o600);
  if (account !== undefined) await log.chown(account.uid, account.gid);
  return log;
}

/** Returns the log since offset `start`, at most `tailBytes` from the end. */
export async function readLogFrom(file: string, start: number): Promise<string> {
  const log = await open(file);
  try {
    const { size } = await log.stat();
    const from = Math.max(start, size - tailBytes);
    const { buffer, bytesRead } = await log.read(Buffer.alloc(Math.max(0, size - from)), {
      position: from,
    });
    return buffer.subarray(0, bytesRead).toString().trim();
  } finally {
    await log.close();
  }
}

/** Explains the output of a failed PostgreSQL program, or returns its last lines. */
export async function explainOutput(output: string, dir: string): Promise<string> {
  const known = reasons.find(([pattern]) => pattern.test(output))?.[1];
  if (known !== undefined) return known;
  // A full disk may prevent even the log entry.
  if (await isDiskFull(dir)) return 'the disk is full: make room on it';
  const lines = output.split('\n').slice(-tailLines);
  return output === '' ? 'it ended without a word' : lines.join('\n');
}

/** Whether the disk has too little space for PostgreSQL to write. */
export async function isDiskFull(dir: string): Promise<boolean> {
  // The folder itself may not exist yet.
  const found = await statfs(dir).catch(() => statfs(path.dirname(dir)).catch(() => undefined));
  return found !== undefined && found.bavail * found.bsize < minFreeBytes;
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
