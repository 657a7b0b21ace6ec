// The only place that calls the API over HTTP: URLs, the bearer token, parsing and errors.
import { boardSeqHeader, nextHeader, totalCountHeader } from '@wentwell/contract/api/headers';
import { Problem } from '@wentwell/contract/errors';
import { z } from 'zod';

import { idempotencyKeyHeader } from './attempt.ts';
import { authorHeaders } from './author-key.ts';
import {
  ApiError,
  CancelError,
  ForeignAnswerError,
  NetworkError,
  UnreadableAnswerError,
} from './errors.ts';
import { randomId } from './random-ids.ts';
import { updateServerTime } from './server-time.ts';

export {
  ApiError,
  CancelError,
  errorText,
  ForeignAnswerError,
  NetworkError,
  UnreadableAnswerError,
} from './errors.ts';

type QueryValue = string | number | boolean | null | undefined;

export interface RequestOptions {
  /** With the prefix, such as '/api/v1/teams/me'. */
  path: string;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  query?: Record<string, QueryValue>;
  body?: unknown;
  /** Sent form-encoded; only the login call needs it. */
  form?: Record<string, string>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Replaces the user's token; null sends none. The response does not affect the user's session. */
  token?: string | null;
}

let bearer: string | null = null;
let handleUnauthorized: () => void = () => {};
let latestBearer: (held: string) => string = (held) => held;

/** Sets the token of all later requests; null for none. */
export function setBearer(token: string | null): void {
  bearer = token;
}

/** `newest` returns a token renewed by another tab: reusing a replaced token would end the session. */
export function onBearerUse(newest: (held: string) => string): void {
  latestBearer = newest;
}

/** The listener is called once per token that the server no longer accepts (docs/api.md A-53). */
export function onUnauthorized(handler: () => void): void {
  handleUnauthorized = handler;
}

/** The content of `<meta name="api-origin">`; empty if the API has the page's origin. */
export function apiOrigin(): string {
  if (typeof document === 'undefined') return '';
  const meta = document.querySelector<HTMLMetaElement>('meta[name="api-origin"]');
  return meta?.content.replace(/\/+$/, '') ?? '';
}

/** Returns the response parsed by the schema, or undefined without a schema. */
export function request<Schema extends z.ZodType>(
  options: RequestOptions & { schema: Schema },
): Promise<z.output<Schema>>;
export function request(options: RequestOptions & { schema?: never }): Promise<void>;
export async function request(options: RequestOptions & { schema?: z.ZodType }): Promise<unknown> {
  if (options.schema) return parse(options, options.schema, await exchange(options));
  // A response without a body proves its origin only by repeating the key.
  const headers = { [idempotencyKeyHeader]: randomId(), ...options.headers };
  const asked = { ...options, headers };
  if (!repeatsKey(asked, await exchange(asked))) throw new ForeignAnswerError();
  return undefined;
}

/** `isNew`: the call created what it returns (status 201). */
export async function requestNew<Schema extends z.ZodType>(
  options: RequestOptions & { schema: Schema },
): Promise<{ made: z.output<Schema>; isNew: boolean }> {
  const answer = await exchange(options);
  return { made: parse(options, options.schema, answer), isNew: answer.status === 201 };
}

/** Sends a command to a board. `headers` holds its key. Returns the seq that includes the change. */
export async function requestChange(options: RequestOptions): Promise<{ seq: number }> {
  const answer = await exchange(options);
  if (!repeatsKey(options, answer)) throw new ForeignAnswerError();
  return { seq: Number(answer.headers.get(boardSeqHeader)) };
}

/** The answer's bytes. Parsing would drop a byte order mark, and fields of a newer server. */
export async function requestFile(options: RequestOptions): Promise<Blob> {
  const { bytes, headers } = await exchange(options);
  return new Blob([bytes], { type: headers.get('content-type') ?? '' });
}

export interface ListAnswer<Row> {
  rows: Row[];
  total: number;
  /** Null on the last page, and for lists paged by offset. */
  next: string | null;
}

