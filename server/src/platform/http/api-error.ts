// Errors for clients: features throw codes of the contract's table anywhere below a route.
import { describeAnyError } from '@wentwell/contract/api/all-errors';
import { isRejected, outcomeOf, type Rejection } from '@wentwell/contract/board/context';
import type { ErrorCode, PolicyResult, Problem } from '@wentwell/contract/errors';

export type ProblemMembers = Pick<Problem, 'errors' | 'current'>;

export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly headers: Record<string, string>;
  readonly members: ProblemMembers;

  constructor(code: ErrorCode, headers: Record<string, string> = {}, members: ProblemMembers = {}) {
    super(describeAnyError(code).detail);
    this.code = code;
    this.headers = headers;
    this.members = members;
  }
}

export function invalidBody(msg: string, type: string): ApiError {
  return new ApiError('VALIDATION', {}, { errors: [{ loc: ['body'], msg, type }] });
}

export function notFound(): never {
  throw new ApiError('NOT_FOUND');
}

/** For an INSERT or UPDATE that always returns its row. */
export function notStored(): never {
  throw new Error('the database did not return a stored row');
}

/** NOT_FOUND for callers who must not know whether the resource exists. Logged by name, even if anonymous. */
export class OutsiderError extends ApiError {
  constructor() {
    super('NOT_FOUND');
  }
}

/** The error of a rejected decision. `current` is the entity's current state as the caller may see it. */
export function rejectionError(
  { error, loc }: Rejection,
  current?: ProblemMembers['current'],
): ApiError {
  if (!loc)
    return new ApiError(error, {}, error === 'COLUMNS_CHANGED' && current ? { current } : {});
  const msg = describeAnyError(error).detail;
  return new ApiError(error, {}, { errors: [{ loc: ['body', ...loc], msg, type: 'custom' }] });
}

/** Applies a rule of the contract. Throws its rejection as an ApiError. */
export function requireAllowed<T>(rule: () => T): T {
  const outcome = outcomeOf(rule);
  if (isRejected(outcome)) throw rejectionError(outcome);
  return outcome;
}

export function authorize(result: PolicyResult): void {
  if (result !== 'allowed') throw new ApiError(result);
}

/** A 429 with Retry-After, rounded up to whole seconds. */
export function tooMany(waitMs: number): ApiError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new ApiError('TOO_MANY_REQUESTS', { 'Retry-After': String(seconds) });
}
