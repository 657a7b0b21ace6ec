// Generated bad input for every route from its schemas: the server never fails, and a refusal is proper and changes nothing.
// fast-check prints seed and path of findings. A test run uses a few fixed inputs; `npm run chaos -- --fuzz` uses fresh ones
// for minutes.
import { Problem } from '@wentwell/contract/errors';
import { Note } from '@wentwell/contract/notes/notes';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';

import type { ListedRoute } from '#server/platform/http/route-list';
import { fileApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import {
  addressPart,
  hostile,
  inputFor,
  type KnownIds,
  queryFor,
  toJson,
} from '#test/hostile-input';

// In ms for all routes, shared equally.
const budget = 1000 * Number(process.env['FUZZ_SECONDS'] ?? 0);
// Minimum number of inputs per route.
const fewest = 3;
const runs = budget > 0 ? { numRuns: 5000 } : { numRuns: fewest, seed: 58 };
const timeoutMs = 240_000;

const app = await fileApp();

interface Scene {
  user: TestUser;
  other: TestUser;
  ids: KnownIds;
}

/** A superuser with a team, a live meeting, a note and an invitation. */
async function buildScene(): Promise<Scene> {
  const user = await buildUser(app, { isSuperuser: true });
  const other = await buildUser(app);
  const team = await buildTeam(app, { admin: user, members: [other] });
  const meeting = await buildMeeting(app, { owner: user, team, phase: 'writing' });
  const made = await app.post(user, `/api/v1/meetings/${meeting.id}/notes`, { content: 'A note' });
  const invited = await app.post(user, `/api/v1/teams/${team.id}/invitations`, {
    invited_user_email: `guest-of-${team.id}@example.com`,
  });
  const invitationId = z.object({ id: z.string() }).parse(invited.body).id;
  const ids = {
    teamId: team.id,
    team_id: team.id,
    meetingId: meeting.id,
    noteId: Note.parse(made.body).id,
    invitationId,
    userId: other.id,
    owner_id: other.id,
  };
  return { user, other, ids };
}

// Tables that a refused call may change: last uses, emails, wrong passwords.
const restless = /^(sessions|session_tokens|mail_outbox|login_failures)$/;

async function tablesOf(): Promise<string[]> {
  const { rows } = await app.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  );
  return rows.map(({ name }) => name).filter((name) => !restless.test(name));
}

/** A hash of the database's state. */
async function stateOf(tables: readonly string[]): Promise<string> {
  const parts = tables.map(
    (table) =>
      `(select coalesce(md5(string_agg(t::text, ',' order by t::text)), '') from "${table}" t)`,
  );
  const { rows } = await app.db.execute<{ state: string }>(
    sql.raw(`select concat(${parts.join(", '/', ")}) as state`),
  );
  return rows[0]?.state ?? '';
}

interface Try {
  path: string;
  body: string | undefined;
  type: string;
  as: 'user' | 'other' | 'nobody';
  headers: Record<string, string>;
}

const headerValues = fc.record(
  {
    'idempotency-key': fc.constantFrom('key-1', '', 'x'.repeat(3000), '\u00e9', '"', '__proto__'),
    'if-match': fc.constantFrom('"1"', '*', 'W/"1"', '"x', '', '"99999999999999999999"'),
    accept: fc.constantFrom('*/*', 'text/html', '__proto__'),
  },
  { requiredKeys: [] },
);

