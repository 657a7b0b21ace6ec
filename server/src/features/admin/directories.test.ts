// Superuser lists, and actions on their entries.
import { User } from '@wentwell/contract/accounts/users';
import { NamedAuditEntry } from '@wentwell/contract/admin/admin';
import {
  Account,
  AccountSession,
  OutboxMail,
  SettingInForce,
  TeamDirectoryEntry,
} from '@wentwell/contract/admin/admin-lists';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { meetings } from '#server/features/meetings/meetings.table';
import { users } from '#server/features/users/users.table';
import { mailOutbox } from '#server/platform/mail/mail-outbox.table';
import { mailTries } from '#server/platform/mail/mail-worker';
import { buildTestApp, fileApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';

const api = '/api/v1/admin';
const app = await fileApp();
const root = await buildUser(app, { isSuperuser: true, email: 'root@example.com' });

async function list<Item extends z.ZodType>(path: string, item: Item) {
  const answer = await app.get(root, `${api}/${path}`);
  expect(answer.status).toBe(200);
  const total = Number(answer.headers.get('x-total-count'));
  const next = answer.headers.get('x-next-after');
  return { rows: z.array(item).parse(answer.body), total, next };
}

/** Reads all ids with page size two, following the cursors. */
async function idsFromPlaceToPlace(path: string): Promise<string[][]> {
  const pages: string[][] = [];
  for (let place: string | null = ''; place !== null;) {
    const query = new URLSearchParams({ limit: '2', after: place });
    const separator = path.includes('?') ? '&' : '?';
    const page: { rows: { id: string }[]; next: string | null } = await list(
      `${path}${separator}${query.toString()}`,
      z.object({ id: z.string() }),
    );
    pages.push(page.rows.map(({ id }) => id));
    place = page.next;
  }
  return pages;
}

describe('every list', () => {
  it('is paged by cursor, unaffected by rows added or removed before it', async () => {
    const owner = await buildUser(app, { email: 'Paged-0@example.com' });
    for (const number of [3, 2, 1, 4]) {
      const { id } = await buildUser(app, { email: `paged-${number}@example.com` });
      await app.post(root, `${api}/users/${id}/password-link`);
      const team = await buildTeam(app, { admin: owner, name: `Paged ${number}` });
      const meeting = await buildMeeting(app, { owner, team });
      await app.delete(root, `/api/v1/meetings/${meeting.id}`);
    }
    for (const path of [
      'users?search=paged',
      'users?state=active',
      'teams?search=paged',
      'sessions?search=paged',
      'audit',
      'mails',
      'deleted/meetings',
    ]) {
      const all = await list(path, z.object({ id: z.string() }));
      const ids = all.rows.map(({ id }) => id);
      expect(ids.length, path).toBeGreaterThan(2);
      const pages = await idsFromPlaceToPlace(path);
      expect(pages.flat(), path).toEqual(ids);
      expect(pages.slice(0, -1).every((page) => page.length === 2)).toBe(true);
    }
    const { rows, next } = await list('sessions?search=paged&limit=1&after=', AccountSession);
    await app.delete(root, `${api}/sessions/${rows[0]?.id}`);
    const after = encodeURIComponent(next ?? '');
    const left = await list(`sessions?search=paged&after=${after}`, AccountSession);
    expect(left.rows).toEqual((await list('sessions?search=paged', AccountSession)).rows);
  });

  it('is counted up to 1,001 by cursor, and fully by offset', async () => {
    await app.db.execute(sql`insert into teams (id, name)
      select gen_random_uuid(), 'Counted ' || n from generate_series(1, 1200) as n`);
    const total = async (query: string) =>
      (await list(`teams?search=counted&limit=2${query}`, TeamDirectoryEntry)).total;
    expect(await total('')).toBe(1200);
    expect(await total('&after=')).toBe(1001);
  });

  it('refuses a cursor whose row is gone, and ends after the last row', async () => {
    const gone = await buildUser(app, { email: 'left-1@example.com' });
    const last = await buildUser(app, { email: 'left-2@example.com' });
    const after = (id: string) => app.get(root, `${api}/users?search=left&after=${id}`);
    expect((await after(gone.id)).body).toMatchObject([{ id: last.id }]);
    await app.delete(root, `/api/v1/users/${gone.id}`);
    expect((await app.delete(root, `${api}/permanent/users/${gone.id}`)).status).toBe(204);
    expect((await after(gone.id)).status).toBe(404);
    expect((await after(last.id)).body).toEqual([]);
  });

  it.each(['x', '0195a4c2-7d3e-7b1a-9c55-2f6f0e8d4b10 yesterday'])(
    'refuses the place %s, which none has named',
    async (place) => {
      for (const path of ['users', 'sessions']) {
        const query = `after=${encodeURIComponent(place)}`;
        const answer = await app.get(root, `${api}/${path}?${query}`);
        expect(answer.status).toBe(422);
        expect(answer.problem?.errors?.[0]?.loc.slice(0, 2)).toEqual(['querystring', 'after']);
      }
    },
  );
});

function auditOf(id: string) {
  return list(`audit?target_id=${id}`, NamedAuditEntry).then(({ rows }) => rows);
}

describe('accounts', () => {
  it('are created by an administrator while registration is off, and their owners set the password', async () => {
    await using closed = await buildTestApp({ REGISTRATION: 'off' });
    const admin = await buildUser(closed, { isSuperuser: true, email: 'closed-root@example.com' });
    const email = 'new.person@example.com';
    const add = (as: TestUser) => closed.post(as, `${api}/users`, { email });
    expect((await add(await buildUser(closed))).status).toBe(404);
    const made = await add(admin);
    expect(made.status).toBe(201);
    const { id } = User.parse(made.body);
    expect(await add(admin)).toMatchObject({ status: 409, problem: { code: 'ACCOUNT_EXISTS' } });
    const login = (password: string) =>
      closed.request('POST', '/api/v1/auth/login', { form: { username: email, password } });
    expect((await login('')).status).not.toBe(200);
    const { links, text } = await closed.mail.next({ to: email });
    expect(text).toContain('closed-root@example.com has created a Wentwell account for you.');
    const token = new URL(links[0] ?? '').searchParams.get('token');
    const chosen = { token, password: 'Correct1horse' };
    const reset = () => closed.request('POST', '/api/v1/auth/reset-password', { body: chosen });
    expect((await reset()).status).toBe(200);
    expect((await reset()).status).toBe(400);
    expect((await login(chosen.password)).status).toBe(200);
    expect(
      await closed.read(admin, `${api}/audit?target_id=${id}`, z.array(NamedAuditEntry)),
    ).toMatchObject([{ action: 'add_user' }]);
  });

  it('are found by any part of address or name, in any state; paged', async () => {
    const ada = await buildUser(app, {
      email: 'ada%@directory.example',
      firstName: 'Ada',
      lastName: 'Byron',
    });
    const ben = await buildUser(app, { email: 'ben@directory.example', isActive: false });
    await buildTeam(app, { admin: ada });
    const found = async (query: string) =>
      (await list(`users?${query}`, Account)).rows.map(({ id }) => id);
    expect(await found('search=DIRECTORY.example')).toEqual([ada.id, ben.id]);
    expect(await found('search=directory&skip=1&limit=1')).toEqual([ben.id]);
    expect(await found('search=byRon')).toEqual([ada.id]);
    // SQL wildcards are literal characters.
    expect(await found('search=%25')).toEqual([ada.id]);
    expect(await found('search=directory&state=deactivated')).toEqual([ben.id]);
    expect(await found('state=superuser')).toEqual([root.id]);
    const cleo = await buildUser(app, {
      email: 'cleo@elsewhere.example',
      firstName: 'ﬁne Großer',
      lastName: 'IŞIL ＴＯＫＹＯ',
    });
    const written = ['fine', 'GROSSER', 'größer', 'o', 'sı', 'ışı', 'tokyo', 'grosser ı'];
    const finds = await Promise.all(
      written.map(async (each) => [each, await found(`search=${encodeURIComponent(each)}`)]),
    );
    const withCleo = finds.filter(([, ids]) => ids?.includes(cleo.id)).map(([each]) => each);
    expect(withCleo).toEqual(written.filter((each) => !['größer', 'sı'].includes(each)));
    const dora = await buildUser(app, { email: 'dora@xn--mnchen-3ya.example' });
    for (const domain of ['MÜNCHEN.example', 'a@münchen', 'xn--mnchen-3ya']) {
      expect(await found(`search=${encodeURIComponent(domain)}`), domain).toEqual([dora.id]);
    }
    const { rows, total } = await list('users?search=directory&limit=1', Account);
    expect(total).toBe(2);
    expect(rows).toMatchObject([{ session_count: 1, team_count: 1, is_active: true }]);
  });

  it('lose all sessions by one call, which is in the audit log', async () => {
    const user = await buildUser(app);
    expect((await app.post(root, `${api}/users/${user.id}/end-sessions`)).status).toBe(204);
    expect((await app.get(user, '/api/v1/users/me')).status).toBe(401);
    // A no-op is not audited.
    expect((await app.post(root, `${api}/users/${user.id}/end-sessions`)).status).toBe(204);
    expect(await auditOf(user.id)).toMatchObject([
      { action: 'end_sessions', actor_email: root.email, target_name: user.email },
    ]);
  });

  it('get a password link only by mail, unless deactivated', async () => {
    const user = await buildUser(app);
    const path = `${api}/users/${user.id}/password-link`;
    expect(await app.post(root, path)).toMatchObject({ status: 202, body: null });
    expect((await app.mail.next({ to: user.email })).text).toContain('/reset-password?token=');
    expect(await auditOf(user.id)).toMatchObject([{ action: 'send_password_link' }]);
    await app.db.update(users).set({ isActive: false }).where(eq(users.id, user.id));
    const refused = await app.post(root, path);
    expect(refused).toMatchObject({ status: 409, problem: { code: 'ACCOUNT_INACTIVE' } });
    expect(await auditOf(user.id)).toHaveLength(1);
  });
});

it('teams are listed by name with their admins; changes and deletions are in the audit log', async () => {
  const team = await buildTeam(app, { name: 'Zebra directory' });
  const { rows, total } = await list('teams?search=zebra', TeamDirectoryEntry);
  expect(total).toBe(1);
  expect(rows).toMatchObject([
    { id: team.id, member_count: 1, meeting_count: 0, admin_emails: [team.admin.email] },
  ]);
  await app.put(root, `/api/v1/teams/${team.id}`, { name: 'Zebra' });
  // A no-op is not audited.
  for (const body of [{}, { name: 'Zebra' }]) {
    await app.put(root, `/api/v1/teams/${team.id}`, body);
  }
  await app.delete(root, `/api/v1/teams/${team.id}`);
  expect(await auditOf(team.id)).toMatchObject([
    { action: 'delete_team', target_name: 'Zebra' },
    { action: 'read_team', target_name: 'Zebra' },
    { action: 'change_team', target_name: 'Zebra' },
  ]);
  const own = await buildTeam(app);
  await app.put(own.admin, `/api/v1/teams/${own.id}`, { name: 'Own' });
  await app.delete(own.admin, `/api/v1/teams/${own.id}`);
  expect(await auditOf(own.id)).toEqual([]);
});

it('the last meeting of a team is one that was held, not planned or canceled', async () => {
  const owner = await buildUser(app);
  const team = await buildTeam(app, { admin: owner, name: 'Yak directory' });
  const lastOf = async () =>
    (await list('teams?search=yak', TeamDirectoryEntry)).rows[0]?.last_meeting_at;
  const at = (day: number) => ({ startTime: new Date(Date.UTC(2026, 0, day)) });
  const days: [number, 'planned' | 'closed'][] = [
    [3, 'closed'],
    [4, 'planned'],
  ];
  for (const [day, status] of days) {
    const { id } = await buildMeeting(app, { owner, team, status });
    await app.db.update(meetings).set(at(day)).where(eq(meetings.id, id));
  }
  const { id: canceled } = await buildMeeting(app, { owner, team, status: 'planned' });
  await app.db
    .update(meetings)
    .set({ ...at(5), status: 'archived' })
    .where(eq(meetings.id, canceled));
  expect(await lastOf()).toBe('2026-01-03T00:00:00.000Z');
});

it('sessions are found by address and ended one by one', async () => {
  const user = await buildUser(app, { email: 'lost-laptop@example.com' });
  const { rows } = await list('sessions?search=LOST-laptop', AccountSession);
  expect(rows).toMatchObject([{ id: user.sessionId, user: { id: user.id }, current: false }]);
  const path = `${api}/sessions/${user.sessionId}`;
  expect((await app.delete(root, path)).status).toBe(204);
  expect((await app.delete(root, path)).status).toBe(404);
  expect((await app.get(user, '/api/v1/users/me')).status).toBe(401);
  expect((await auditOf(user.sessionId)).map(({ action }) => action)).toEqual(['end_session']);
});

describe('the outbox', () => {
  const secret = 'token-that-nobody-reads';

  async function queue(row: Partial<typeof mailOutbox.$inferInsert>): Promise<string> {
    const id = crypto.randomUUID();
    await app.db.insert(mailOutbox).values({
      id,
      recipient: 'somebody@outbox.example',
      subject: 'Set a new password for Wentwell',
      text: `Open /reset-password?token=${secret}`,
      html: secret,
      ...row,
    });
    return id;
  }

  it('shows states and reasons, shortens addresses, and never shows a text', async () => {
    const id = await queue({ attempts: mailTries, lastError: '550 no such user' });
    await queue({ attempts: 1, expiresAt: new Date(Date.now() - 60_000) });
    const [mail, ...more] = await app.read(
      root,
      `${api}/mails?state=given_up`,
      z.array(OutboxMail),
    );
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      id,
      recipient: 'so…@outbox.example',
      attempts: mailTries,
      last_error: '550 no such user',
      next_attempt_at: null,
    });
    const expired = await list('mails?state=expired', OutboxMail);
    expect(expired.rows).toMatchObject([{ state: 'expired', attempts: 1 }]);
    for (const path of ['mails', `mails/${id}`]) {
      const { text } = await app.get(root, `${api}/${path}`);
      expect(text).not.toContain(secret);
      expect(text).not.toContain('somebody@');
    }
  });

  it('retries an email immediately, unless it was sent or has expired', async () => {
    const id = await queue({ attempts: mailTries, lastError: 'away' });
    const again = await app.post(root, `${api}/mails/${id}/retry`);
    expect(OutboxMail.parse(again.body)).toMatchObject({ state: 'waiting', attempts: 0 });
    await app.mail.next({ to: 'somebody@outbox.example' });
    await expect
      .poll(async () => (await app.get(root, `${api}/mails/${id}`)).body)
      .toMatchObject({ state: 'sent', last_error: null });
    const expired = await queue({ expiresAt: new Date(Date.now() - 60_000) });
    for (const gone of [id, expired]) {
      const refused = await app.post(root, `${api}/mails/${gone}/retry`);
      expect(refused).toMatchObject({ status: 409, problem: { code: 'MAIL_NOT_WAITING' } });
    }
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['retry_mail']);
  });
});

