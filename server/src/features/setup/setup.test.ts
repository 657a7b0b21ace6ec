// Setup checks through the page's routes, the test socket and the command.
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { NamedAuditEntry } from '@wentwell/contract/admin/admin';
import {
  SetupCheck,
  setupSocketPath,
  SetupSocketWelcome,
  TestMail,
} from '@wentwell/contract/admin/setup-check';
import { limits } from '@wentwell/contract/limits';
import { LiveTicket } from '@wentwell/contract/live/live';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';

import { runCommand, urlOf } from '#server/commands/command-scene.suite';
import { writeBackupHeader } from '#test/backup-file';
import { buildTestApp, fileApp } from '#test/build-test-app';
import { collectLog } from '#test/collect-log';
import { buildUser } from '#test/factories';
import { freePort } from '#test/free-port';
import { startOidcServer } from '#test/oidc-server';
import { createTestDatabase } from '#test/postgres';

const path = '/api/v1/admin/setup-check';
const port = await freePort();
const publicUrl = `http://localhost:${port}`;
const app = await fileApp({ PORT: String(port) });
const root = await buildUser(app, { isSuperuser: true, email: 'root@example.com' });

async function check(query = '', headers: Record<string, string> = {}) {
  const answer = await app.request('GET', `${path}${query}`, { as: root, headers });
  expect(answer.status).toBe(200);
  const found = z.array(SetupCheck).parse(answer.body);
  return Object.fromEntries(found.map(({ title, state }) => [title, state]));
}

it('finds nothing wrong with a correct setup', async () => {
  const now = encodeURIComponent(new Date().toISOString());
  const found = await check(`?origin=${encodeURIComponent(publicUrl)}&browser_time=${now}`);
  expect(found).toMatchObject({
    'Proxy and client addresses': 'ok',
    'Address of the site': 'ok',
    Wentwell: 'ok',
    Database: 'ok',
    Migrations: 'ok',
    Redis: 'skipped',
    Clocks: 'ok',
    'Mail server': 'ok',
    'Clock of the browser': 'ok',
  });
});

it('finds an unnamed proxy, another address, and a wrong clock', async () => {
  const hourAgo = encodeURIComponent(new Date(Date.now() - 3_600_000).toISOString());
  const query = `?origin=${encodeURIComponent('https://elsewhere.example')}&browser_time=${hourAgo}`;
  expect(await check(query, { 'x-forwarded-for': '203.0.113.7' })).toMatchObject({
    'Proxy and client addresses': 'failed',
    'Address of the site': 'failed',
    'Clock of the browser': 'warning',
  });
});

it('gives the reason of a failed scheduled backup until one succeeds, also by hand, and reports missed ones', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ww-failed-'));
  await using own = await buildTestApp({ BACKUP_DIR: folder });
  const admin = await buildUser(own, { isSuperuser: true });
  const backups = async () => {
    return (await own.read(admin, path, z.array(SetupCheck))).find(
      ({ title }) => title === 'Backups',
    );
  };
  const add = (ago: string, failure: string | null) =>
    own.db.execute(sql`insert into backup_runs (id, node, started_at, ended_at, failure)
      values (gen_random_uuid(), 'a', now() - ${ago}::interval, now(), ${failure})`);
  expect(await backups()).toMatchObject({ state: 'warning' });
  await add('3 days', null);
  expect(await backups()).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('No backup was made when it was due'),
  });
  await add('2 hours', null);
  expect(await backups()).toMatchObject({ state: 'ok' });
  await add('1 hour', 'its disk is full');
  expect(await backups()).toMatchObject({
    state: 'failed',
    detail: expect.stringMatching(/failed: its disk is full\. The last good backup is from /),
  });
  expect((await own.gauges()).hasFailedBackup).toBe(true);
  expect(
    await runCommand('backup', [folder], { DATABASE_URL: urlOf(own.connection) }),
  ).toMatchObject({
    code: 0,
  });
  expect(await backups()).toMatchObject({ state: 'ok' });
  expect((await own.gauges()).hasFailedBackup).toBe(false);
  await rm(folder, { recursive: true });
});

it('reports backups older than every account, with the restore command', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ww-lost-'));
  await using database = await createTestDatabase();
  await using own = await buildTestApp({ BACKUP_DIR: folder }, { beside: database });
  const file = join(folder, 'wentwell-2026-01-01T00-00-00-000Z.backup');
  await writeBackupHeader(file, { madeAt: new Date('2026-01-01'), accounts: 7 });
  const doctor = () =>
    runCommand('doctor', ['--quick'], {
      DATABASE_URL: urlOf(database.connection),
      BACKUP_DIR: folder,
      SMTP_URL: app.mail.url,
      MAIL_FROM: 'wentwell@example.com',
    });
  const empty = await doctor();
  expect(empty).toMatchObject({ code: 1, err: '' });
  expect(empty.out).toMatch(/FAILED {2}Backups: The database holds no accounts.* holds 7 accounts/);
  expect(empty.out).toContain(`npm run restore -- ${file}.`);
  const admin = await buildUser(own, { isSuperuser: true });
  const found = await own.read(admin, path, z.array(SetupCheck));
  expect(found.find(({ title }) => title === 'Backups')).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('The database is newer than its backups'),
    advice: expect.stringContaining(`npm run restore -- ${file} --replace.`),
  });
  await rm(folder, { recursive: true });
});

