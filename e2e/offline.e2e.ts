// Two browsers on one board, one of them offline: its changes wait, are sent once, and finally both boards are equal.
import type { Page } from '@playwright/test';

import { addNote, cardOf, sitDown, startRetro, waiting } from './away-board.ts';
import { test } from './crew.ts';
import { judge } from './judge.ts';
import { expect } from './product.ts';
import { holdBack, ownAnswer, connected, runCommand, toasts } from './walk.ts';

const columns = ['Went Well', 'To Improve', 'Action Items'];

async function moveNote(page: Page, text: string, to: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for “${text}”` }).click();
  await page.getByRole('menuitem', { name: to }).click();
  await expect(page.getByRole('region', { name: to }).getByText(text)).toBeVisible();
}

/** The site responds, except to changes of notes. */
async function leaveUnanswered(page: Page, isOn: boolean): Promise<void> {
  await page.evaluate((on) => {
    if (on) localStorage.setItem('unanswered', 'yes');
    else localStorage.removeItem('unanswered');
  }, isOn);
}

/** The present cards of each column, from top to bottom. */
function boardOf(page: Page): Promise<string[][]> {
  const cardsIn = (name: string) => page.getByRole('region', { name }).getByRole('article');
  return Promise.all(
    columns.map((name) =>
      cardsIn(name).evaluateAll((cards) => cards.map((card) => card.ariaLabel ?? '')),
    ),
  );
}

test('C-33: offline changes wait, and both boards have them once after reconnecting', async ({
  browser,
  crew,
}) => {
  const board = await startRetro(crew);
  const robin = await sitDown(browser, crew.robin.token, board);
  const sasha = await sitDown(browser, crew.sasha.token, board);
  await addNote(robin, 'Went Well', 'From before');
  await expect(cardOf(sasha, 'From before')).toBeVisible();

  await test.step('Robin goes offline, and goes on', async () => {
    // The palette's code may not be loaded yet.
    await robin.keyboard.press('ControlOrMeta+K');
    await expect(robin.getByRole('combobox')).toBeFocused();
    await robin.keyboard.press('Escape');
    await expect(robin.getByRole('combobox')).toHaveCount(0);
    const finish = robin.getByRole('button', { name: 'Finish', exact: true });
    const placeOf = async () => (await finish.boundingBox())?.x;
    const place = await placeOf();
    await robin.context().setOffline(true);
    await addNote(robin, 'Went Well', 'Written away');
    await addNote(robin, 'To Improve', 'Written and moved away');
    await moveNote(robin, 'From before', 'To Improve');
    await expect(toasts(robin).getByText('Not sent yet.')).toBeVisible();
    await moveNote(robin, 'Written and moved away', 'Action Items');
    await expect(waiting(robin)).toHaveText('4 changes waiting to be sent');
    await expect(robin.getByText('Disconnected', { exact: true })).toBeVisible();
    const next = robin.getByRole('button', { name: /^Next: / });
    await expect(next).toBeDisabled();
    const reason = "You're offline. You can continue once you're back online.";
    await expect(next).toHaveAccessibleDescription(reason);
    await expect(finish).toBeDisabled();
    expect(await placeOf(), 'nothing moves').toBe(place);
    await robin.getByRole('button', { name: 'Jump to' }).click();
    await expect(robin.getByRole('menu')).toContainText(reason);
    await expect(robin.getByRole('menuitem', { name: 'Voting', exact: true })).toBeDisabled();
    await robin.keyboard.press('Escape');
    const told = toasts(robin).getByRole('group').filter({ hasText: reason });
    for (const press of [
      () => next.click({ force: true }),
      () => robin.keyboard.press(']'),
      ...['next', 'jump', 'finish'].map((word) => () => runCommand(robin, word)),
    ]) {
      await press();
      await expect(told).toBeVisible();
      await told.getByRole('button', { name: 'Dismiss' }).click();
      await expect(told).toHaveCount(0);
    }
  });

  await test.step('Sasha writes meanwhile', async () => {
    await addNote(sasha, 'Went Well', 'Written by Sasha');
    await expect(sasha.getByText('Written away')).toHaveCount(0);
    await expect(robin.getByText('Written by Sasha')).toHaveCount(0);
  });

  await test.step('back online, both see the same, nothing twice', async () => {
    await robin.context().setOffline(false);
    await expect(waiting(robin)).toHaveCount(0);
    await expect(connected(robin)).toBeVisible();
    const seenWith = (byRobin: string, bySasha: string): string[][] => [
      [`${byRobin}: Written away`, `${bySasha}: Written by Sasha`],
      [`${byRobin}: From before`],
      [`${byRobin}: Written and moved away`],
    ];
    await expect.poll(() => boardOf(sasha)).toEqual(seenWith('Note by Robin Field', 'Your note'));
    await expect.poll(() => boardOf(robin)).toEqual(seenWith('Your note', 'Note by Sasha Brook'));
  });
});

test('C-38 C-33 C-34: an unanswered change is marked, a refused one is kept with the reason, and signing out discards both', async ({
  browser,
  crew,
}) => {
  const robin = await sitDown(browser, crew.robin.token, await startRetro(crew));
  const release = await holdBack(robin, /\/notes$/);
  await addNote(robin, 'Went Well', 'Into a black hole');
  const mark = cardOf(robin, 'Into a black hole').getByText('Waiting to be sent');
  await expect(mark).toBeVisible();
  await expect(robin.getByText('Disconnected', { exact: true })).toBeVisible();
  await expect(waiting(robin)).toHaveText('1 change waiting to be sent');
  await judge(robin, 'board-waiting');
  await release();
  await expect(connected(robin)).toBeVisible();
  await expect(mark).toHaveCount(0);

  await test.step('C-33: a change refused by a busy or failing server is kept, with the reason', async () => {
    const answers = [
      { status: 500, detail: 'Something went wrong on our side. Please try again.' },
      { status: 503, detail: 'Service temporarily unavailable. Please try again later.' },
    ];
    await robin.route(/\/notes$/, (route) => {
      const answer = route.request().method() === 'POST' ? answers.shift() : undefined;
      if (!answer) return route.fallback();
      const own = ownAnswer({ detail: answer.detail }, answer.status);
      return route.fulfill({ ...own, headers: { ...own.headers, 'retry-after': '2' } });
    });
    await addNote(robin, 'Went Well', 'Kept');
    await expect(waiting(robin)).toHaveText(
      "1 change waiting to be sent. The server cannot save right now. We'll keep trying.",
    );
    await expect(waiting(robin)).toHaveCount(0);
    await expect(cardOf(robin, 'Kept')).toBeVisible();
    await expect(toasts(robin).getByRole('alert')).toHaveCount(0);
  });

  await test.step('C-34: signing out discards pending changes', async () => {
    await leaveUnanswered(robin, true);
    await addNote(robin, 'Went Well', 'Never to be sent');
    await expect(waiting(robin)).toHaveText('1 change waiting to be sent');
    await robin.getByRole('button', { name: 'Menu', exact: true }).click();
    await robin.getByRole('button', { name: /^Profile menu/ }).click();
    await robin.getByRole('menuitem', { name: 'Sign Out' }).click();
    await expect(robin).toHaveURL(/\/login/);
    const kept = await robin.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(kept).not.toContain('Never to be sent');
  });
});

test('C-34: another tab sends a closed tab’s pending changes, once and in order', async ({
  browser,
  crew,
}) => {
  const board = await startRetro(crew);
  const robin = await sitDown(browser, crew.robin.token, board);
  const other = await robin.context().newPage();
  await other.goto(board);
  await expect(connected(other)).toBeVisible();

  await leaveUnanswered(robin, true);
  await addNote(robin, 'Went Well', 'Left behind');
  await moveNote(robin, 'Left behind', 'Action Items');
  await addNote(robin, 'To Improve', 'Left behind, too');
  await expect(waiting(robin)).toHaveText('3 changes waiting to be sent');
  await expect(waiting(other)).toHaveCount(0);
  await robin.close();
  await expect(waiting(other)).toHaveText('3 changes waiting to be sent');
  const seenAs = (note: string): string[][] => [
    [],
    [`${note}: Left behind, too`],
    [`${note}: Left behind`],
  ];
  await expect.poll(() => boardOf(other)).toEqual(seenAs('Your note'));

  await leaveUnanswered(other, false);
  await expect(waiting(other)).toHaveCount(0);
  const sasha = await sitDown(browser, crew.sasha.token, board);
  expect(await boardOf(sasha)).toEqual(seenAs('Note by Robin Field'));
  expect(await boardOf(other)).toEqual(seenAs('Your note'));
});
