import { describe, expect, test } from 'vitest';

import { ApiError, NetworkError } from '#web/api/request';

import { accountMessage, authMessage, verifyMessage } from './auth-messages.ts';

function refusal(status: number, body?: unknown): ApiError {
  return new ApiError({
    url: '/api/v1/auth/login',
    status,
    statusText: '',
    body,
    request: { method: 'POST', path: '/api/v1/auth/login' },
    requestId: null,
  });
}

describe('authMessage', () => {
  test.each([
    ['LOGIN_BAD_CREDENTIALS', 'Invalid username or password. Please try again.'],
    ['LOGIN_USER_NOT_VERIFIED', 'Your account has not been verified. Please check your email.'],
    ['REGISTER_USER_ALREADY_EXISTS', 'An account with this username already exists.'],
    ['VERIFY_USER_BAD_TOKEN', 'Verification failed. The token may be invalid or expired.'],
    ['RESET_PASSWORD_BAD_TOKEN', 'This link has expired or was already used.'],
    ['CHANGE_PASSWORD_BAD_CURRENT', 'That is not your current password. Please try again.'],
    ['Come back on Monday.', 'Come back on Monday.'],
  ])('shows the detail %s', (detail, text) => {
    expect(authMessage(refusal(400, { detail }))).toBe(text);
  });

  test.each([
    [401, 'Invalid email or password. Please try again.'],
    [403, 'Access denied. Please check your permissions.'],
    [404, 'Service not found. Please try again later.'],
    [429, 'Too many attempts. Please wait before trying again.'],
    [500, 'Server error. Please try again later.'],
    [502, 'Service temporarily unavailable. Please try again later.'],
    [503, 'Service temporarily unavailable. Please try again later.'],
    [504, 'Service temporarily unavailable. Please try again later.'],
    [418, 'Network error (418). Please try again later.'],
  ])('falls back to the status %i', (status, text) => {
    expect(authMessage(refusal(status))).toBe(text);
    expect(authMessage(refusal(status, '<html>proxy</html>'))).toBe(text);
  });

  test.each([
    [
      new Error('timeout of 0ms exceeded'),
      'Connection timeout. Please check your internet connection and try again.',
    ],
    [
      new Error('Network Error'),
      'Connection timeout. Please check your internet connection and try again.',
    ],
    [
      new NetworkError(new TypeError('Failed to fetch')),
      'Unable to connect. Please check your internet connection.',
    ],
    [new Error('Login failed: No access token received'), 'Login failed: No access token received'],
    [new Error('boom'), 'An unexpected error occurred. Please try again later.'],
    ['boom', 'An unexpected error occurred. Please try again later.'],
  ])('reads the message of what is no answer', (error, text) => {
    expect(authMessage(error)).toBe(text);
  });
});

describe('accountMessage', () => {
  test('never shows an error code', () => {
    for (const detail of ['CHANGE_PASSWORD_BAD_CURRENT', 'RESET_PASSWORD_BAD_TOKEN']) {
      expect(accountMessage(refusal(400, { detail }))).toMatch(/^Th[a-z ]+\./);
    }
  });

  test('otherwise shows the detail, or the generic message', () => {
    expect(accountMessage(refusal(429, { detail: 'Later.' }))).toBe('Later.');
    expect(accountMessage(refusal(500))).toBe('Internal Server Error');
  });
});

describe('verifyMessage', () => {
  test('treats an already verified account as success', () => {
    expect(verifyMessage(refusal(400, { detail: 'VERIFY_USER_ALREADY_VERIFIED' }))).toEqual({
      heading: 'Account Already Verified',
      text: 'Your account has already been verified. You can proceed to log in.',
      verified: true,
    });
  });

  test('otherwise shows the detail, or the fallback', () => {
    expect(verifyMessage(refusal(400, { detail: 'Too late.' })).text).toBe('Too late.');
    const failed = 'Verification failed. The token may be invalid or expired.';
    expect(verifyMessage(refusal(400)).text).toBe(failed);
    expect(verifyMessage(refusal(400, { detail: 'VERIFY_USER_BAD_TOKEN' })).text).toBe(failed);
  });
});
