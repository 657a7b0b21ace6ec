import { Problem } from '@wentwell/contract/errors';

import { serverClock } from './server-time.ts';

const genericMessages: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  422: 'Validation Error',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
};

/** Shown if the response did not come from the site. */
export const foreignAnswer = 'A proxy or portal answered instead of the site.';

const unexpected = 'An unexpected error occurred.';

/** Without the body, which may contain a password. */
export interface FailedRequest {
  method: string;
  path: string;
}

export interface ErrorAnswer {
  url: string;
  status: number;
  statusText: string;
  body: unknown;
  request: FailedRequest;
  requestId: string | null;
  retryAfter?: string | null;
}

export class ApiError extends Error {
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly body: unknown;
  readonly request: FailedRequest;
  readonly retryAfter: number | null;
  readonly #headerRequestId: string | null;

  constructor(refusal: ErrorAnswer) {
    super(refusalText(refusal));
    this.name = 'ApiError';
    this.url = refusal.url;
    this.status = refusal.status;
    this.statusText = refusal.statusText;
    this.body = refusal.body;
    this.request = refusal.request;
    this.retryAfter = parseRetryAfter(refusal.retryAfter ?? null);
    this.#headerRequestId = refusal.requestId;
  }

  get detail(): string | null {
    return textField(this.body, 'detail');
  }

  get code(): string | null {
    return textField(this.body, 'code');
  }

  get fieldErrors(): NonNullable<Problem['errors']> {
    return Problem.safeParse(this.body).data?.errors ?? [];
  }

  /** Identifies the request in the server's log. */
  get requestId(): string | null {
    return textField(this.body, 'request_id') ?? this.#headerRequestId;
  }
}

export class CancelError extends Error {
  constructor() {
    super('Request aborted');
    this.name = 'CancelError';
  }
}

/** No response arrived; `cause` is the browser's error. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('Unable to connect. Please check your internet connection.', { cause });
    this.name = 'NetworkError';
  }
}

/** A proxy or portal answered, so the outcome is unknown. `refusal` is set if the answer was an error. */
export class ForeignAnswerError extends NetworkError {
  constructor({ cause, refusal }: { cause?: unknown; refusal?: ErrorAnswer } = {}) {
    super(cause);
    this.name = 'ForeignAnswerError';
    this.message = refusal ? genericMessage(refusal) : foreignAnswer;
  }
}

/** A success whose body does not match the contract, because page and server have different versions. */
export class UnreadableAnswerError extends Error {
  constructor(cause: unknown) {
    super('The server gave an unexpected answer. Please refresh the page.', { cause });
    this.name = 'UnreadableAnswerError';
  }
}

export function errorText(error: unknown): string {
  return error instanceof Error && error.message ? error.message : unexpected;
}

/** The response's detail, else the words of its status. Server failures come with the reference of their log entry. */
function refusalText(refusal: ErrorAnswer): string {
  const detail = textField(refusal.body, 'detail');
  if (detail === null) return genericMessage(refusal);
  const reference = refusal.status >= 500 ? textField(refusal.body, 'request_id') : null;
  return reference === null ? detail : `${detail} Reference: ${reference}`;
}

function genericMessage({ status, statusText, body }: ErrorAnswer): string {
  const known = genericMessages[status];
  if (known !== undefined) return known;
  return `Generic Error: status: ${status}; status text: ${statusText}; body: ${JSON.stringify(body)}`;
}

/** The header holds seconds or a date. */
function parseRetryAfter(header: string | null): number | null {
  if (header === null) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - serverClock.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

function textField(body: unknown, field: 'detail' | 'code' | 'request_id'): string | null {
  if (typeof body !== 'object' || body === null || !(field in body)) return null;
  const value: unknown = Reflect.get(body, field);
  return typeof value === 'string' && value !== '' ? value : null;
}
