// The production server with its own database on a free port: tests use it over the network.
import { Problem } from '@wentwell/contract/errors';
import type { MeetingId, SessionId, UserId } from '@wentwell/contract/ids';
import { LiveTicket } from '@wentwell/contract/live/live';
import { authorKeyHeader, liveProtocols } from '@wentwell/contract/notes/author-keys';
import type pg from 'pg';
import { type Logger, pino } from 'pino';
import { afterAll, vi } from 'vitest';
import type { z } from 'zod';

import { type App, buildApp } from '#server/app';
import { type Config, readConfig } from '#server/config';
import type { HashingCost } from '#server/features/auth/password';
import type { NoteComparer } from '#server/features/suggestions/note-comparer';
import { renewEpochs } from '#server/live/epochs';
import { type Bus, memoryBus } from '#server/platform/bus/bus';
import { redisBus } from '#server/platform/bus/redis-bus';
import { type Clock, systemClock } from '#server/platform/clock';
import { type Database, type DatabaseConnection, openDatabase } from '#server/platform/db/database';
import { DatabaseIdentity } from '#server/platform/db/database-identity';
import type { ListedRoute } from '#server/platform/http/route-list';
import { openRedis } from '#server/platform/redis';

import { type AnswerWatch, watchAnswers } from './answer-watch.ts';
import { type LiveClient, openLiveClient } from './live-client.ts';
import { type MailSink, startMailSink } from './mail-sink.ts';
import { acquireTestDatabase } from './postgres.ts';
import { quickHashing } from './quick-hashing.ts';
import { secretKeys } from './secret-keys.ts';

/** A signed-in test user. */
export interface TestUser {
  id: UserId;
  email: string;
  token: string;
  sessionId: SessionId;
  /** Key for reading an anonymous meeting by socket. */
  authorKey?: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed JSON, or null without a body. */
  body: unknown;
  /** The raw body without its byte order mark. */
  text: string;
  /** The body as a problem document, if it is one. */
  problem: Problem | null;
}

/** The status of an answer, and its code if it is a refusal. */
export function said({ status, problem }: Answer): unknown[] {
  return [status, problem?.code ?? null];
}

export interface RequestOptions {
  as?: TestUser;
  token?: string;
  body?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
  /** Key for writing in an anonymous meeting. */
  authorKey?: string | undefined;
}

export interface TestApp extends AsyncDisposable {
  url: string;
  /** Whether its settings make it a private start. */
  isPrivate: boolean;
  /** For another node on the same database. */
  connection: DatabaseConnection;
  db: Database;
  mail: MailSink;
  services: App['services'];
  rooms: App['rooms'];
  gauges: App['gauges'];
  /** All registered routes. */
  routes: readonly ListedRoute[];
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  get(as: TestUser, path: string): Promise<Answer>;
  post(as: TestUser, path: string, body?: unknown): Promise<Answer>;
  put(as: TestUser, path: string, body?: unknown): Promise<Answer>;
  delete(as: TestUser, path: string, body?: unknown): Promise<Answer>;
  /** The parsed body of a GET. */
  read<Shape>(as: TestUser, path: string, schema: z.ZodType<Shape>): Promise<Shape>;
  /** Runs the hourly jobs. */
  runHousekeeping(): Promise<void>;
  /** The socket's address with a token or ticket. */
  liveAddress(meetingId: MeetingId, token: string, since?: number): string;
  /** A user's socket to a board, opened with a ticket as our client does, after its welcome. */
  live(user: TestUser, meetingId: MeetingId, since?: number): Promise<LiveClient>;
}

function bodyOf({ body, form }: RequestOptions) {
  if (form) return new URLSearchParams(form);
  return body === undefined ? undefined : JSON.stringify(body);
}

// A test that holds a lock releases it itself, however late on a busy machine.
const patience = {
  statementTimeoutMs: 60_000,
  lockTimeoutMs: 60_000,
  idleInTransactionTimeoutMs: 60_000,
};
const silence = pino({ level: 'silent' });

