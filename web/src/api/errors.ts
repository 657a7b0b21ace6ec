// How a call can fail, and the one text that people are shown for it.
import { Problem } from '@wentwell/contract/errors';

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

const unexpected = 'An unexpected error occurred.';

/** What was asked; never the body, which may hold a password. */
export interface AskedRequest {
  method: string;
  path: string;
}

export interface ErrorAnswer {
  url: string;
  status: number;
  statusText: string;
  body: unknown;
  request: AskedRequest;
  requestId: string | null;
  /** The header Retry-After as it came. */
  retryAfter?: string | null;
}

/** An answer with a status that is no success. */
export class ApiError extends Error {
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly body: unknown;
  readonly request: AskedRequest;
  /** How long the server asks to be left alone, in ms; null where it does not say. */
  readonly retryAfter: number | null;
  readonly #headerRequestId: string | null;

  constructor(refusal: ErrorAnswer) {
    super(genericMessages[refusal.status] ?? describeOther(refusal));
    this.name = 'ApiError';
    this.url = refusal.url;
    this.status = refusal.status;
    this.statusText = refusal.statusText;
    this.body = refusal.body;
    this.request = refusal.request;
    this.retryAfter = parseRetryAfter(refusal.retryAfter ?? null);
    this.#headerRequestId = refusal.requestId;
  }

  /** The server's own words, where it gave any. */
  get detail(): string | null {
    return textField(this.body, 'detail');
  }

  /** The key in the contract's error table. */
  get code(): string | null {
    return textField(this.body, 'code');
  }

  /** The fields that failed their rule (422). */
  get fieldErrors(): NonNullable<Problem['errors']> {
    return Problem.safeParse(this.body).data?.errors ?? [];
  }

  /** What support needs to find this call in the logs. */
  get requestId(): string | null {
    return textField(this.body, 'request_id') ?? this.#headerRequestId;
  }
}

/** The call was given up by the one who made it. */
export class CancelError extends Error {
  constructor() {
    super('Request aborted');
    this.name = 'CancelError';
  }
}

/** No answer came; `cause` is what the browser said. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('Unable to connect. Please check your internet connection.', { cause });
    this.name = 'NetworkError';
  }
}

/** A success whose body is not what the contract says: this page is older or newer than the server. */
export class UnreadableAnswerError extends Error {
  constructor(cause: unknown) {
    super('The server gave an unexpected answer. Please refresh the page.', { cause });
    this.name = 'UnreadableAnswerError';
  }
}

/** The text to show: the answer's detail, else the error's message, else a generic text. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError && error.detail) return error.detail;
  if (error instanceof Error && error.message) return error.message;
  return unexpected;
}

function describeOther({ status, statusText, body }: ErrorAnswer): string {
  return `Generic Error: status: ${status}; status text: ${statusText}; body: ${JSON.stringify(body)}`;
}

/** Seconds, or a date. */
function parseRetryAfter(header: string | null): number | null {
  if (header === null) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

function textField(body: unknown, field: 'detail' | 'code' | 'request_id'): string | null {
  if (typeof body !== 'object' || body === null || !(field in body)) return null;
  const value: unknown = Reflect.get(body, field);
  return typeof value === 'string' && value !== '' ? value : null;
}
