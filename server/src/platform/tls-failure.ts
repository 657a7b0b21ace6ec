// Explains certificate errors.

const words: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'nobody that this machine trusts has signed it',
  SELF_SIGNED_CERT_IN_CHAIN: 'nobody that this machine trusts has signed it',
  UNABLE_TO_GET_ISSUER_CERT: 'nobody that this machine trusts has signed it',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'nobody that this machine trusts has signed it',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'nobody that this machine trusts has signed it',
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another name than that of the address',
};

/** Null if the error does not concern a certificate. */
export function certificateProblem(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return words[String(error.code)] ?? null;
}
