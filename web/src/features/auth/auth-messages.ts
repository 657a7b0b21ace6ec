// What people are told when signing in, registering, verifying or setting a password fails.
import { ApiError, errorText } from '#web/api/request';

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
    'This address was registered more than once. Please enter your own password.',
  ],
  [
    'VERIFY_BAD_PASSWORD',
    'None of the registrations of this address has this password. Please try again.',
  ],
  ['CHANGE_PASSWORD_BAD_CURRENT', 'That is not your current password. Please try again.'],
  ['RESET_PASSWORD_BAD_TOKEN', 'This link has expired or was used before.'],
]);

const unavailable = 'Service temporarily unavailable. Please try again later.';

// Only for answers that say nothing themselves: those of proxies, and of servers that are gone.
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

/** Set where the login's answer holds no token; shown as it is. */
export const noAccessToken = 'Login failed: No access token received';

/** Takes what a call failed with; gives the text to show. */
export function authMessage(error: unknown): string {
  if (error instanceof ApiError) return refusalMessage(error);
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

/** Takes what a call of one's own account failed with; gives the server's words, a code of the spec as a sentence. */
export function accountMessage(error: unknown): string {
  const detail = error instanceof ApiError ? error.detail : null;
  return detailMessages.get(detail ?? '') ?? errorText(error);
}

/** Takes what verifying failed with; gives the page's heading and text. */
export function verifyMessage(error: unknown): {
  heading: string;
  text: string;
  verified: boolean;
} {
  if (error instanceof ApiError && error.detail === 'VERIFY_USER_ALREADY_VERIFIED') {
    return { heading: 'Account Already Verified', text: authMessage(error), verified: true };
  }
  const saysNothing = error instanceof ApiError && error.detail === null;
  const text = saysNothing ? verifyFailed : authMessage(error);
  return { heading: 'Verification Failed', text, verified: false };
}

/** The heading over whatever else there is to say about a resend that failed. */
export const resendFailed = 'Failed to send verification email. Please try again.';

function refusalMessage({ detail, status }: ApiError): string {
  if (detail !== null) return detailMessages.get(detail) ?? detail;
  return statusMessages.get(status) ?? `Network error (${status}). Please try again later.`;
}

function causeMessage(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : '';
}
