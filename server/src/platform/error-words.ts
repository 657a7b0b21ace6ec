// Explains errors that an operator can mend.

const explainCodes = (words: Readonly<Record<string, string>>) => (error: unknown) =>
  error instanceof Error && 'code' in error ? (words[String(error.code)] ?? null) : null;

/** Null for errors without a known code. */
export const describeDiskError = explainCodes({
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
});

/** Null for errors without a known code. */
export const certificateProblem = explainCodes({
  DEPTH_ZERO_SELF_SIGNED_CERT: 'nobody that this machine trusts has signed it',
  SELF_SIGNED_CERT_IN_CHAIN: 'nobody that this machine trusts has signed it',
  UNABLE_TO_GET_ISSUER_CERT: 'nobody that this machine trusts has signed it',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'nobody that this machine trusts has signed it',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'nobody that this machine trusts has signed it',
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another name than that of the address',
});
