// All errors of the API in one table, for the server.
import { accountErrors } from '../accounts/account-errors.ts';
import { describeError, type ErrorCode } from '../errors.ts';
import type { Refusal } from './problem-status.ts';
import { serverErrors } from './server-errors.ts';

const others = { ...accountErrors, ...serverErrors };

/** `detail` is the text for users (docs/api.md A-22). */
export function describeAnyError(code: ErrorCode): Refusal {
  return isOther(code) ? others[code] : describeError(code);
}

function isOther(code: ErrorCode): code is keyof typeof others {
  return code in others;
}
