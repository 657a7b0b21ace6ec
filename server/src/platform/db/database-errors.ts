/** What went wrong with the database, as far as callers act on it. */

/** The database cannot be reached or does not take work now; trying again later may help. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway';

  constructor(cause: unknown) {
    super('the database is away', { cause });
  }
}

const awayStates = new Set([
  '53300', // too many connections
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // cannot connect now
  '57P05', // idle session timeout
]);

const awayCodes = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

// pg gives these no code.
const awayMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client was closed|Client has encountered a connection error|Cannot use a pool after)/;

/** Whether an error, or what caused it, means that the database is away. */
export function isDatabaseAway(error: unknown): boolean {
  for (const each of causes(error)) {
    if (each instanceof DatabaseAway || awayMessages.test(each.message)) return true;
    const code = codeOf(each);
    if (code === undefined) continue;
    if (awayStates.has(code) || awayCodes.has(code) || /^08...$/.test(code)) return true;
    // The socket of a stopped server is a missing file.
    if (code === 'ENOENT' && 'syscall' in each && each.syscall === 'connect') return true;
  }
  return false;
}

/** The SQLSTATE an error carries, Drizzle's wrapping taken off. */
export function sqlStateOf(error: unknown): string | undefined {
  for (const each of causes(error)) {
    const code = codeOf(each);
    if (code !== undefined && /^[0-9A-Z]{5}$/.test(code) && 'severity' in each) return code;
  }
  return undefined;
}

function* causes(error: unknown): Generator<Error> {
  for (let each = error; each instanceof Error; each = each.cause) yield each;
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
