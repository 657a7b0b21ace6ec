// Upgrade and downgrade on one machine with the embedded database, while a page of the previous version stays open.
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Page, test } from '@playwright/test';
import { freePort } from '@wentwell/server/test/free-port';

import { openMailbox } from '../mailbox.ts';
import { spec } from '../spec-texts.ts';
import { expect, logIn, signedInAs } from '../walk.ts';
import {
  type Answers,
  addNote,
  contentsOf,
  makeTeam,
  readAll,
  type TeamOfBefore,
} from './team-of-before.ts';
import {
  isMigrating,
  report,
  runCommand,
  type Running,
  startVersion,
  type Version,
} from './versions.ts';

test.describe.configure({ mode: 'serial' });

let folder = '';
let place = { settings: {}, port: 0 };
let running: Running;
let team: TeamOfBefore;
let before: Answers;
/** Loaded from the previous version and never reloaded. */
let page: Page;

async function start(version: Version): Promise<void> {
  running = await startVersion(version, place);
}

/** A manual backup, if no migration makes one. */
async function backUpByHand(): Promise<void> {
  const backups = join(folder, 'backups');
  await mkdir(backups, { recursive: true });
  report(runCommand(['backup', backups], place.settings));
}

/** The composer of the page's column. */
async function writeOnPage(content: string): Promise<void> {
  const line = page.getByRole('textbox', { name: `Write a note: ${spec.board.wentWell}` });
  await line.fill(content);
  await line.press('Enter');
}

const note = (content: string) => page.getByRole('article').filter({ hasText: content });

const loads = () => page.evaluate(() => Reflect.get(window, 'loadedFrom'));

test.beforeAll(async ({ browser }) => {
  folder = await mkdtemp(join(tmpdir(), 'wentwell-upgrade-'));
  const port = await freePort();
  place = { settings: { DATA_DIR: folder, PUBLIC_URL: `http://localhost:${port}` }, port };
  page = await browser.newPage();
});
test.afterAll(async () => {
  await page.close();
  await running.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a team works with the previous version and keeps a board open', async () => {
  await start('old');
  const { url } = running;
  team = await makeTeam({ url, mail: openMailbox(url) });
  await signedInAs(page.context(), team.grace.token);
  await page.goto(url + team.meeting.path);
  await expect(note('Builds are slow')).toBeVisible();
  await writeOnPage('Written before the upgrade');
  await expect
    .poll(() => contentsOf(team.ada, team.meeting))
    .toContain('Written before the upgrade');
  await page.evaluate(() => Reflect.set(window, 'loadedFrom', 'the version before'));
  before = await readAll(team);
});

test('the new version backs the database up, migrates it, and starts', async () => {
  await running.stop();
  if (!isMigrating) await backUpByHand();
  await start('new');
  const log = running.output();
  const migrated = /backed up before migrating[^]*migrating the database[^]*is ready/;
  if (isMigrating) expect(log).toMatch(migrated);
  else expect(log).not.toMatch(/backed up|migrating/);
  report(log.match(/INFO: (backed up|migrating).*|Wentwell is ready.*/g)?.join('\n') ?? '');
});

test('all data is there, including sessions and passwords', async () => {
  expect(await readAll(team)).toMatchObject(before);
  expect(await logIn(team.ada.product, team.ada.email)).toEqual(expect.any(String));
});

test('the open page continues without a reload: it shows others’ changes and saves its own', async () => {
  await addNote(team.ada, team.meeting, 'Written after the upgrade');
  await expect(note('Written after the upgrade')).toBeVisible({ timeout: 60_000 });
  await writeOnPage('From the page of before');
  await expect.poll(() => contentsOf(team.ada, team.meeting)).toContain('From the page of before');
  expect(await loads()).toBe('the version before');
});

test('the previous version starts on the same database, or says why it cannot', async () => {
  const since = await readAll(team);
  await running.stop();
  const refusal = await start('old').then(
    () => null,
    (error: unknown) => String(error),
  );
  if (refusal === null) {
    // The new version may return fields that the previous version does not know.
    expect(since).toMatchObject(await readAll(team));
    report('The version before started on the same database: nothing is lost.');
  } else {
    expect(refusal).toContain('the database was made by a newer version of Wentwell');
    report(/Wentwell cannot start.*/.exec(refusal)?.[0] ?? '');
  }
});

test('the backup from before the upgrade is restored for the previous version', async () => {
  await running.stop();
  const [backup = ''] = await readdir(join(folder, 'backups'));
  const file = join(folder, 'backups', backup);
  report(runCommand(['restore', file, '--replace', '--keep-schema'], place.settings));
  await start('old');
  expect(await readAll(team)).toMatchObject(before);
  await expect(note('From the page of before')).toHaveCount(0, { timeout: 60_000 });
});

test('the open page continues with the previous version, again without a reload', async () => {
  await expect(note('Written before the upgrade')).toBeVisible();
  await addNote(team.ada, team.meeting, 'Written after the way back');
  await expect(note('Written after the way back')).toBeVisible({ timeout: 60_000 });
  await writeOnPage('From the page after the way back');
  await expect
    .poll(() => contentsOf(team.ada, team.meeting))
    .toContain('From the page after the way back');
  expect(await loads()).toBe('the version before');
});

test('the upgrade can be repeated', async () => {
  const again = await readAll(team);
  await running.stop();
  await start('new');
  expect(await readAll(team)).toMatchObject(again);
  expect(runCommand(['verify'], place.settings)).toContain('agree with the history');
});