/** Parts that a test may replace. */
export interface TestAppParts {
  /** A node that served no earlier test, for tests of caches. */
  isNew?: true;
  /** A manual clock, for tests of time. */
  clock?: Clock;
  /** A node whose database this one shares. */
  beside?: Pick<TestApp, 'connection'>;
  /** A bus that the test provides and closes. */
  bus?: Bus;
  /** The Redis of presence, and of the bus unless another is given. */
  redisUrl?: string;
  /** A log that the test reads. */
  log?: Logger;
  /** For tests of hashing costs. */
  hashingCost?: HashingCost;
  /** A note comparer that the test observes. */
  comparer?: NoteComparer;
  /** The product's timeouts of statements and locks, for tests of them. */
  hasTimeouts?: true;
  /** A simulated fault of the node's store. */
  storeProblem?: () => Promise<string | null>;
}

/** Another node's database, which this one does not close. */
function sharedDatabase({ connection }: Pick<TestApp, 'connection'>) {
  return {
    connection,
    release: () => Promise.resolve(),
    empty: () => Promise.reject(new Error('shared')),
  };
}

/** A running node, reused by tests. */
interface RunningNode {
  config: Config;
  app: App;
  db: Database;
  mail: MailSink;
  url: string;
  connection: DatabaseConnection;
  answers: AnswerWatch;
  /** Resets it, and throws unless it is idle. */
  clear(): Promise<void>;
  end(): Promise<void>;
}

/** Idle nodes with default settings and parts. */
const idle: RunningNode[] = [];

async function startNode(
  settings: Record<string, string>,
  parts: TestAppParts,
): Promise<RunningNode> {
  const { clock = systemClock, beside, bus: givenBus, redisUrl, log = silence } = parts;
  const { comparer, hashingCost = quickHashing, storeProblem = async () => null } = parts;
  const { hasTimeouts = false } = parts;
  const [database, mail] = await Promise.all([
    beside ? sharedDatabase(beside) : acquireTestDatabase(),
    startMailSink(),
  ]);
  const identity = new DatabaseIdentity({ log, renewEpochs });
  const checkConnection = (client: pg.Client, ms: number) => identity.check(client, ms);
  const db = openDatabase(database.connection, {
    log,
    checkConnection,
    versionFloor: () => identity.versionFloor,
    ...(!hasTimeouts && patience),
  });
  const config = readConfig({
    SMTP_URL: mail.url,
    MAIL_FROM: 'Wentwell <wentwell@example.com>',
    RATE_LIMITS: 'off',
    DEMO: 'off',
    PORT: '0',
    ...settings,
  });
  const redis = redisUrl ? await openRedis({ url: redisUrl }, log) : null;
  // The bus uses real time, so that heartbeats continue while a test's clock stands still.
  const ownBus = redis ? redisBus({ redis, clock: systemClock, log }) : memoryBus();
  const bus = givenBus ?? ownBus;
  const siteFolder = '/nowhere';
  const app = await buildApp({
    config,
    db,
    identity,
    bus,
    redis,
    clock,
    log,
    siteFolder,
    hashingCost,
    storeProblem,
    ...(comparer && { comparer }),
  });
  const answers = watchAnswers(app.http.server, app.http.routeList);
  await app.listen();
  const address = app.http.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = `http://127.0.0.1:${address.port}`;

  /** Whether it has no connections, requests or unsent emails. Empty rooms close by themselves. */
  async function isAtRest(): Promise<boolean> {
    const { sockets, mail: unsent } = await app.gauges();
    return sockets + answers.underWay() === 0 && unsent?.waiting === 0;
  }

  async function clear(): Promise<void> {
    // The test's last work may be about to end.
    await vi.waitUntil(isAtRest, { timeout: 300, interval: 10 });
    await database.empty((statement) => db.execute(statement));
    mail.clear();
  }

  async function end(): Promise<void> {
    await app.close();
    await ownBus.close();
    redis?.close();
    await db.close();
    await mail.close();
    await database.release();
  }

  return { config, app, db, mail, url, connection: database.connection, answers, clear, end };
}