/** One page of a list and the total; the row count if the server sends no total. */
export async function requestList<Schema extends z.ZodType>(
  options: RequestOptions & { item: Schema },
): Promise<ListAnswer<z.output<Schema>>> {
  const answer = await exchange(options);
  const rows = parse(options, z.array(options.item), answer);
  const { headers } = answer;
  const total = Number(headers.get(totalCountHeader) ?? rows.length);
  return { rows, total, next: headers.get(nextHeader) };
}

interface Answer {
  status: number;
  bytes: ArrayBuffer;
  body: unknown;
  headers: Headers;
}

async function exchange(options: RequestOptions): Promise<Answer> {
  if (bearer !== null) bearer = latestBearer(bearer);
  const sentWith = bearer;
  const url = address(options.path, options.query);
  const response = await (takePrefetched(url, sentWith, options) ??
    send(url, options, options.token === undefined ? sentWith : options.token));
  const bytes = await response.arrayBuffer().catch((error: unknown) => fail(error, options.signal));
  const body = parseBody(bytes);
  const { ok, status, statusText, headers } = response;
  if (ok && !isOwnSuccess(response)) throw new ForeignAnswerError();
  if (!ok) {
    const refusal = {
      url,
      status,
      statusText,
      body,
      request: { method: options.method ?? 'GET', path: options.path },
      requestId: headers.get('x-request-id'),
      retryAfter: headers.get('retry-after'),
    };
    if (!notNow.has(status) && !isOwnRefusal(body)) throw new ForeignAnswerError({ refusal });
    // A late 401 of an earlier session must not end the current one.
    if (status === 401 && options.token === undefined && sentWith !== null && sentWith === bearer) {
      bearer = null;
      handleUnauthorized();
    }
    throw new ApiError(refusal);
  }
  updateServerTime(headers.get('date'));
  return { status, bytes, body, headers };
}

/** Responses to requests sent before their code had loaded, by path. */
const ahead = new Map<string, { token: string; response: Promise<Response>; at: number }>();
/** In ms. Later calls send a new request. */
const aheadFor = 10_000;

/** The first call of one of the paths with this token gets the response. */
export function prefetchCalls(token: string, paths: readonly string[]): void {
  for (const path of paths) {
    const url = address(path, {});
    const response = send(url, { path }, token);
    // The caller that takes the response handles its failure.
    response.catch(() => undefined);
    ahead.set(url, { token, response, at: performance.now() });
  }
}

function takePrefetched(
  url: string,
  sentWith: string | null,
  { method = 'GET', headers, token }: RequestOptions,
): Promise<Response> | undefined {
  const found = ahead.get(url);
  if (!found || method !== 'GET' || headers || token !== undefined) return undefined;
  ahead.delete(url);
  const isFresh = performance.now() - found.at < aheadFor;
  return isFresh && found.token === sentWith ? found.response : undefined;
}

/** Statuses that a proxy also sends during an outage: not final, and Retry-After counts. */
const notNow = new Set([408, 429, 502, 503, 504]);

/** Every answer of the server carries its name, and none is HTML (docs/api.md A-24). */
function isOwnSuccess({ status, headers }: Response): boolean {
  if (!headers.has('x-request-id')) return false;
  return status === 204 || !(headers.get('content-type') ?? '').startsWith('text/html');
}

function isOwnRefusal(body: unknown): boolean {
  return Problem.safeParse(body).data?.request_id !== undefined;
}

function repeatsKey({ headers: sent }: RequestOptions, { headers }: Answer): boolean {
  const key = sent?.[idempotencyKeyHeader];
  return key !== undefined && headers.get(idempotencyKeyHeader) === key;
}

/** A body that does not match but repeats the key is from a server of another version. */
function parse<Schema extends z.ZodType>(
  options: RequestOptions,
  schema: Schema,
  answer: Answer,
): z.output<Schema> {
  const parsed = schema.safeParse(answer.body);
  if (parsed.success) return parsed.data;
  const isRead = (options.method ?? 'GET') === 'GET';
  throw isRead || repeatsKey(options, answer)
    ? new UnreadableAnswerError(parsed.error)
    : new ForeignAnswerError({ cause: parsed.error });
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
  const init: RequestInit = {
    method: options.method ?? 'GET',
    credentials: 'omit',
    headers,
    redirect: 'manual',
  };
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

function parseBody(bytes: ArrayBuffer): unknown {
  const text = new TextDecoder().decode(bytes);
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