it('reports an unusable identity provider with its address: at start, on the page, by command', async () => {
  await using provider = await startOidcServer();
  provider.allow(`${publicUrl}/login/callback`);
  const { log, lines } = collectLog();
  const env = { ...provider.settings, PUBLIC_URL: publicUrl };
  await using own = await buildTestApp(env, { log });
  const admin = await buildUser(own, { isSuperuser: true });
  const found = async () => {
    const checks = await own.read(admin, path, z.array(SetupCheck));
    return checks.find(({ title }) => title === 'Identity provider');
  };
  expect(await found()).toMatchObject({ state: 'ok' });
  await provider.pause();
  const description = `${provider.issuer}/.well-known/openid-configuration`;
  expect(await found()).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining(`${description} cannot be read: `),
  });
  await using _another = await buildTestApp(env, { log });
  const isSaid = () =>
    lines().some(
      ({ msg, problem }) =>
        msg === 'the identity provider cannot be used' && String(problem).includes(description),
    );
  await expect.poll(isSaid).toBe(true);
  const doctor = await runCommand('doctor', ['--quick'], {
    ...env,
    DATABASE_URL: urlOf(own.connection),
    SMTP_URL: app.mail.url,
    MAIL_FROM: 'wentwell@example.com',
  });
  expect(doctor.out).toContain(`FAILED  Identity provider: The identity provider cannot be used`);
});

it('opens the test socket once per ticket, echoes, and answers', async () => {
  const { ticket } = LiveTicket.parse((await app.post(root, `${path}/socket`)).body);
  const address = `${app.url.replace('http', 'ws')}${setupSocketPath}?token=${ticket}`;
  const socket = new WebSocket(address);
  const [welcome] = await once(socket, 'message');
  const { checks } = SetupSocketWelcome.parse(JSON.parse(String(welcome)));
  expect(checks.map(({ title }) => title)).toContain('Proxy and client addresses');
  const answered = once(socket, 'message');
  socket.send('ping');
  expect(JSON.parse(String((await answered)[0]))).toEqual({ type: 'pong' });
  socket.close();
  for (const spent of [ticket, 'nonsense']) {
    const second = new WebSocket(address.replace(ticket, spent));
    expect((await once(second, 'close'))[0]).toBe(4403);
  }
});

it('sends the test email to the administrator’s own address, with an audit entry', async () => {
  const { mail_id: mailId } = TestMail.parse((await app.post(root, `${path}/mail`)).body);
  expect((await app.mail.next({ to: root.email })).subject).toBe('Wentwell can send email');
  const actions = (
    await app.read(root, `/api/v1/admin/audit?target_id=${mailId}`, z.array(NamedAuditEntry))
  ).map(({ action }) => action);
  expect(actions).toEqual(['send_test_mail']);
});

it('limits test emails a day, and says when more are possible', async () => {
  const admin = await buildUser(app, { isSuperuser: true });
  const send = () => app.post(admin, `${path}/mail`);
  for (let sent = 0; sent < limits.testMailsPerDay; sent += 1) {
    expect((await send()).status).toBe(202);
  }
  const refused = await send();
  expect(refused).toMatchObject({ status: 429, problem: { code: 'TOO_MANY_REQUESTS' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});

it('offers a command with the same result without a login', async () => {
  const env = {
    DATABASE_URL: urlOf(app.connection),
    PUBLIC_URL: publicUrl,
    SMTP_URL: app.mail.url,
    MAIL_FROM: 'wentwell@example.com',
  };
  const well = await runCommand('doctor', ['--quick'], env);
  expect(well).toMatchObject({ code: 0, err: '' });
  for (const line of [
    'ok      Database: PostgreSQL',
    'ok      Address of the site',
    'still answered',
  ]) {
    expect(well.out).toContain(line);
  }
  const away = { ...env, PUBLIC_URL: `http://localhost:${await freePort()}` };
  const ill = await runCommand('doctor', ['--quick'], { ...away, SMTP_URL: 'smtp://127.0.0.1:9' });
  expect(ill.code).toBe(1);
  expect(ill.out).toContain('FAILED  A socket that stays open');
  expect(ill.out).toContain('FAILED  Mail server');
  expect(ill.out).toContain('→ Check SMTP_URL');
  expect((await runCommand('doctor', ['--nonsense'], env)).code).toBe(2);
});

it('the command reports the site’s certificate, and production without backups', async () => {
  const pem = await readFile(new URL('../../../test/localhost-certificate.pem', import.meta.url));
  const site = createServer({ key: pem, cert: pem }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const address = site.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const ill = await runCommand('doctor', ['--quick'], {
    NODE_ENV: 'production',
    DATABASE_URL: urlOf(app.connection),
    PUBLIC_URL: `https://localhost:${address.port}`,
    TRUST_PROXY: '127.0.0.1',
    SMTP_URL: app.mail.url,
    MAIL_FROM: 'wentwell@example.com',
  });
  site.close();
  expect(ill.code).toBe(1);
  expect(ill.out).toMatch(
    /FAILED {2}Certificate of the site: .*nobody that this machine trusts has signed it/,
  );
  expect(ill.out).toContain('NODE_EXTRA_CA_CERTS=FILE npm run doctor');
  expect(ill.out).toContain('WARNING Backups: BACKUP_DIR is not set');
});
