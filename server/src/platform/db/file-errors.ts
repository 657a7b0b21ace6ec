/** Errors of the file system that an operator can mend, as sentences. */
import { StartupError } from '#server/platform/db/startup-error';

const sentences: Record<string, string> = {
  EACCES: 'this user may not read and write there',
  EPERM: 'this user may not read and write there',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full: make room on it',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'a file is in its place',
  ENOTDIR: 'a file is in its place',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links lead in a circle',
  EIO: 'the disk fails',
};

/** Turns a known failure to use the data folder into a StartupError, and returns any other error unchanged. */
export function explainFileError(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error) || !('code' in error) || !('path' in error)) return error;
  const sentence = sentences[String(error.code)];
  if (sentence === undefined) return error;
  const place = String(error.path);
  const where = place === dataDir ? dataDir : `${dataDir} (${place})`;
  const text = `the data folder ${where} cannot be used: ${sentence}. Mend that, or set DATA_DIR to another folder`;
  return new StartupError(text, { cause: error });
}
