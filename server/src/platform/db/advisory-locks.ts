/** All advisory locks of the database, so that no number is used twice. */
export const advisoryLocks = {
  /** Held by the application that uses an embedded database, for its whole lifetime. */
  application: 7_310_001,
  /** Held by the node that migrates. */
  migrations: 7_310_002,
  /** Combined with a job's number; held by the node that runs the job. */
  housekeeping: 7_310_003,
  /** Held by the node that makes a scheduled backup. */
  backup: 7_310_004,
  /** Combined with an address's hash; held while emails to it are counted and queued. */
  mailToAddress: 7_310_010,
  /** Combined with a team id's hash; held while its action items change or a board loads them. */
  actionsOfTeam: 7_310_011,
  /** Combined with the hash of an account and its Idempotency-Key; held while the request's change runs. */
  receiptOfKey: 7_310_012,
};