describe('the audit log', () => {
  it('is filtered by actor, action, target and time', async () => {
    const other = await buildUser(app, { isSuperuser: true, email: 'auditor@example.com' });
    const user = await buildUser(app);
    for (const is_active of [false, true]) {
      await app.request('PATCH', `/api/v1/users/${user.id}`, { as: other, body: { is_active } });
    }
    const found = async (query: string) =>
      (await list(`audit?${query}`, NamedAuditEntry)).rows.map(({ action }) => action);
    expect(await found('who=AUDITOR@')).toEqual(['activate_user', 'deactivate_user']);
    expect(await found('who=auditor&action=deactivate_user')).toEqual(['deactivate_user']);
    expect(await found('who=auditor&target_kind=teams')).toEqual([]);
    const [latest] = await auditOf(user.id);
    const at = encodeURIComponent(latest?.at ?? '');
    expect(await found(`who=auditor&since=${at}`)).toEqual(['activate_user']);
    expect(await found(`who=auditor&until=${at}`)).toEqual(['deactivate_user']);
    expect((await app.get(root, `${api}/audit?since=yesterday`)).status).toBe(422);
  });

  it('is exported as one JSON object per line, with the same filters', async () => {
    const all = await list('audit?limit=1000', NamedAuditEntry);
    const exported = await app.get(root, `${api}/audit/export`);
    expect(exported.headers.get('content-type')).toBe('application/x-ndjson');
    expect(exported.headers.get('content-disposition')).toContain('attachment');
    const lines = exported.text.trimEnd().split('\n');
    expect(lines.map((line) => NamedAuditEntry.parse(JSON.parse(line)))).toEqual(all.rows);
    expect((await app.get(root, `${api}/audit/export?who=nobody-at-all`)).text).toBe('');
  });
});

it('the settings in force show their source, and no possible secret', async () => {
  const { rows } = await list('settings', SettingInForce);
  const byName = new Map(rows.map((row) => [row.name, row]));
  expect(byName.get('SMTP_URL')).toMatchObject({
    source: 'environment',
    value: null,
    is_secret: true,
  });
  expect(byName.get('RATE_LIMITS')).toMatchObject({ source: 'environment', value: 'off' });
  expect(byName.get('LOG_LEVEL')).toMatchObject({ source: 'default', value: 'info' });
  expect(byName.get('DATABASE_URL')).toMatchObject({ source: 'default', value: null });
  // Includes effective defaults, not only the given values.
  const effective = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  expect(effective).toMatchObject({
    KEEP_DELETED_DAYS: '90 days',
    BACKUP_EVERY_HOURS: '24 hours',
    BACKUP_AT: '02:00 UTC',
    BACKUP_BEFORE_MIGRATION: 'on',
    REGISTRATION: 'open',
    TRUST_PROXY: 'none',
    DEMO: 'off',
    LANDING: 'on',
  });
  expect(JSON.stringify(rows)).not.toContain(app.mail.url);
});
