// Two browsers on one board, and the network goes away from one of them: what is done meanwhile waits, is sent once,
// and in the end both see the same board.
import type { Browser, Page } from '@playwright/test';

import { type Crew, test } from './crew.ts';
import { expect } from './product.ts';
import { newMeeting } from './walk.ts';

const columns = ['Went Well', 'To Improve', 'Action Items'];

/** A live meeting in the grouping phase, where everybody may write and move. Returns its page. */
async function startRetro({ team, robin }: Crew): Promise<string> {
  const { path } = await newMeeting(robin, { id: team.id, name: 'Away' }, { phase: 'grouping' });
  return robin.product.url + path;
}

async function sitDown(browser: Browser, token: string, board: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addInitScript((value) => localStorage.setItem('authToken', value), token);
  // The browser's own interception lets requests through while a page is left; this does not.
  await context.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (address, options) => {
      const { url, method } = new Request(address, options);
      const isChange = url.includes('/notes') && method !== 'GET';
      return isChange && localStorage.getItem('unanswered') !== null
        ? Promise.reject(new TypeError('Failed to fetch'))
        : fetch(address, options);
    };
  });
  const page = await context.newPage();
  await page.goto(board);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  return page;
}

async function addNote(page: Page, column: string, text: string): Promise<void> {
  await page
    .getByRole('region', { name: column })
    .getByRole('button', { name: /^Add Note/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Add Note' });
  await dialog.getByLabel('Content').fill(text);
  await dialog.getByRole('button', { name: 'Add Note' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: column }).getByText(text)).toBeVisible();
}

async function moveNote(page: Page, text: string, to: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for “${text}”` }).click();
  await page.getByRole('menuitem', { name: to }).click();
  await expect(page.getByRole('region', { name: to }).getByText(text)).toBeVisible();
}

/** The site still comes, and only changes of notes get no answer. */
async function leaveUnanswered(page: Page, isOn: boolean): Promise<void> {
  await page.evaluate((on) => {
    if (on) localStorage.setItem('unanswered', 'yes');
    else localStorage.removeItem('unanswered');
  }, isOn);
}

/** What stands in each column, from top to bottom, as it is at this moment. */
function boardOf(page: Page): Promise<string[][]> {
  const cardsIn = (name: string) => page.getByRole('region', { name }).getByRole('article');
  return Promise.all(
    columns.map((name) =>
      cardsIn(name).evaluateAll((cards) => cards.map((card) => card.ariaLabel ?? '')),
    ),
  );
}

const cardOf = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });
const waiting = (page: Page) => page.getByText(/waiting to be sent/);

test('C-33: changes made offline wait, and are on both boards once when the network is back', async ({
  browser,
  crew,
}) => {
  const board = await startRetro(crew);
  const robin = await sitDown(browser, crew.robin.token, board);
  const sasha = await sitDown(browser, crew.sasha.token, board);
  await addNote(robin, 'Went Well', 'From before');
  await expect(cardOf(sasha, 'From before')).toBeVisible();

  await test.step('Robin goes offline, and goes on', async () => {
    await robin.context().setOffline(true);
    await addNote(robin, 'Went Well', 'Written away');
    await addNote(robin, 'To Improve', 'Written and moved away');
    await moveNote(robin, 'From before', 'To Improve');
    await moveNote(robin, 'Written and moved away', 'Action Items');
    await expect(waiting(robin)).toHaveText('4 changes waiting to be sent');
    await expect(robin.getByText('Disconnected', { exact: true })).toBeVisible();
  });

  await test.step('Sasha writes meanwhile', async () => {
    await addNote(sasha, 'Went Well', 'Written by Sasha');
    await expect(sasha.getByText('Written away')).toHaveCount(0);
    await expect(robin.getByText('Written by Sasha')).toHaveCount(0);
  });

  await test.step('back online, both see the same, nothing twice', async () => {
    await robin.context().setOffline(false);
    await expect(waiting(robin)).toHaveCount(0);
    await expect(robin.getByText('Connected', { exact: true })).toBeVisible();
    const expected = [
      ['Note by Robin Field: Written away', 'Note by Sasha Brook: Written by Sasha'],
      ['Note by Robin Field: From before'],
      ['Note by Robin Field: Written and moved away'],
    ];
    await expect.poll(() => boardOf(sasha)).toEqual(expected);
    await expect.poll(() => boardOf(robin)).toEqual(expected);
  });
});

test('C-34: a reload keeps waiting changes', async ({ browser, crew }) => {
  const board = await startRetro(crew);
  const robin = await sitDown(browser, crew.robin.token, board);
  const sasha = await sitDown(browser, crew.sasha.token, board);

  await leaveUnanswered(robin, true);
  await addNote(robin, 'Went Well', 'Kept over a reload');
  await moveNote(robin, 'Kept over a reload', 'Action Items');
  await expect(waiting(robin)).toHaveText('2 changes waiting to be sent');
  await robin.reload();
  await expect(waiting(robin)).toHaveText('2 changes waiting to be sent');
  const column = robin.getByRole('region', { name: 'Action Items' });
  await expect(column.getByText('Kept over a reload')).toBeVisible();
  await expect(sasha.getByText('Kept over a reload')).toHaveCount(0);

  await leaveUnanswered(robin, false);
  const expected = [[], [], ['Note by Robin Field: Kept over a reload']];
  await expect.poll(() => boardOf(sasha)).toEqual(expected);
  await expect(waiting(robin)).toHaveCount(0);
  await expect.poll(() => boardOf(robin)).toEqual(expected);
  const kept = await robin.evaluate(() => Object.keys(localStorage));
  expect(kept.filter((name) => name.startsWith('boardCommands'))).toEqual([]);
});

test('C-34: waiting changes of a closed tab are sent by the other tab, once and in order', async ({
  browser,
  crew,
}) => {
  const board = await startRetro(crew);
  const robin = await sitDown(browser, crew.robin.token, board);
  const other = await robin.context().newPage();
  await other.goto(board);
  await expect(other.getByText('Connected', { exact: true })).toBeVisible();

  await leaveUnanswered(robin, true);
  await addNote(robin, 'Went Well', 'Left behind');
  await moveNote(robin, 'Left behind', 'Action Items');
  await addNote(robin, 'To Improve', 'Left behind, too');
  await expect(waiting(robin)).toHaveText('3 changes waiting to be sent');
  await expect(waiting(other)).toHaveCount(0);
  await robin.close();
  await expect(waiting(other)).toHaveText('3 changes waiting to be sent');
  const note = 'Note by Robin Field: Left behind';
  const expected = [[], [`${note}, too`], [note]];
  await expect.poll(() => boardOf(other)).toEqual(expected);

  await leaveUnanswered(other, false);
  await expect(waiting(other)).toHaveCount(0);
  const sasha = await sitDown(browser, crew.sasha.token, board);
  expect(await boardOf(sasha)).toEqual(expected);
  expect(await boardOf(other)).toEqual(expected);
});

test('C-33: a change that a busy or failing server refuses is kept, and the person is told why', async ({
  browser,
  crew,
}) => {
  const robin = await sitDown(browser, crew.robin.token, await startRetro(crew));
  const toasts = robin.getByRole('region', { name: 'Notifications' });
  const answers = [
    { status: 500, detail: 'Something went wrong on our side. Please try again.' },
    { status: 503, detail: 'Service temporarily unavailable. Please try again later.' },
  ];
  await robin.route(/\/notes$/, (route) => {
    const answer = route.request().method() === 'POST' ? answers.shift() : undefined;
    if (!answer) return route.fallback();
    const { status, ...json } = answer;
    return route.fulfill({ status, json, headers: { 'retry-after': '2' } });
  });
  await addNote(robin, 'Went Well', 'Kept');
  await expect(waiting(robin)).toHaveText(
    '1 change waiting to be sent. The server cannot save right now and is asked again by itself.',
  );
  await expect(waiting(robin)).toHaveCount(0);
  await expect(cardOf(robin, 'Kept')).toBeVisible();
  await expect(toasts.getByRole('alert')).toHaveCount(0);
});

test('a page whose code fails to load says so, opens by itself later, and loses nothing', async ({
  browser,
  crew,
}) => {
  const robin = await sitDown(browser, crew.robin.token, await startRetro(crew));
  // Code that comes next is fetched ahead: here that fails as well.
  await robin.route(/\/assets\/TeamMembers-/, (route) => route.abort());
  const gone = [/\/assets\/Profile-/, /\/assets\/BoardSettings-/, /\/assets\/LeadDialogs-/];
  for (const each of gone) await robin.route(each, (route) => route.fulfill({ status: 404 }));
  await robin.reload();
  await expect(robin.getByText('Connected', { exact: true })).toBeVisible();
  await robin.evaluate(() => Object.assign(window, { sameDocument: true }));
  const missing = robin.getByRole('heading', { name: 'This page could not be loaded' });

  await test.step('offline, with a change that waits and a draft in an open dialog', async () => {
    await robin.context().setOffline(true);
    await addNote(robin, 'Went Well', 'Written away');
    const add = robin.getByRole('region', { name: 'To Improve' }).getByRole('button');
    await add.filter({ hasText: 'Add Note' }).click();
    await robin.getByRole('dialog').getByLabel('Content').fill('Half a thought');
    const members = robin.getByRole('link', { name: 'Members', includeHidden: true });
    await members.first().evaluate((link: HTMLElement) => link.click());
    await expect(missing).toBeVisible();
    await expect(robin.getByRole('link', { name: 'Meetings', exact: true })).toBeVisible();
    await robin.getByRole('button', { name: 'Try again' }).click();
    await expect(missing).toBeVisible();
  });

  await test.step('back online the page opens by itself, and nothing is lost', async () => {
    await robin.unroute(/\/assets\/TeamMembers-/);
    await robin.context().setOffline(false);
    await expect(robin.getByRole('heading', { name: 'Team Members' })).toBeVisible();
    await robin.goBack();
    await expect(cardOf(robin, 'Written away')).toBeVisible();
    await expect(waiting(robin)).toHaveCount(0);
    const add = robin.getByRole('region', { name: 'To Improve' }).getByRole('button');
    await add.filter({ hasText: 'Add Note' }).click();
    const content = robin.getByRole('dialog').getByLabel('Content');
    await expect(content).toHaveValue('Half a thought');
  });

  await test.step('also where a file is missing on the server, and asked for by hand', async () => {
    await robin.keyboard.press('Escape');
    await robin.getByRole('button', { name: /^Profile menu/ }).click();
    await robin.getByRole('menuitem', { name: 'Profile Settings' }).click();
    await expect(missing).toBeVisible();
    await robin.unroute(/\/assets\/Profile-/);
    const opened = expect(robin.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
    // The page tries again by itself as well, and may be first.
    await Promise.race([robin.getByRole('button', { name: 'Try again' }).click(), opened]);
    await opened;
  });

  await test.step('a dialog of the meeting says so too, until its file is there', async () => {
    await robin.goBack();
    await expect(cardOf(robin, 'Written away')).toBeVisible();
    const notices = robin.getByRole('region', { name: 'Notifications' });
    const part = notices.getByText('This part of the page could not be loaded');
    const dialogs = [
      { asked: 'Board settings', file: /\/assets\/BoardSettings-/, name: 'Board Settings' },
      { asked: 'Hand over', file: /\/assets\/LeadDialogs-/, name: 'Hand Over Meeting' },
    ];
    for (const { asked, file, name } of dialogs) {
      await robin.keyboard.press('ControlOrMeta+K');
      await robin.getByRole('combobox').fill(asked);
      await robin.keyboard.press('Enter');
      await expect(part).toBeVisible();
      // It may be gone for good, with the version that it belongs to.
      await expect(notices.getByRole('button', { name: 'Reload' })).toBeVisible();
      await robin.unroute(file);
      await expect(robin.getByRole('dialog', { name })).toBeVisible();
      await expect(part).toBeHidden();
      await robin.keyboard.press('Escape');
      await expect(robin.getByRole('dialog', { name })).toBeHidden();
    }
  });
  expect(await robin.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('pages that were never open are there offline, because their code is fetched ahead', async ({
  browser,
  crew,
}) => {
  const robin = await sitDown(browser, crew.robin.token, await startRetro(crew));
  const isHere = (name: string) =>
    robin.evaluate((wanted) => {
      const files = performance.getEntriesByType('resource');
      return files.some((file) => file.name.includes(`/assets/${wanted}-`));
    }, name);
  for (const name of ['Dashboard', 'Meetings', 'TeamMembers', 'Profile', 'ManageTeams']) {
    await expect.poll(() => isHere(name), { message: name }).toBe(true);
  }
  await robin.context().setOffline(true);
  const members = robin.getByRole('link', { name: 'Members', includeHidden: true });
  await members.first().evaluate((link: HTMLElement) => link.click());
  await expect(robin.getByRole('heading', { name: 'Team Members', exact: true })).toBeVisible();
  await robin.getByRole('button', { name: /^Profile menu/ }).click();
  await robin.getByRole('menuitem', { name: 'Profile Settings' }).click();
  await expect(robin.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
});

test('C-34: signing out discards waiting changes', async ({ browser, crew }) => {
  const robin = await sitDown(browser, crew.robin.token, await startRetro(crew));
  await leaveUnanswered(robin, true);
  await addNote(robin, 'Went Well', 'Never to be sent');
  await expect(waiting(robin)).toHaveText('1 change waiting to be sent');
  await robin.getByRole('button', { name: /^Profile menu/ }).click();
  await robin.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(robin).toHaveURL(/\/login/);
  const kept = await robin.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(kept).not.toContain('Never to be sent');
});
