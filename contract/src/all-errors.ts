// Everything the API refuses with, in one table: for the server, which answers all of it.
import { accountErrors } from './account-errors.ts';
import { describeError, type ErrorCode, type ProblemStatus } from './errors.ts';
import { serverErrors } from './server-errors.ts';

const others = { ...accountErrors, ...serverErrors };

/** `detail` is the text for the person (docs/api.md A-22). */
export function describeAnyError(code: ErrorCode): { status: ProblemStatus; detail: string } {
  if (!isOther(code)) return describeError(code);
  const [status, detail] = others[code];
  return { status, detail };
}

function isOther(code: ErrorCode): code is keyof typeof others {
  return code in others;
}
