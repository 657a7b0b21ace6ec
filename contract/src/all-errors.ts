// Everything the API refuses with, in one table: for the server, which answers all of it.
import { accountErrors } from './account-errors.ts';
import { describeError, type ErrorCode, type ProblemStatus } from './errors.ts';

/** `detail` is the text for the person (docs/api.md A-22). */
export function describeAnyError(code: ErrorCode): { status: ProblemStatus; detail: string } {
  if (!isAccountError(code)) return describeError(code);
  const [status, detail] = accountErrors[code];
  return { status, detail };
}

function isAccountError(code: ErrorCode): code is keyof typeof accountErrors {
  return code in accountErrors;
}
