// Controls that others cover: what lies under a raised hand, where Tab leads, and what an offline phone says.
import type { Page } from '@playwright/test';

import { test } from './crew.ts';
import { newBoard, openAs } from './frame-board.ts';
import { coveredControls, textFaults } from './layout-faults.ts';
import { judgeRoom, names, spacedNarrow } from './little-room.ts';
import { spec } from './spec-texts.ts';
import { call, expect, signedInAs } from './walk.ts';

test('on a phone everything under a raised hand can be scrolled into view', async ({
  page,
  crew: { robin, sasha, team },
}) => {
  const board = await newBoard({ robin, sasha, team }, 30);
  await page.setViewportSize({ width: 390, height: 700 });
  await openAs(page, robin, board);
  for (const phase of ['grouping', 'discussing'] as const) {
    await board.moveTo(phase);
    await expect(page.locator('[aria-current=step]')).toContainText(spec.phases[phase]);
    await call(sasha, ['PUT', `/api/v1${board.path}/hand`], { raised: true });
    await expect(page.getByText('has a hand up')).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    expect(await coveredControls(page), phase).toEqual([]);
  }
  // The topic's buttons, and the hand's row over its panes.
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Page.setFontSizes', { fontSizes: { standard: 24 } });
  await page.setViewportSize({ width: 768, height: 1024 });
  expect(await coveredControls(page), 'letters of 24 px at 768 px').toEqual([]);
  await cdp.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  await judgeRoom(page, 'a raised hand in Discussing', [spacedNarrow]);
});

test('on a phone nothing covers a control that Tab leads to', async ({
  page,
  crew: { robin, sasha, team },
}) => {
  test.slow();
  const board = await newBoard({ robin, sasha, team }, 15);
  await openAs(page, robin, board);
  const cdp = await page.context().newCDPSession(page);
  for (const [phase, raised] of [
    ['voting', false],
    ['discussing', false],
    ['discussing', true],
    ['closing_ready', true],
  ] as const) {
    await board.moveTo(phase);
    await call(sasha, ['PUT', `/api/v1${board.path}/hand`], { raised });
    await expect(page.getByText('has a hand up')).toHaveCount(raised ? 1 : 0);
    for (const [width, height, standard] of [
      [390, 664, 16],
      [768, 700, 24],
    ] as const) {
      await cdp.send('Page.setFontSizes', { fontSizes: { standard } });
      await page.setViewportSize({ width, height });
      const what = `${phase}, ${width} px${raised ? ', a raised hand' : ''}`;
      expect(await coveredByTab(page), what).toEqual([]);
    }
  }
});

/** Controls that others cover while they have the focus, up to the first control again. */
async function coveredByTab(page: Page): Promise<string[]> {
  const covered: string[] = [];
  await page.keyboard.press('Tab');
  const first = await page.evaluateHandle(() => document.activeElement);
  for (let presses = 0; presses < 40; presses += 1) {
    const fault = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return null;
      const { left, top, width, height } = focused.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      const own = focused.closest('label') ?? focused;
      return own.contains(hit) || hit?.contains(own) === true ? null : focused.outerHTML;
    });
    if (fault !== null) covered.push(fault.slice(0, 120));
    await page.keyboard.press('Tab');
    if (await first.evaluate((one) => one === document.activeElement)) break;
  }
  return covered;
}

for (const who of ['robin', 'sasha'] as const) {
  test(`on an offline phone ${who} can read every message about it`, async ({
    page,
    context,
    crew,
  }) => {
    const board = await newBoard(crew, 9);
    await board.moveTo('writing');
    await page.setViewportSize({ width: 360, height: 640 });
    await openAs(page, crew[who], board);
    await context.setOffline(true);
    const line = page.locator('.note-composer textarea').filter({ visible: true });
    await line.fill(`Offline by ${who}`);
    await page.keyboard.press('Enter');
    await expect(page.getByText('1 change waiting to be sent')).toBeVisible();
    await expect(page.getByText('Offline · 1 change waiting')).toBeVisible();
    await expect(page.getByText('Connection lost')).toBeAttached();
    const step = page.getByRole('button', { name: who === 'robin' ? /^Next/ : "I'm done" });
    await expect(step).toContainText("When you're back");
    expect(await textFaults(page, names)).toEqual({ cut: [], overlapping: [] });
    expect(await coveredControls(page)).toEqual([]);
  });
}

test('a menu stays in the window beside its trigger, and scrolls where the window is low', async ({
  page,
  crew: { robin },
}) => {
  await signedInAs(page.context(), robin.token);
  for (const [width, height] of [
    [1366, 625],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`${robin.product.url}/dashboard`);
    const trigger = page.getByRole('button', { name: /^Profile menu/ });
    await trigger.click();
    const last = page.getByRole('menuitem', { name: spec.topBar.signOut });
    await expect(last).toBeVisible();
    const menu = page.getByRole('menu');
    // Chromium scrolls a popup back while it still settles on its side.
    await expect(async () => {
      await page.keyboard.press('Home');
      await page.keyboard.press('End');
      await expect(last).toBeInViewport({ ratio: 1, timeout: 500 });
    }).toPass();
    const [above, below] = await Promise.all([trigger.boundingBox(), menu.boundingBox()]);
    expect(below?.y, `${width} px`).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
  }
});
