// Keys typed without looking: they come whether the page keeps up or not.
import type { CDPSession, Locator, Page } from '@playwright/test';

/** A key every 20 ms. */
export async function typeBlindly(browser: CDPSession, text: string): Promise<void> {
  const sent: Promise<unknown>[] = [];
  for (const key of text) {
    sent.push(browser.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key }));
    sent.push(browser.send('Input.dispatchKeyEvent', { type: 'keyUp', key }));
    await new Promise((resolve) => void setTimeout(resolve, 20));
  }
  await Promise.all(sent);
}

/** Presses the target and types immediately, on a four times slower CPU. */
export async function pressAndType(page: Page, target: Locator, text: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const box = await target.boundingBox();
  if (!box) throw new Error('nothing to press');
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2, button: 'left' } as const;
  const pressed = [
    browser.send('Input.dispatchMouseEvent', { type: 'mousePressed', clickCount: 1, ...place }),
    browser.send('Input.dispatchMouseEvent', { type: 'mouseReleased', clickCount: 1, ...place }),
  ];
  await typeBlindly(browser, text);
  await Promise.all(pressed);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 });
}
