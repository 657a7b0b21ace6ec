// HTTP client of a board on a real process, and writers that retry until they get a response.
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { SessionToken } from '@wentwell/contract/accounts/sessions';
import type { ChangeFrame } from '@wentwell/contract/board/change-frame';
import { MeetingId } from '@wentwell/contract/ids';
import { EventsPage, LiveTicket } from '@wentwell/contract/live/live';
import { authorKeyHeader } from '@wentwell/contract/notes/author-keys';
import { Note } from '@wentwell/contract/notes/notes';
import { z } from 'zod';

import type { MailSink } from '../../server/test/mail-sink.ts';

/** Exists only if the product starts with the demo. */
const demoUser = { email: 'robin@example.com', password: 'Wentwell1' };
const newUser = { email: 'ada@example.com', password: 'Tamarind7orchard' };
const Teams = z.array(z.object({ id: z.string() })).min(1);
const Created = z.object({ id: MeetingId });
const responseTimeoutMs = 10_000;

export interface Board {
  token: string;
  meetingId: MeetingId;
  /** Set for an anonymous meeting. */
  authorKey?: string;
  /** The seq before its history; undefined for its start. */
  since?: number;
}

interface Call extends Pick<Board, 'token' | 'authorKey'> {
  method?: string;
  body?: unknown;
  key?: string;
}

/** Throws on error responses. */
export async function call(
  url: string,
  path: string,
  { token, authorKey, method, body, key }: Call,
) {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: method ?? 'GET',
    headers: {
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(authorKey !== undefined && { [authorKeyHeader]: authorKey }),
    },
    signal: AbortSignal.timeout(responseTimeoutMs),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  const parsed: unknown = text === '' ? null : JSON.parse(text);
  return parsed;
}

async function logIn(url: string, { email, password }: typeof demoUser): Promise<string | null> {
  const login = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: email, password }),
  });
  return login.ok ? SessionToken.parse(await login.json()).access_token : null;
}

/** Registers a user and creates a team for them. */
async function registerUser(url: string, mail: MailSink): Promise<string | null> {
  await call(url, '/auth/register', { token: '', method: 'POST', body: newUser });
  const { text } = await mail.next({ to: newUser.email });
  const link = /\/verify\?token=([\w-]+)/.exec(text)?.[1];
  await call(url, '/auth/verify', { token: '', method: 'POST', body: { token: link } });
  const token = await logIn(url, newUser);
  if (token === null) return null;
  await call(url, '/teams', { token, method: 'POST', body: { name: 'Nodes' } });
  return token;
}

/** Creates a live board that accepts notes. Its owner is the demo user, or with `mail` a new user. */
export async function openBoard(url: string, mail?: MailSink): Promise<Board> {
  const token = mail
    ? ((await logIn(url, newUser)) ?? (await registerUser(url, mail)))
    : await logIn(url, demoUser);
  if (token === null) throw new Error('the login failed');
  const [team] = Teams.parse(await call(url, '/teams/me', { token }));
  const body = { name: 'Kills', team_id: team?.id };
  const made = await call(url, '/meetings', { token, method: 'POST', body });
  const { id: meetingId } = Created.parse(made);
  const path = `/meetings/${meetingId}`;
  await call(url, path, { token, method: 'PUT', body: { status: 'live' } });
  const phase = { phase: 'grouping' };
  await call(url, `${path}/phase/transition`, { token, method: 'POST', body: phase });
  return { token, meetingId };
}

export async function notesOf(url: string, { meetingId, ...by }: Board): Promise<Note[]> {
  const listed = await call(url, `/meetings/${meetingId}/notes?limit=1000`, by);
  return z.array(Note).parse(listed);
}

async function eventsOf(url: string, { token, meetingId }: Board, since: number) {
  return EventsPage.parse(
    await call(url, `/meetings/${meetingId}/events?since=${since}`, { token }),
  );
}

export async function historyOf(url: string, board: Board): Promise<ChangeFrame[]> {
  return (await eventsOf(url, board, board.since ?? 0)).events;
}

/** Erases the history before it. */
export async function makeAnonymous(url: string, board: Board): Promise<void> {
  const { token, meetingId } = board;
  const body = { settings: { anonymous: true } };
  await call(url, `/meetings/${meetingId}`, { token, method: 'PUT', body });
  board.authorKey = randomBytes(32).toString('base64url');
  board.since = (await eventsOf(url, board, 0)).seq;
}

/** The socket URL with a new ticket. */
export async function liveAddress(url: string, { token, meetingId }: Board, since: number) {
  const path = `/meetings/${meetingId}/live-ticket`;
  const { ticket } = LiveTicket.parse(await call(url, path, { token, method: 'POST' }));
  const query = `token=${ticket}&since=${since}`;
  return `${url.replace('http', 'ws')}/api/v1/ws/meetings/${meetingId}?${query}`;
}

/** Each writer adds notes sequentially and retries with the same key until it gets a response. */
export function startWriters(
  count: number,
  { meetingId, ...by }: Board,
  urlOf: (writer: number) => string,
) {
  const acknowledged: string[] = [];
  const sent: string[] = [];
  let isWriting = true;
  const mostNotes = 900;

  async function write(writer: number): Promise<void> {
    while (isWriting && sent.length < mostNotes) {
      const id = randomUUID();
      sent.push(id);
      const body = { id, content: `Note ${sent.length}`, note_type: 'action' };
      const options = { ...by, method: 'POST', body, key: randomUUID() };
      const path = `/meetings/${meetingId}/notes`;
      for (let answered = false; !answered;) {
        answered = await call(urlOf(writer), path, options).then(
          () => true,
          () => pause(50, false),
        );
      }
      acknowledged.push(id);
      await pause(5);
    }
  }

  const all = Promise.all(Array.from({ length: count }, (_, writer) => write(writer)));
  return {
    acknowledged,
    /** Resolves when every writer has received its last response. */
    async stop(): Promise<void> {
      isWriting = false;
      await all;
    },
  };
}