function triesFor({ path, schema, config }: ListedRoute, ids: KnownIds): fc.Arbitrary<Try> {
  const parts = path
    .split('/')
    .map((part) => (part.startsWith(':') ? addressPart(part.slice(1), ids) : fc.constant(part)));
  const { querystring, body } = schema ?? {};
  const query = querystring instanceof z.ZodType ? queryFor(querystring, ids) : fc.constant('');
  const examples = body instanceof z.ZodType ? z.globalRegistry.get(body)?.['examples'] : undefined;
  const good = Array.isArray(examples) ? examples.map((each) => fc.constant<unknown>(each)) : [];
  const values =
    body instanceof z.ZodType
      ? hostile(fc.oneof(inputFor(body, ids), ...good).map((value) => structuredClone(value)))
      : fc.constantFrom<unknown>(undefined, undefined, {}, [], null);
  const written = values.map((value) => {
    if (value === undefined) return undefined;
    const form = config.form === true && typeof value === 'object' && value !== null;
    if (!form) return toJson(value);
    const fields = Object.entries(value).map(([name, each]): [string, string] => [
      name,
      String(each),
    ]);
    return new URLSearchParams(fields).toString();
  });
  return fc.record({
    path: fc
      .tuple(fc.tuple(...parts), query)
      .map(([words, asked]) => words.join('/') + (asked ? `?${asked}` : '')),
    body: written,
    type: fc.constant(config.form ? 'application/x-www-form-urlencoded' : 'application/json'),
    as: fc.constantFrom<Try['as']>('user', 'user', 'user', 'other', 'nobody'),
    headers: headerValues,
  });
}

/** Sends one input; throws if the server fails or refuses improperly. */
async function send(method: string, { path, body, type, headers }: Try, token?: string) {
  const answer = await fetch(app.url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...headers,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': type }),
    },
    ...(body !== undefined && method !== 'GET' && { body }),
  });
  const text = await answer.text();
  expect(answer.status).toBeLessThan(500);
  if (answer.status >= 400) {
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(Problem.parse(JSON.parse(text)).status).toBe(answer.status);
  }
  return answer.status;
}

// Years 0 and 10000 in UTC: PostgreSQL has no year 0, and five digits violate ISO 8601.
const noTimes = ['0000-06-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00'];

it('every query time outside the common years is 422', async () => {
  const { user, ids } = await buildScene();
  let tried = 0;
  for (const { method, path, schema } of app.routes) {
    const { querystring } = schema ?? {};
    if (method !== 'GET' || !(querystring instanceof z.ZodObject)) continue;
    const at = path.replaceAll(/:(\w+)/g, (_all, name: string) => ids[name] ?? name);
    const { properties = {} } = z.toJSONSchema(querystring, {
      io: 'input',
      unrepresentable: 'any',
    });
    for (const [name, field] of Object.entries(properties)) {
      if (typeof field !== 'object' || field.format !== 'date-time') continue;
      for (const time of noTimes) {
        const { status } = await app.get(
          user,
          `${at}?${new URLSearchParams({ [name]: time }).toString()}`,
        );
        expect(status, `${name}=${time} of ${path}`).toBe(422);
        tried += 1;
      }
    }
  }
  expect(tried).toBeGreaterThanOrEqual(4 * noTimes.length);
});

it(
  'no input to any route makes the server fail or apply half a change',
  async () => {
    const tables = await tablesOf();
    const routes = app.routes.filter(
      ({ method, schema, path }) =>
        method !== 'OPTIONS' && schema?.response && !path.startsWith('/api/admin'),
    );
    expect(routes.length).toBeGreaterThan(40);
    const count = { refused: 0, taken: 0 };
    let scene: Scene | null = null;
    for (const route of routes) {
      scene ??= await buildScene();
      const { user, other, ids } = scene;
      const deadline = performance.now() + budget / routes.length;
      let state = await stateOf(tables);
      let done = 0;
      let failing = false;
      const property = fc.asyncProperty(triesFor(route, ids), async (each) => {
        // A failure is shrunk regardless of time.
        if (!failing && done >= fewest && performance.now() > deadline) return;
        done += 1;
        failing = true;
        const before = state;
        const token = { user: user.token, other: other.token, nobody: undefined }[each.as];
        const status = await send(route.method, each, token);
        state = await stateOf(tables);
        if (status >= 400) expect(state).toBe(before);
        expect({}).not.toHaveProperty('polluted');
        count[status >= 400 ? 'refused' : 'taken'] += 1;
        failing = false;
      });
      await fc.assert(property, runs);
      // A reading route leaves the setup intact.
      if (route.method !== 'GET') scene = null;
    }
    // Neither all accepted nor all refused, or the test would prove little.
    expect(count.refused).toBeGreaterThan(routes.length);
    expect(count.taken).toBeGreaterThan(routes.length / 2);
  },
  timeoutMs + 8 * budget,
);
