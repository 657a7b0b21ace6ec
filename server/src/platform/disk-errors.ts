// Explains file system errors that an operator can fix.

const words: Readonly<Record<string, string>> = {
  EACCES: 'this user may not read and write there',
  EPERM: 'this user may not read and write there',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'it would be larger than a file may be there',
  ENOENT: 'there is no such folder',
  EEXIST: 'a file is in its place',
  ENOTDIR: 'a file is in its place',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its symbolic links lead in circles',
  EIO: 'the disk fails',
};

/** Undefined for other errors. */
export function describeDiskError(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? words[String(error.code)] : undefined;
}
