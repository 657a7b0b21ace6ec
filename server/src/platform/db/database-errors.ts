/** Kinds of failures of the database, as far as callers act on them. */

/** The database cannot be reached or does not take work now; trying again later may help. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway';

  constructor(cause: unknown) {
    super('the database is away', { cause });
  }
}

/** Thrown by the work of a transaction that has found out of date what it read: it runs again from the start. */
export class OutdatedRead extends Error {
  override name = 'OutdatedRead';
}

// PostgreSQL says "not now" by these: nothing was changed, and the same work may succeed later.
const awayStates = new Set([
  '25006', // read-only transaction: a standby, or an operator's switch
  '25P03', // idle in transaction for too long
  '40001', // serialization failure, after every retry
  '40P01', // deadlock, after every retry
  '55P03', // lock not available in time
  '57014', // statement timeout, or canceled by an operator
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // cannot connect now
  '57P05', // idle session timeout
  '58030', // I/O error
]);
// Class 08: the connection failed. Class 53: disk full, out of memory, too many connections.
const awayClasses = new Set(['08', '53']);

const awayCodes = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'EMFILE',
  'ENETUNREACH',
  'ENFILE',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

// pg gives these no code.
const awayMessages =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client was closed|Client has encountered a connection error|Cannot use a pool after)/;

/** Whether an error, or what caused it, means that the database is away. */
export function isDatabaseAway(error: unknown): boolean {
  for (const each of causes(error)) {
    if (each instanceof DatabaseAway || awayMessages.test(each.message)) return true;
    const code = codeOf(each);
    if (code === undefined) continue;
    if (awayCodes.has(code)) return true;
    if (isSqlState(code) && (awayStates.has(code) || awayClasses.has(code.slice(0, 2))))
      return true;
    // The socket of a stopped server is a missing file.
    if (code === 'ENOENT' && 'syscall' in each && each.syscall === 'connect') return true;
  }
  return false;
}

// The database refuses us, as during a restore or a change of rights. Nothing was done, and it may work later.
const refusingStates = new Set([
  '28000', // this user may not log in
  '28P01', // wrong password
  '3D000', // no such database
  '3F000', // no such schema
  '42501', // no right
  '42P01', // no such table
  '55000', // the database takes no connections
  '57P04', // the database was dropped
]);

/** Whether the database refuses us until somebody has put it right. Waiting alone does not help, unlike DatabaseAway. */
export function isDatabaseRefusing(error: unknown): boolean {
  return refusingStates.has(sqlStateOf(error) ?? '');
}

/** Whether a statement was refused only because one before it in its transaction had failed. */
export function isAfterFailure(error: unknown): boolean {
  return sqlStateOf(error) === '25P02';
}

/** Whether another transaction took a primary key that was free before. Run again, the work finds its row. */
export function hasLostKey(error: unknown): boolean {
  for (const each of causes(error)) {
    if (codeOf(each) !== '23505' || !('constraint' in each)) continue;
    if (/_(pk|pkey)$/.test(String(each.constraint))) return true;
  }
  return false;
}

/** Whether this process, or the machine, may open no further file or socket. */
export function isOutOfDescriptors(error: unknown): boolean {
  return [...causes(error)].some((each) => ['EMFILE', 'ENFILE'].includes(codeOf(each) ?? ''));
}

/** Whether a named statement is not there any more, or gives other columns since the schema was changed. */
export function isStaleStatement(error: unknown): boolean {
  for (const each of causes(error)) {
    if (codeOf(each) === '26000') return true;
    if ('routine' in each && each.routine === 'RevalidateCachedQuery') return true;
  }
  return false;
}

/** The SQLSTATE an error carries, Drizzle's wrapping taken off. */
export function sqlStateOf(error: unknown): string | undefined {
  for (const each of causes(error)) {
    const code = codeOf(each);
    if (code !== undefined && isSqlState(code) && 'severity' in each) return code;
  }
  return undefined;
}

/** The database's own message: the errors around it repeat the statement, with its values. */
export function rootCause(error: Error): Error {
  return [...causes(error)].at(-1) ?? error;
}

function* causes(error: unknown): Generator<Error> {
  for (let each = error; each instanceof Error; each = each.cause) yield each;
}

function isSqlState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code);
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
