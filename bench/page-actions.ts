// User actions on a measured board.
import type { Page } from '@playwright/test';

import { percentile } from './rows.ts';

const ownNotes = 60;
/** Pause between notes in ms: a user's minimum writing time. */
const writing = 500;
const foreignChanges = { count: 150, every: 20 };

export function worst(values: readonly number[]): number {
  // The browser does not report durations under 16 ms.
  return Math.max(16, ...values);
}

const addButton = (page: Page) => page.getByRole('button', { name: /^Add Note/ }).first();

/** Opens the note dialog twice, because the first time may load code. */
export async function typeInComposer(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const isLast of [false, true]) {
    await addButton(page).click();
    await dialog.getByLabel('Content').waitFor();
    if (isLast) return;
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  }
}

/** In ms, of the frames during `act`. */
export async function longestFrame(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => window.watchFrames(true));
  await act();
  return page.evaluate(() => {
    window.watchFrames(false);
    return Math.max(...window.watched.frames.splice(0));
  });
}

/** Drags a note to another column's header, over about 20 frames. */
export async function dragOnce(page: Page) {
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  const frames = (): Promise<number[]> => page.evaluate(() => window.watched.frames.splice(0));
  await page.evaluate(() => window.watchFrames(true));
  await page.waitForTimeout(300);
  const resting = await frames();
  // The column's newest note is visible without scrolling, which would move cards with estimated heights.
  const from = await page
    .getByRole('region', { name: 'Went Well' })
    .getByRole('article')
    .first()
    .boundingBox();
  const to = await page.getByRole('region', { name: 'To Improve' }).boundingBox();
  if (!from || !to) throw new Error('the board is not where it was');
  await frames();
  await page.mouse.move(from.x + 40, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 80, from.y + 40, { steps: 5 });
  // Drop on the header. On a card, the notes would be grouped.
  await page.mouse.move(to.x + to.width / 2, to.y + 24, { steps: 20 });
  await page.mouse.up();
  await page.waitForTimeout(200);
  const carrying = await frames();
  await page.evaluate(() => window.watchFrames(false));
  return { longestFrame: Math.max(...carrying), restingFrame: Math.max(...resting) };
}

/** Types while another user changes the board 50 times a second. */
export async function changeAtPace(page: Page, change: (n: number) => Promise<unknown>) {
  await page.evaluate(() => {
    window.watched.longTasks.splice(0);
    window.watched.interactions.splice(0);
  });
  const changes: Promise<unknown>[] = [];
  const began = performance.now();
  for (let n = 0; n < foreignChanges.count; n += 1) {
    changes.push(change(n));
    if (n % 10 === 0) await page.keyboard.type('x');
    const due = began + (n + 1) * foreignChanges.every;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
  }
  await Promise.all(changes);
  await page.waitForTimeout(500);
  const { longTasks, interactions } = await page.evaluate(() => window.watched);
  await page.keyboard.press('Escape');
  return {
    longestTask: Math.max(0, ...longTasks.map(({ ms }) => ms)),
    typing: worst(interactions),
  };
}

/**
 * Measures from Enter to the note's paint, on the own page (median, latest frame) and another page (p95, maximum).
 * Alternates between the dialog and the column's inline composer.
 */
export async function measureOwnNotes(here: Page, there: Page) {
  const own: number[] = [];
  const frames: number[] = [];
  const others: number[] = [];
  for (let n = 0; n < ownNotes; n += 1) {
    await here.waitForTimeout(writing);
    const text = `Fresh ${n} ${Math.random().toString(36).slice(2)}`;
    const seen = [here, there].map((page) => watchFor(page, text));
    const isInDialog = n % 2 === 0;
    if (isInDialog) await addButton(here).click();
    const field = isInDialog
      ? here.getByRole('dialog').getByLabel('Content')
      : here.getByRole('textbox', { name: 'Write a note: Went Well' });
    await field.fill(text);
    await here.waitForTimeout(writing);
    await here.keyboard.press(isInDialog ? 'Control+Enter' : 'Enter');
    const [seenHere, seenThere] = await Promise.all(seen);
    const enterAt = await here.evaluate(() => window.watched.enterAt);
    if (!seenHere || !seenThere) throw new Error('a note was not seen');
    own.push(seenHere.at - enterAt);
    frames.push(seenHere.frame);
    others.push(seenThere.at - enterAt);
  }
  return {
    own: percentile(own, 0.5),
    frames: Math.max(...frames),
    others: percentile(others, 0.95),
    slowest: Math.max(...others),
  };
}

function watchFor(page: Page, text: string) {
  return page.evaluate((wanted) => window.seen(wanted), text);
}

/** The median of the same on a plain HTML page that prepends the text to a list. */
export async function measurePlainNotes(page: Page): Promise<number> {
  await page.evaluate(() => {
    const field = document.querySelector('textarea');
    field?.addEventListener('keydown', ({ key }) => {
      if (key !== 'Enter') return;
      const article = document.createElement('article');
      article.textContent = field.value;
      document.querySelector('main')?.prepend(article);
      field.value = '';
    });
  });
  const own: number[] = [];
  for (let n = 0; n < ownNotes; n += 1) {
    const text = `Plain ${n} ${Math.random().toString(36).slice(2)}`;
    const seen = watchFor(page, text);
    await page.locator('textarea').fill(text);
    await page.keyboard.press('Control+Enter');
    const { at } = await seen;
    own.push(at - (await page.evaluate(() => window.watched.enterAt)));
  }
  return percentile(own, 0.5);
}
