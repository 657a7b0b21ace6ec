import { foreignAnswer } from '#web/api/errors';
import { ApiError, errorText, ForeignAnswerError } from '#web/api/request';

import { noAccessToken } from './session-store.ts';

export const verifyFailed = 'Verification failed. The token may be invalid or expired.';

const detailMessages = new Map([
  ['LOGIN_BAD_CREDENTIALS', 'Invalid username or password. Please try again.'],
  ['LOGIN_USER_NOT_VERIFIED', 'Your account has not been verified. Please check your email.'],
  ['REGISTER_USER_ALREADY_EXISTS', 'An account with this username already exists.'],
  [
    'VERIFY_USER_ALREADY_VERIFIED',
    'Your account has already been verified. You can proceed to log in.',
  ],
  ['VERIFY_USER_BAD_TOKEN', verifyFailed],
  [
    'VERIFY_PASSWORD_NEEDED',
    'This address was registered more than once. Please enter the password you chose.',
  ],
  [
    'VERIFY_BAD_PASSWORD',
    "That password fits none of this address's registrations. Please try again.",
  ],
  ['CHANGE_PASSWORD_BAD_CURRENT', 'That is not your current password. Please try again.'],
  ['RESET_PASSWORD_BAD_TOKEN', 'This link has expired or was already used.'],
]);

const unavailable = 'Service temporarily unavailable. Please try again later.';

// Only for responses without a text, such as a proxy's 502.
const statusMessages = new Map([
  [401, 'Invalid email or password. Please try again.'],
  [403, 'Access denied. Please check your permissions.'],
  [404, 'Service not found. Please try again later.'],
  [429, 'Too many attempts. Please wait before trying again.'],
  [500, 'Server error. Please try again later.'],
  [502, unavailable],
  [503, unavailable],
  [504, unavailable],
]);

export function authMessage(error: unknown): string {
  if (error instanceof ApiError) return refusalMessage(error);
  if (error instanceof ForeignAnswerError) return foreignAnswer;
  const words = error instanceof Error ? `${error.message} ${causeMessage(error)}` : '';
  if (words.includes(noAccessToken)) return noAccessToken;
  if (/timeout|timed out|network/i.test(words)) {
    return 'Connection timeout. Please check your internet connection and try again.';
  }
  if (/fetch|unable to connect/i.test(words)) {
    return 'Unable to connect. Please check your internet connection.';
  }
  return 'An unexpected error occurred. Please try again later.';
}

/** For signed-in users: the server's own text, or the sentence for an error code. */
export function accountMessage(error: unknown): string {
  const detail = error instanceof ApiError ? error.detail : null;
  return detailMessages.get(detail ?? '') ?? errorText(error);
}

export function verifyMessage(error: unknown): {
  heading: string;
  text: string;
  verified: boolean;
} {
  if (error instanceof ApiError && error.detail === 'VERIFY_USER_ALREADY_VERIFIED') {
    return { heading: 'Account Already Verified', text: authMessage(error), verified: true };
  }
  const hasNoDetail = error instanceof ApiError && error.detail === null;
  const text = hasNoDetail ? verifyFailed : authMessage(error);
  return { heading: 'Verification Failed', text, verified: false };
}

export const resendFailed = 'Failed to send verification email. Please try again.';

function refusalMessage({ detail, status }: ApiError): string {
  if (detail !== null) return detailMessages.get(detail) ?? detail;
  return statusMessages.get(status) ?? `Network error (${status}). Please try again later.`;
}

function causeMessage(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : '';
}
