// The meeting page's frame, measured: how much of a board is visible, what stays in view, and that nothing moves.
import type { Locator, Page, ViewportSize } from '@playwright/test';

import { test } from './crew.ts';
import { isAllSizes } from './each-size.ts';
import { newBoard, openAs } from './frame-board.ts';
import {
  cards,
  expectNoPageScroll,
  fixedParts,
  gaze,
  scrollers,
  shifts,
  watchShifts,
  wholeNotes,
} from './frame-measures.ts';
import { spec } from './spec-texts.ts';
import { expect, holdBack } from './walk.ts';

const boardPhases = Object.entries(spec.phases).filter(([phase]) => phase !== 'joining');

/** The minimum number of whole one-line notes. */
const allSizes: readonly (ViewportSize & { atLeast: number })[] = [
  { width: 2560, height: 1440, atLeast: 54 },
  { width: 1440, height: 900, atLeast: 21 },
  { width: 1280, height: 800, atLeast: 18 },
  { width: 820, height: 1180, atLeast: 18 },
  // A desk at 200 % zoom.
  { width: 640, height: 400, atLeast: 2 },
  { width: 390, height: 844, atLeast: 5 },
  { width: 360, height: 640, atLeast: 3 },
];
/** Per commit only a desk's and a phone's sizes between the extremes. */
const sizes = allSizes.filter(({ width }) => isAllSizes || ![1440, 820].includes(width));
const phoneWidth = 640;

/** In Discussing the topics cover the board. */
async function showBoard(page: Page, phase: string): Promise<void> {
  // With a discussed topic, the review replaces the board at the end.
  const isElsewhere = phase === 'discussing' || phase === 'closing_ready';
  if (isElsewhere) await page.keyboard.press('b');
}

/** How much of a text is cut off at the bottom, in px. */
function hiddenLines(text: Locator): Promise<number> {
  return text.evaluate((element) => element.scrollHeight - element.clientHeight);
}

function hiddenWidth(text: Locator): Promise<number> {
  return text.evaluate((element) => element.scrollWidth - element.clientWidth);
}

for (const count of isAllSizes ? [40, 150] : [60]) {
  test(`${count} notes: the promised number is whole, and fixed parts stay in view`, async ({
    page,
    crew,
  }) => {
    const board = await newBoard(crew, count);
    await openAs(page, crew.robin, board);

    await test.step('at any scroll the bar and the columns’ headers are in view, and the page itself does not scroll', async () => {
      for (const { width, height } of sizes) {
        await page.setViewportSize({ width, height });
        const before = await fixedParts(page);
        for (const scroller of await scrollers(page).all()) {
          for (const at of [0.5, 1]) {
            await scroller.evaluate((element, share) => {
              element.scrollTop = share * (element.scrollHeight - element.clientHeight);
            }, at);
          }
          // Overscrolling must scroll nothing behind the column.
          await scroller.hover();
          await page.mouse.wheel(0, 2000);
        }
        await expectNoPageScroll(page);
        expect(await fixedParts(page), `${width} × ${height}`).toEqual(before);
      }
    });

    await test.step('at 200 % zoom two are whole wherever one has scrolled to', async () => {
      await page.setViewportSize({ width: 640, height: 400 });
      for (let at = 300; at < 400; at += 10) {
        await scrollers(page)
          .first()
          .evaluate((element, px) => {
            element.scrollTop = px;
          }, at);
        await expect.poll(() => wholeNotes(page), `${at} px`).toBeGreaterThanOrEqual(2);
      }
    });

    await test.step('in every phase and at each size as many notes are whole as are promised, and the board keeps its place', async () => {
      const tops = new Map<string, number | undefined>();
      for (const [phase, label] of boardPhases) {
        await board.moveTo(phase);
        await expect(page.locator('[aria-current=step]')).toContainText(label);
        await showBoard(page, phase);
        for (const { width, height, atLeast } of sizes) {
          await page.setViewportSize({ width, height });
          const toTop = (all: Element[]) => all.forEach((each) => (each.scrollTop = 0));
          await scrollers(page).evaluateAll(toTop);
          const isPhone = width < phoneWidth;
          const wanted = Math.min(atLeast, isPhone ? count / 3 : count);
          const what = `${phase}, ${width} × ${height}`;
          await expect.poll(() => wholeNotes(page), what).toBeGreaterThanOrEqual(wanted);
          const bar = await page.locator('.meeting-bar').boundingBox();
          expect(bar?.height, what).toBeLessThanOrEqual(isPhone ? 48 : 56);
          const top = (await page.locator('.note-board').boundingBox())?.y;
          const size = `${width} × ${height}`;
          expect(top, what).toBe(tops.get(size) ?? top);
          tops.set(size, top);
        }
      }
    });
  });
}

