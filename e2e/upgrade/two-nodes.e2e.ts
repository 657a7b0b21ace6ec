// An upgrade from node to node over one database and one Redis: both versions run at once.
import { type Page, test } from '@playwright/test';
import { freePort } from '@wentwell/server/test/free-port';
import { type MailSink, startMailSink } from '@wentwell/server/test/mail-sink';
import { type OwnPostgres, startOwnPostgres } from '@wentwell/server/test/own-postgres';
import { startTestRedis, type TestRedis } from '@wentwell/server/test/redis';

import { expect, signedInAs } from '../walk.ts';
import { addNote, at, contentsOf, makeTeam, readAll, type TeamOfBefore } from './team-of-before.ts';
import {
  isMigrating,
  report,
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
/** Of the second node, from the version before. */
let page: Page;

const note = (content: string) => page.getByRole('article').filter({ hasText: content });

async function start(name: keyof typeof ports, version: Version): Promise<Running> {
  const port = ports[name];
  const own = { ...settings, PUBLIC_URL: `http://localhost:${port}` };
  const node = await startVersion(version, { settings: own, port });
  nodes[name] = node;
  return node;
}

/** As the mailbox of a private start would show it. */
async function nextMail({ to }: { to: string }) {
  return { ...(await mail.next({ to })), id: '', to };
}

const urlOf = (name: keyof typeof ports) => `http://localhost:${ports[name]}`;

/** Ada writes at one node, and reads it at both; Grace sees it on her page of the second. */
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

test('two nodes of the version before serve a team', async () => {
  const { url } = await start('first', 'old');
  await start('second', 'old');
  team = await makeTeam({ url, mail: { next: nextMail } });
  await signedInAs(page.context(), team.grace.token);
  await page.goto(urlOf('second') + team.meeting.path);
  await writeAt('first', 'Before the upgrade');
});

test('the first node is upgraded while the second works on: each shows what is written at the other', async () => {
  await nodes.first?.stop();
  await start('first', 'new');
  await writeAt('second', 'At the version before');
  await writeAt('first', 'At the new version');
  const ready = await fetch(`${urlOf('second')}/health/ready`);
  report(`/health/ready of the version before: ${ready.status} ${await ready.text()}`);
});

test('a node of the version before that starts again runs, or says why it cannot', async () => {
  await nodes.second?.stop();
  const refusal = await start('second', 'old').then(
    () => null,
    (error: unknown) => String(error),
  );
  if (refusal === null) {
    const warning = 'this one may run on it beside that one';
    expect(nodes.second?.output().includes(warning)).toBe(isMigrating);
    await writeAt('second', 'At the version before that was started again');
  } else {
    expect(refusal).toContain('the database was made by a newer version of Wentwell');
  }
  report(
    /.*(?:may run on it|cannot start|is ready).*/.exec(
      refusal ?? nodes.second?.output() ?? '',
    )?.[0] ?? '',
  );
});

test('the second node is upgraded: nothing that was acknowledged is lost, and the page goes on', async () => {
  await nodes.second?.stop();
  await start('second', 'new');
  await writeAt('second', 'After the upgrade');
  await writeAt('first', 'Here, too');
  const read = await Promise.all(
    (['first', 'second'] as const).map((name) =>
      readAll({ ...team, ada: at(team.ada, urlOf(name)), grace: at(team.grace, urlOf(name)) }),
    ),
  );
  expect(read[0]).toEqual(read[1]);
  expect(JSON.stringify(read[0])).toContain('At the version before');
});
