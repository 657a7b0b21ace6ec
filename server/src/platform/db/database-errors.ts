/** Classifies database errors for callers. */

/** The database is unreachable or accepts no work now. A later retry may succeed. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway';

  constructor(cause: unknown) {
    super('the database is away', { cause });
  }
}

/** Thrown inside a transaction whose earlier read is outdated. The transaction is retried from the start. */
export class OutdatedRead extends Error {
  override name = 'OutdatedRead';
}

// SQLSTATEs for temporary failures: nothing was changed, and a retry may succeed.
const awayStates = new Set([
  '25006', // read-only transaction: a standby, or set by an operator
  '25P03', // idle-in-transaction timeout
  '40001', // serialization failure after all retries
  '40P01', // deadlock after all retries
  '55P03', // lock timeout
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

// Errors of pg without a code.
const awayMessages =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client was closed|Client has encountered a connection error|Cannot use a pool after)/;

/** Whether the error or one of its causes means that the database is away. */
export function isDatabaseAway(error: unknown): boolean {
  for (const each of causes(error)) {
    if (each instanceof DatabaseAway || awayMessages.test(each.message)) return true;
    const code = codeOf(each);
    if (code === undefined) continue;
    if (awayCodes.has(code)) return true;
    if (isSqlState(code) && (awayStates.has(code) || awayClasses.has(code.slice(0, 2))))
      return true;
    // The Unix socket of a stopped server does not exist.
    if (code === 'ENOENT' && 'syscall' in each && each.syscall === 'connect') return true;
  }
  return false;
}

// The database rejects this client, as during a restore or permission change. Nothing was changed; a later retry may
// succeed.
const refusingStates = new Set([
  '28000', // login not allowed
  '28P01', // wrong password
  '3D000', // database does not exist
  '3F000', // schema does not exist
  '42501', // permission denied
  '42P01', // table does not exist
  '55000', // database does not accept connections
  '57P04', // database was dropped
]);

/** Whether the database rejects this client until an operator fixes that. Waiting only helps for DatabaseAway. */
export function isDatabaseRefusing(error: unknown): boolean {
  return refusingStates.has(sqlStateOf(error) ?? '');
}

/** Whether a statement failed only because an earlier one in its transaction had failed. */
export function isAbortedTransaction(error: unknown): boolean {
  return sqlStateOf(error) === '25P02';
}

/** Whether another transaction inserted the same primary key. A retry finds that row. */
export function isPrimaryKeyConflict(error: unknown): boolean {
  for (const each of causes(error)) {
    if (codeOf(each) !== '23505' || !('constraint' in each)) continue;
    if (/_(pk|pkey)$/.test(String(each.constraint))) return true;
  }
  return false;
}

/** Whether the process or system is out of file descriptors. */
export function isOutOfDescriptors(error: unknown): boolean {
  return [...causes(error)].some((each) => ['EMFILE', 'ENFILE'].includes(codeOf(each) ?? ''));
}

/** Whether a prepared statement no longer exists, or returns other columns after a schema change. */
export function isStaleStatement(error: unknown): boolean {
  for (const each of causes(error)) {
    if (codeOf(each) === '26000') return true;
    if ('routine' in each && each.routine === 'RevalidateCachedQuery') return true;
  }
  return false;
}

/** The SQLSTATE of the error or its causes. */
export function sqlStateOf(error: unknown): string | undefined {
  for (const each of causes(error)) {
    const code = codeOf(each);
    if (code !== undefined && isSqlState(code) && 'severity' in each) return code;
  }
  return undefined;
}

/** The database's own error. Its wrappers contain the statement and its values. */
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

/** A startup failure that the operator can fix. Only its message is printed, without a stack. */
export class StartupError extends Error {
  override name = 'StartupError';
}
