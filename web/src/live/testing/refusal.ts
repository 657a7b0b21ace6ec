import { ApiError } from '#web/api/request';

/** The server's refusal of a request. */
export function refusal(status: number, body: unknown = { detail: 'Refused.' }): ApiError {
  const request = { method: 'PUT', path: '/x' };
  return new ApiError({ url: '/x', status, statusText: '', body, request, requestId: null });
}