/**
 * The running product with its own empty database. `await using` ends it. A node with default settings and parts is reused
 * by the next test, which takes a tenth of a start.
 */
export async function buildTestApp(
  settings: Record<string, string> = {},
  parts: TestAppParts = {},
): Promise<TestApp> {
  const isUsual = Object.keys(settings).length + Object.keys(parts).length === 0;
  const node = (isUsual ? idle.pop() : undefined) ?? (await startNode(settings, parts));
  const { config, app, db, mail, url, connection, answers } = node;
  let isEnded = false;

  async function request(
    method: string,
    path: string,
    options: RequestOptions = {},
  ): Promise<Answer> {
    const token = options.token ?? options.as?.token;
    const body = bodyOf(options);
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
        ...(options.authorKey !== undefined && { [authorKeyHeader]: options.authorKey }),
        ...options.headers,
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
    const parsed: unknown = isJson && text ? JSON.parse(text) : null;
    // The API description names every field and has no data.
    const secretsFound = path.startsWith('/api/v1/openapi') ? [] : secretKeys(parsed, path);
    if (secretsFound.length > 0)
      throw new Error(`${method} ${path} tells ${secretsFound.join(', ')}`);
    const problem = response.headers.get('content-type')?.startsWith('application/problem+json')
      ? Problem.parse(parsed)
      : null;
    const { status, headers } = response;
    await answers.checkAnswer(method, path, { status, headers, body: parsed });
    return { status, headers, body: parsed, text, problem };
  }

  function liveAddress(meetingId: MeetingId, token: string, since?: number): string {
    const query = new URLSearchParams({ token, ...(since !== undefined && { since: `${since}` }) });
    return `${url.replace('http', 'ws')}/api/v1/ws/meetings/${meetingId}?${query.toString()}`;
  }

  return {
    url,
    isPrivate: config.isPrivate,
    connection,
    db,
    mail,
    services: app.services,
    rooms: app.rooms,
    gauges: () => app.gauges(),
    routes: app.http.routeList,
    request,
    get: (as, path) => request('GET', path, { as }),
    post: (as, path, body) => request('POST', path, { as, body }),
    put: (as, path, body) => request('PUT', path, { as, body }),
    delete: (as, path, body) => request('DELETE', path, { as, body }),
    read: async (as, path, schema) => schema.parse((await request('GET', path, { as })).body),
    runHousekeeping: () => app.housekeeping.runAll(),
    liveAddress,
    async live(user, meetingId, since) {
      const path = `/api/v1/meetings/${meetingId}/live-ticket`;
      const { ticket } = LiveTicket.parse((await request('POST', path, { as: user })).body);
      const client = await openLiveClient(
        liveAddress(meetingId, ticket, since),
        {},
        user.authorKey === undefined ? [] : liveProtocols(user.authorKey),
      );
      // Nothing before the welcome is sent to this socket.
      await client.untilType('welcome');
      return client;
    },
    async [Symbol.asyncDispose]() {
      if (isEnded) return;
      isEnded = true;
      const isReusable = isUsual && !vi.isFakeTimers() && (await leavesNothing(node));
      if (isReusable) idle.push(node);
      else await node.end();
      answers.end();
    },
  };
}

/** The product of all tests in a file, which ends with the last of them. */
export async function fileApp(
  settings?: Record<string, string>,
  parts?: TestAppParts,
): Promise<TestApp> {
  const app = await buildTestApp(settings, parts);
  afterAll(() => app[Symbol.asyncDispose]());
  return app;
}

async function leavesNothing({ clear }: RunningNode): Promise<boolean> {
  return clear().then(
    () => true,
    () => false,
  );
}
