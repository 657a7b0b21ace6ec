// The product of production on a database of its own, listening on a free port: tests come in by the front door.
import { Problem } from '@wentwell/contract/errors';
import type { MeetingId, SessionId, UserId } from '@wentwell/contract/ids';
import { LiveTicket } from '@wentwell/contract/live';
import { pino } from 'pino';

import { type App, buildApp } from '#server/app';
import { readConfig } from '#server/config';
import { memoryBus } from '#server/platform/bus/memory-bus';
import { systemClock } from '#server/platform/clock';
import { type Database, openDatabase } from '#server/platform/db/database';

import { type LiveClient, openLiveClient } from './live-client.ts';
import { type MailSink, startMailSink } from './mail-sink.ts';
import { createTestDatabase } from './postgres.ts';

/** A signed-in person of a test. */
export interface TestUser {
  id: UserId;
  email: string;
  token: string;
  sessionId: SessionId;
}

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed JSON, or null where there is none. */
  body: unknown;
  /** The body as a problem, where it is one. */
  problem: Problem | null;
}

export interface RequestOptions {
  as?: TestUser;
  token?: string;
  body?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
}

export interface TestApp extends AsyncDisposable {
  url: string;
  db: Database;
  mail: MailSink;
  services: App['services'];
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** The socket's address for a token or ticket. */
  liveAddress(meetingId: MeetingId, token: string, since?: number): string;
  /** Somebody's socket to a board, opened with a ticket as our client does, and welcomed. */
  live(user: TestUser, meetingId: MeetingId, since?: number): Promise<LiveClient>;
}

function bodyOf({ body, form }: RequestOptions) {
  if (form) return new URLSearchParams(form);
  return body === undefined ? undefined : JSON.stringify(body);
}

/** Takes settings over those of a test; gives the running product. `await using` ends it. */
export async function buildTestApp(settings: Record<string, string> = {}): Promise<TestApp> {
  const [database, mail] = await Promise.all([createTestDatabase(), startMailSink()]);
  const log = pino({ level: 'silent' });
  const db = openDatabase(database.connection, { log });
  const config = readConfig({
    SMTP_URL: mail.url,
    MAIL_FROM: 'Wentwell <wentwell@example.com>',
    RATE_LIMITS: 'off',
    DEMO: 'off',
    PORT: '0',
    ...settings,
  });
  const bus = memoryBus();
  const app = await buildApp({ config, db, bus, clock: systemClock, log, siteFolder: '/nowhere' });
  await app.listen();
  const address = app.http.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = `http://127.0.0.1:${address.port}`;

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
        ...options.headers,
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    const parsed: unknown = isJson && text ? JSON.parse(text) : null;
    const problem = response.headers.get('content-type')?.startsWith('application/problem+json')
      ? Problem.parse(parsed)
      : null;
    return { status: response.status, headers: response.headers, body: parsed, problem };
  }

  function liveAddress(meetingId: MeetingId, token: string, since?: number): string {
    const query = new URLSearchParams({ token, ...(since !== undefined && { since: `${since}` }) });
    return `${url.replace('http', 'ws')}/api/v1/ws/meetings/${meetingId}?${query.toString()}`;
  }

  return {
    url,
    db,
    mail,
    services: app.services,
    request,
    liveAddress,
    async live(user, meetingId, since) {
      const path = `/api/v1/meetings/${meetingId}/live-ticket`;
      const { ticket } = LiveTicket.parse((await request('POST', path, { as: user })).body);
      const client = await openLiveClient(liveAddress(meetingId, ticket, since));
      // Before the welcome it is nobody's turn: what happens until then is not sent to this socket.
      await client.untilType('welcome');
      return client;
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      await bus.close();
      await db.close();
      await mail.close();
      await database.drop();
    },
  };
}
