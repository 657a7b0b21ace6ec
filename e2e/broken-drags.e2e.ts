// Interruptions between lifting a note and dropping it: another button, another window, another finger.
import type { Locator, Page } from '@playwright/test';

import { test } from './crew.ts';
import { spec } from './spec-texts.ts';
import { call, expect, newMeeting, signedInAs } from './walk.ts';

function column(page: Page, name: string): Locator {
  return page.getByRole('region', { name });
}

async function middleOf(place: Locator): Promise<{ x: number; y: number }> {
  const box = await place.boundingBox();
  if (!box) throw new Error('nothing there');
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 200) };
}

test('a drag survives another button, and ends if its own is lost or a second finger touches', async ({
  page,
  crew,
}) => {
  const meeting = await newMeeting(crew.robin, crew.team, { phase: 'grouping' });
  const body = { note_type: 'went_well', content: 'Travels' };
  await call(crew.robin, ['POST', `/api/v1/meetings/${meeting.id}/notes`], body);
  await signedInAs(page.context(), crew.robin.token);
  await page.goto(crew.robin.product.url + meeting.path);
  const from = column(page, spec.board.wentWell);
  const to = column(page, spec.board.toImprove);
  const card = from.getByRole('article', { name: 'Travels' });
  const overlay = page.locator('.drag-overlay');

  async function lift(): Promise<void> {
    const { x, y } = await middleOf(card.getByText('Travels'));
    await page.mouse.move(x, y);
    await page.mouse.down();
    const there = await middleOf(to);
    await page.mouse.move(there.x, there.y, { steps: 5 });
    await expect(overlay).toBeVisible();
  }

  await test.step('a button that was released elsewhere', async () => {
    await lift();
    // A release in another window shows only in the next move, which has no button.
    await page.evaluate(() =>
      document.dispatchEvent(new MouseEvent('mousemove', { bubbles: true, buttons: 0 })),
    );
    await expect(overlay).toHaveCount(0);
    await expect(page.getByText(/Move canceled/)).toBeAttached();
    await page.mouse.up();
    await expect(from.getByRole('article')).toHaveCount(1);
  });

  await test.step('a second finger', async () => {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
    const one = { ...(await middleOf(card.getByText('Travels'))), id: 1 };
    const two = { x: one.x + 60, y: one.y + 120, id: 2 };
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [one] });
    await expect(overlay).toBeVisible();
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [one, two] });
    await expect(overlay).toHaveCount(0);
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: false });
    await expect(from.getByRole('article')).toHaveCount(1);
  });

  await test.step('the right button', async () => {
    await lift();
    await page.mouse.down({ button: 'right' });
    await page.mouse.up({ button: 'right' });
    await expect(overlay).toBeVisible();
    await page.mouse.up();
    await expect(to.getByRole('article', { name: 'Travels' })).toBeVisible();
  });
});