test('on a phone a member reads a phase’s whole sentence, and why nothing can be added; it covers no waiting room, topic or review', async ({
  page,
  crew,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const board = await newBoard(crew, 3);
  await board.moveTo('writing');
  await openAs(page, crew.sasha, board);
  for (const [phase, label] of boardPhases) {
    // In voting the remaining votes replace it.
    if (phase === 'voting') continue;
    await board.moveTo(phase);
    await expect(page.locator('[aria-current=step]')).toContainText(label);
    expect(await hiddenLines(page.locator('.phase-purpose > p').first()), phase).toBe(0);
    // A hint over the cards, without its own row.
    const { height } = (await page.locator('.status-line').boundingBox()) ?? {};
    expect(height, phase).toBe(0);
    // Later phases show the board on demand only.
    if (phase !== 'revealing') continue;
    await expect(page.locator('.column-not-now').filter({ visible: true })).toHaveCount(1);
  }

  const purpose = page.locator('.phase-purpose');
  for (const phase of ['discussing', 'closing_ready', 'joining', 'writing']) {
    await board.moveTo(phase);
    await expect(purpose).toHaveAttribute('data-phase', phase);
    const opacity = phase === 'writing' ? '1' : '0';
    // A sentence over the columns goes by itself, later.
    await expect(purpose).toHaveCSS('opacity', opacity, { timeout: 2_000 });
  }
});

test('on a desk the title has 320 px in every phase, and the sentence mentions hidden notes only if there are any', async ({
  page,
  crew,
}) => {
  const board = await newBoard(crew, 3);
  await openAs(page, crew.robin, board);
  for (const [phase, label] of Object.entries(spec.phases)) {
    await board.moveTo(phase);
    await expect(page.locator('[aria-current=step]')).toContainText(label);
    for (const width of [1280, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const box = await page.locator('.meeting-title').boundingBox();
      expect(box?.width, `${label} at ${width}`).toBeGreaterThanOrEqual(320);
    }
  }

  const purpose = page.locator('.phase-purpose > p').first();
  for (const hide_notes of [true, false]) {
    await board.change({ settings: { hide_notes } });
    await board.moveTo('writing');
    await expect(page.locator('[aria-current=step]')).toContainText(spec.phases.writing);
    const said = expect(purpose, hide_notes ? 'face down' : 'open');
    await (hide_notes ? said : said.not).toContainText('hidden until');
  }
});

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test(`${viewport.width} px: adding, dropping and phase changes move nothing in view`, async ({
    page,
    crew,
  }) => {
    const isPhone = viewport.width < phoneWidth;
    await page.setViewportSize(viewport);
    // Include animated parts.
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const board = await newBoard(crew, 60);
    await board.moveTo('writing');
    await openAs(page, crew.robin, board);
    await expect(cards(page)).toHaveCount(60);
    const first = page.locator('.note-column').first();
    for (const scroller of await scrollers(page).all()) {
      await scroller.evaluate((element) => (element.scrollTop = 390));
    }
    const seen = first.getByText('Number 37', { exact: true });
    // Off-screen cards have estimated heights, so a scroll target in px is unknown.
    await seen.evaluate((element) => {
      const scroller = element.closest('.column-scroller');
      if (!scroller) throw new Error('the note is in no column');
      const middle = scroller.getBoundingClientRect().top + scroller.clientHeight / 2;
      scroller.scrollTop += element.getBoundingClientRect().top - middle;
    });
    await expect(seen).toBeInViewport();
    const before = await gaze(page, seen);
    await watchShifts(page);

    await test.step('somebody else adds', async () => {
      await board.addAs(crew.sasha, 'went_well', 'By Sasha');
      await expect(first.getByText('21 notes')).toBeVisible();
      expect(await hiddenWidth(first.getByText('21 notes'))).toBe(0);
      expect(await gaze(page, seen)).toEqual(before);
    });
    await test.step('the phases change, and the code of ballots comes late', async () => {
      const bringBallots = await holdBack(page, '**/TopicVotes-*');
      for (const [phase, label] of boardPhases) {
        // On a desk other phases differ only in rights.
        if (!isPhone && !isAllSizes && !['voting', 'discussing'].includes(phase)) continue;
        // There the review replaces the board.
        if (phase === 'closing_ready') continue;
        await board.moveTo(phase);
        await expect(page.locator('[aria-current=step]')).toContainText(label);
        await showBoard(page, phase);
        expect(await gaze(page, seen), phase).toEqual(before);
        if (phase !== 'voting') continue;
        await bringBallots();
        await expect(page.getByRole('group', { name: /^Your votes/ }).first()).toBeVisible();
        expect(await gaze(page, seen), 'with its ballots').toEqual(before);
      }
    });
    expect(await shifts(page), 'nothing has shifted').toEqual([]);
    await test.step('one adds oneself', async () => {
      await board.moveTo('grouping');
      await expect(page.locator('[aria-current=step]')).toContainText(spec.phases.grouping);
      await first.getByRole('button', { name: spec.board.addNote }).click();
      await page.getByLabel('Content').fill('By Robin');
      await page.keyboard.press('Control+Enter');
      await expect(first.getByText('22 notes')).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect(await gaze(page, seen)).toEqual(before);
    });
    await test.step('a note is dropped in another column', async () => {
      const note = first.getByText('Number 31', { exact: true });
      const target = isPhone
        ? page.getByRole('group', { name: 'Column' }).getByRole('button').nth(1)
        : page.locator('.note-column').nth(1);
      await dragTo(page, note, target);
      await expect(first.getByText('21 notes')).toBeVisible();
      expect(await gaze(page, seen)).toEqual(before);
    });
    await test.step('a note that is held at an edge of its column scrolls it, and nothing else', async () => {
      const scroller = scrollers(page).first();
      const top = (): Promise<number> => scroller.evaluate((element) => element.scrollTop);
      const [from, list, start] = [
        await seen.boundingBox(),
        await scroller.boundingBox(),
        await top(),
      ];
      if (!from || !list) throw new Error('nothing to drag');
      await page.mouse.move(from.x + 8, from.y + 8);
      await page.mouse.down();
      await page.mouse.move(from.x + 20, list.y + list.height - 8, { steps: 3 });
      await expect.poll(top).toBeGreaterThan(start + 60);
      await page.mouse.move(from.x + 20, list.y + 8, { steps: 3 });
      await expect.poll(top).toBeLessThan(start - 60);
      await page.keyboard.press('Escape');
      await page.mouse.up();
      await expect(first.getByText('21 notes')).toBeVisible();
    });
    await expectNoPageScroll(page);
  });
}

/**
 * Drags with the mouse across the source column's lower edge, where a page would start to scroll, to the target's free upper
 * part. In leaps, because a column scrolls under a held note.
 */
async function dragTo(page: Page, note: Locator, target: Locator): Promise<void> {
  const from = await note.boundingBox();
  const to = await target.boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  if (!from || !to) throw new Error('nothing to drag');
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 20, { steps: 3 });
  await page.mouse.move(from.x + 20, height - 4);
  await page.mouse.move(from.x + 24, height - 2, { steps: 12 });
  // Like a hand, which never rests quite still, and releases once the target is marked.
  await expect(async () => {
    await page.mouse.move(to.x + to.width / 2 + 2, to.y + 20);
    await page.mouse.move(to.x + to.width / 2, to.y + 20);
    await expect(target).not.toHaveCSS('outline-color', 'rgba(0, 0, 0, 0)', { timeout: 1000 });
  }).toPass();
  await page.mouse.up();
}
