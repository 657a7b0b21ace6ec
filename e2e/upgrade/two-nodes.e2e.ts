// Upgrade and downgrade of two nodes with one database and one Redis. Version 0.4.0 requires all nodes stopped.
import { type Page, test } from '@playwright/test';
import { freePort } from '@wentwell/server/test/free-port';
import { type MailSink, startMailSink } from '@wentwell/server/test/mail-sink';
import { type OwnPostgres, startOwnPostgres } from '@wentwell/server/test/own-postgres';
import { startTestRedis, type TestRedis } from '@wentwell/server/test/redis';

import { expect, signedInAs } from '../walk.ts';
import { addNote, at, contentsOf, makeTeam, readAll, type TeamOfBefore } from './team-of-before.ts';
import {
  report,
  runCommand,
  type Running,
  type Settings,
  startVersion,
  type Version,
} from './versions.ts';

test.describe.configure({ mode: 'serial' });

let postgres: OwnPostgres;
let redis: TestRedis;
let mail: MailSink;
let settings: Settings;
let ports = { first: 0, second: 0 };
const nodes: Partial<Record<keyof typeof ports, Running>> = {};
let team: TeamOfBefore;
/** A page of the second node, from the previous version. */
let page: Page;

const note = (content: string) => page.getByRole('article').filter({ hasText: content });

async function start(name: keyof typeof ports, version: Version): Promise<Running> {
  const port = ports[name];
  const own = { ...settings, PUBLIC_URL: `http://localhost:${port}` };
  const node = await startVersion(version, { settings: own, port });
  nodes[name] = node;
  return node;
}

/** Like a private start's mailbox. */
async function nextMail({ to }: { to: string }) {
  return { ...(await mail.next({ to })), id: '', to };
}

const urlOf = (name: keyof typeof ports) => `http://localhost:${ports[name]}`;

/** Ada writes at one node and reads at both; Grace sees it on her page of the second. */
async function writeAt(name: keyof typeof ports, content: string): Promise<void> {
  await addNote(at(team.ada, urlOf(name)), team.meeting, content);
  for (const each of ['first', 'second'] as const) {
    const read = () => contentsOf(at(team.ada, urlOf(each)), team.meeting);
    await expect.poll(read).toContain(content);
  }
  await expect(note(content)).toBeVisible({ timeout: 60_000 });
}

test.beforeAll(async ({ browser }) => {
  [postgres, redis, mail] = await Promise.all([
    startOwnPostgres(),
    startTestRedis(),
    startMailSink(),
  ]);
  settings = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    SMTP_URL: mail.url,
    MAIL_FROM: 'wentwell@example.com',
  };
  ports = { first: await freePort(), second: await freePort() };
  page = await browser.newPage();
});
test.afterAll(async () => {
  await page.close();
  for (const node of Object.values(nodes)) await node.stop();
  await mail[Symbol.asyncDispose]();
  await redis[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

test('two nodes of the previous version serve a team', async () => {
  const { url } = await start('first', 'old');
  await start('second', 'old');
  team = await makeTeam({ url, mail: { next: nextMail } });
  await signedInAs(page.context(), team.grace.token);
  await page.goto(urlOf('second') + team.meeting.path);
  await writeAt('first', 'Before the upgrade');
});

async function exchange(version: Version): Promise<void> {
  await Promise.all(Object.values(nodes).map((node) => node.stop()));
  await start('first', version);
  await start('second', version);
}

function readAt(name: keyof typeof ports) {
  return readAll({ ...team, ada: at(team.ada, urlOf(name)), grace: at(team.grace, urlOf(name)) });
}

/** Everybody continues, and nothing earlier is lost. */
async function expectAllAt(when: string, written: readonly string[]): Promise<void> {
  await writeAt('first', `At the first node, ${when}`);
  await writeAt('second', `At the second node, ${when}`);
  const [first, second] = [await readAt('first'), await readAt('second')];
  expect(first).toEqual(second);
  for (const content of written) expect(JSON.stringify(first)).toContain(content);
}

test('both nodes are stopped and upgraded: no acknowledged change is lost, and the page continues', async () => {
  await exchange('new');
  await expectAllAt('new', ['Before the upgrade']);
});

test('both nodes are downgraded, and lose nothing either', async () => {
  await exchange('old');
  report(runCommand(['renew-epochs'], settings, 'old'));
  await expectAllAt('old', ['Before the upgrade', 'At the second node, new']);
});

test('both nodes are upgraded again', async () => {
  await exchange('new');
  report(runCommand(['renew-epochs'], settings));
  await expectAllAt('new again', ['At the second node, new', 'At the second node, old']);
  expect(runCommand(['verify'], settings)).toContain('agree with the history');
});
