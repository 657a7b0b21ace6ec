// The only place that calls the API over HTTP: URLs, the bearer token, parsing and errors.
import { totalCountHeader } from '@wentwell/contract/lists';
import { z } from 'zod';

import { authorHeaders } from './author-key.ts';
import { ApiError, CancelError, NetworkError, UnreadableAnswerError } from './errors.ts';
import { learnServerTime } from './server-time.ts';

export { ApiError, CancelError, errorText, NetworkError, UnreadableAnswerError } from './errors.ts';

type QueryValue = string | number | boolean | null | undefined;

export interface RequestOptions {
  /** With the prefix, such as '/api/v1/teams/me'. */
  path: string;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  query?: Record<string, QueryValue>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent form-encoded; only the login call needs it. */
  form?: Record<string, string>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Sent in the place of the user's; null for none. The user's session is not concerned by the answer. */
  token?: string | null;
}

let bearer: string | null = null;
let handleUnauthorized: () => void = () => {};
let latestBearer: (held: string) => string = (held) => held;

/** Every later call sends this token; null for none. */
export function setBearer(token: string | null): void {
  bearer = token;
}

/**
 * Registers a function that is called before every request and returns the token that another tab has renewed, because
 * a request with a replaced token ends the session.
 */
export function onBearerUse(newest: (held: string) => string): void {
  latestBearer = newest;
}

/** The listener is called once per token that the server no longer accepts (docs/api.md A-53). */
export function onUnauthorized(handler: () => void): void {
  handleUnauthorized = handler;
}

/** The content of `<meta name="api-origin">`; empty where the API has the page's own origin. */
export function apiOrigin(): string {
  if (typeof document === 'undefined') return '';
  const meta = document.querySelector<HTMLMetaElement>('meta[name="api-origin"]');
  return meta?.content.replace(/\/+$/, '') ?? '';
}

/** Returns the response parsed by the schema, or undefined where there is no schema. */
export function request<Schema extends z.ZodType>(
  options: RequestOptions & { schema: Schema },
): Promise<z.output<Schema>>;
export function request(options: RequestOptions & { schema?: never }): Promise<void>;
export async function request(options: RequestOptions & { schema?: z.ZodType }): Promise<unknown> {
  const { body } = await exchange(options);
  return options.schema ? parse(options.schema, body) : undefined;
}

/** One page of a list and the total, which is the number of rows where the server does not send one. */
export async function requestList<Schema extends z.ZodType>(
  options: RequestOptions & { item: Schema },
): Promise<{ rows: z.output<Schema>[]; total: number }> {
  const { body, headers } = await exchange(options);
  const rows = parse(z.array(options.item), body);
  const total = headers.get(totalCountHeader);
  return { rows, total: total === null ? rows.length : Number(total) };
}

async function exchange(options: RequestOptions): Promise<{ body: unknown; headers: Headers }> {
  if (bearer !== null) bearer = latestBearer(bearer);
  const sentWith = bearer;
  const url = address(options.path, options.query);
  const response = await send(url, options, options.token === undefined ? sentWith : options.token);
  learnServerTime(response.headers.get('date'));
  const body = await readBody(response, options.signal);
  if (!response.ok) {
    // A late 401 of an earlier session must not end the current one.
    if (
      response.status === 401 &&
      options.token === undefined &&
      sentWith !== null &&
      sentWith === bearer
    ) {
      bearer = null;
      handleUnauthorized();
    }
    throw new ApiError({
      url,
      status: response.status,
      statusText: response.statusText,
      body,
      request: { method: options.method ?? 'GET', path: options.path },
      requestId: response.headers.get('x-request-id'),
      retryAfter: response.headers.get('retry-after'),
    });
  }
  return { body, headers: response.headers };
}

function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new UnreadableAnswerError(parsed.error);
  return parsed.data;
}

function address(path: string, query: RequestOptions['query']): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== null && value !== undefined) params.append(name, String(value));
  }
  const search = params.toString();
  return apiOrigin() + path + (search === '' ? '' : `?${search}`);
}

async function send(url: string, options: RequestOptions, token: string | null): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' });
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  const init: RequestInit = { method: options.method ?? 'GET', credentials: 'omit', headers };
  if (options.form) {
    init.body = new URLSearchParams(options.form);
  } else if (options.body !== undefined) {
    headers.set('Content-Type', 'application/json');
    init.body = JSON.stringify(options.body);
  }
  const further = { ...authorHeaders(options.path), ...options.headers };
  for (const [name, value] of Object.entries(further)) headers.set(name, value);
  if (options.signal) init.signal = options.signal;
  return fetch(url, init).catch((error: unknown) => fail(error, options.signal));
}

async function readBody(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  const text = await response.text().catch((error: unknown) => fail(error, signal));
  if (text === '') return undefined;
  try {
    const body: unknown = JSON.parse(text);
    return body;
  } catch {
    return text;
  }
}

function fail(error: unknown, signal: AbortSignal | undefined): never {
  if (signal?.aborted) throw new CancelError();
  throw new NetworkError(error);
}
