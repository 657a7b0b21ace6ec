// A team of four with their notes, each on their own page; and the pictures of the facilitator's guide.
import { fileURLToPath } from 'node:url';

import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test';

import { theme } from './judge.ts';
import { sendLittle } from './product.ts';
import { spec } from './spec-texts.ts';
import { call, expect, join, newPerson, newTeam, signedInAs, type Somebody } from './walk.ts';

const names = [
  ['Robin', 'Field'],
  ['Sasha', 'Brook'],
  ['Kim', 'Osei'],
  ['Noor', 'Haddad'],
] as const;

export interface Four {
  team: { id: string; name: string };
  /** The team's admin, who leads. */
  robin: Somebody;
  sasha: Somebody;
  kim: Somebody;
  noor: Somebody;
}

/** `mark` distinguishes their addresses from those of other teams. */
export async function newFour(product: Somebody['product'], mark: string): Promise<Four> {
  const [robin, sasha, kim, noor] = await Promise.all(
    names.map(([first, last]) =>
      newPerson(product, `${first.toLowerCase()}-${mark}@example.com`, [first, last]),
    ),
  );
  if (!robin || !sasha || !kim || !noor) throw new Error('four people are made');
  const name = 'Harbour';
  const { id } = await newTeam(robin, name);
  for (const guest of [sasha, kim, noor]) await join(robin, id, guest);
  return { team: { id, name }, robin, sasha, kim, noor };
}

export const texts = {
  checkout: 'The checkout went out without a rollback',
  pairing: 'Pairing on the search index was a joy',
  receipts: 'Customers like the new receipts',
  slowBuilds: 'Builds take forty minutes on Fridays',
  flaky: 'Browser tests fail every second build',
  queue: 'Slow builds block the merge queue',
  late: 'We learn of new requirements in the demo',
  alerts: 'Nobody reads the alerts channel any more',
  support: 'Ask support to join our planning',
};

/** A page at this person's present place, in the guide's theme. */
export async function seatOf(
  browser: Browser,
  { who, path, ...options }: BrowserContextOptions & { who: Somebody; path: string },
): Promise<Page> {
  const context = await browser.newContext(options);
  await sendLittle(context);
  await context.addInitScript((id) => localStorage.setItem('theme', id), theme);
  await signedInAs(context, who.token);
  const page = await context.newPage();
  await page.goto(who.product.url + path);
  return page;
}

export async function addNoteAs(
  who: Somebody,
  meeting: { id: string },
  [note_type, content]: readonly [type: string, content: string],
): Promise<void> {
  await call(who, ['POST', `/api/v1/meetings/${meeting.id}/notes`], { note_type, content });
}

export const button = (page: Page | Locator, name: string | RegExp): Locator =>
  page.getByRole('button', { name });
export const region = (page: Page, name: string): Locator =>
  page.getByRole('region', { name, exact: true });
export const columnOf = (page: Page, name: string): Locator => page.getByRole('region', { name });
/** The topic's action items, beside it. */
export const topicActions = (page: Page): Locator =>
  page.getByRole('complementary', { name: 'Action items of the topic' });

/** The report, copied by the menu of exports. `afterPress` runs before the copy is expected. */
export async function copiedReport(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(page, 'Export').click();
  await page.getByRole('menuitem', { name: 'Copy as Markdown' }).click();
  await expect(page.getByText('Report copied as Markdown')).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Opens Board settings from the bar's menu, or by "Prepare" before the start. */
export async function openBoardSettings(
  page: Page,
  menu: 'Prepare' | 'Meeting menu' = 'Meeting menu',
): Promise<Locator> {
  await button(page, menu).click();
  await page.getByRole('menuitem', { name: 'Board settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Board settings' });
  await expect(settings).toBeVisible();
  return settings;
}

export async function expectPhase(page: Page, phase: string): Promise<void> {
  await expect(page.locator('[aria-current=step]')).toContainText(phase);
}

export async function goOn(page: Page, phase: string): Promise<void> {
  await button(page, spec.meeting.next(phase)).click();
  await expectPhase(page, phase);
}

/** A picture for docs/facilitating.md, saved if UPDATE_GUIDE=1. */
export async function pictureForGuide(page: Page, name: string): Promise<void> {
  if (!process.env['E2E_PICTURES'] || !process.env['UPDATE_GUIDE']) return;
  // Without notices and hover.
  await page.mouse.move(720, 899);
  const notices = page.getByRole('region', { name: 'Notifications' }).getByRole('button');
  await expect(notices).toHaveCount(0);
  const path = fileURLToPath(new URL(`../docs/guide/${name}.png`, import.meta.url));
  await page.screenshot({ path, animations: 'disabled' });
}
