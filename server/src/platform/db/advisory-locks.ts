/** Every advisory lock of the database, so that no two meanings share a number. */
export const advisoryLocks = {
  /** Held for the life of the one application that uses an embedded database. */
  application: 7_310_001,
  /** Held by the node that migrates. */
  migrations: 7_310_002,
  /** With the number of a job, held by the node that does it. */
  housekeeping: 7_310_003,
  /** Held by the node that makes a scheduled backup. */
  backup: 7_310_004,
  /** With the hash of an address, held while mails to it are counted and queued. */
  mailToAddress: 7_310_010,
  /** With the hash of a team's id, held while its action items change, and while a board begins to show them. */
  actionsOfTeam: 7_310_011,
};
