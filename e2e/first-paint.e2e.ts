// The page before the app has loaded: its frame in the chosen theme, from which nothing shifts later.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

import type { Locator, Page } from '@playwright/test';

import { atEachSize } from './each-size.ts';
import { expect, test } from './product.ts';
import { spec } from './spec-texts.ts';
import { signIn } from './visit.ts';
import { holdBack, newMeeting, newPerson, newTeam, signedInAs } from './walk.ts';

test.use({ demo: 'on' });

const app = '**/assets/core-*.js';

/** Opens a page and waits for its style sheet: boxes measured before it would be elsewhere. */
async function openFrame(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.styleSheets.length > 0);
}

async function colourBehind(page: Page): Promise<string> {
  return page.locator('#skeleton').evaluate((element) => getComputedStyle(element).backgroundColor);
}

atEachSize(test, () => {
  for (const { path, shape, name } of [
    { path: '/dashboard', shape: 'app', name: 'Dashboard' },
    { path: '/version', shape: 'open', name: 'Version Information' },
  ]) {
    test(`${path} shows its frame before any code has loaded`, async ({
      page,
      context,
      product,
    }) => {
      const token = await signIn(product);
      await context.addInitScript((value) => {
        localStorage.setItem('authToken', value);
        localStorage.setItem('theme', 'nord');
      }, token);
      const release = await holdBack(page, app);
      await openFrame(page, product.url + path);
      const mark = page.locator(`#skeleton [data-shape=${shape}] svg`).first();
      await expect(mark).toBeVisible();
      expect(await colourBehind(page)).toBe('rgb(36, 41, 51)');
      const before = await mark.boundingBox();
      await release();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(page.locator('#skeleton')).toHaveCount(0);
      const after = page.getByRole('img', { name: 'Wentwell' }).locator('svg:visible').first();
      expect(await after.boundingBox()).toEqual(before);
    });
  }

  test('a live meeting shows its frame before any code has loaded', async ({
    page,
    context,
    product,
  }) => {
    const owner = await newPerson(product, `${randomUUID()}@example.com`);
    const team = await newTeam(owner, 'Rocket');
    const { path } = await newMeeting(owner, { ...team, name: 'Sprint 12' });
    await signedInAs(context, owner.token);
    const release = await holdBack(page, app);
    await openFrame(page, product.url + path);
    const icons = page.locator('#skeleton [data-shape=board] svg:visible');
    await expect(icons.last()).toBeVisible();
    const boxes = (found: Locator[]) =>
      Promise.all(
        found.map(async (one) =>
          Object.values((await one.boundingBox()) ?? {}).map((length) => Math.round(length)),
        ),
      );
    const before = await boxes(await icons.all());
    await release();
    const back = page.getByRole('button', { name: 'Back to meetings' }).locator('svg');
    await expect(page.locator('#skeleton')).toHaveCount(0);
    // Before, the board may replace the page that waits for it.
    await expect(page.getByText(spec.meeting.connected, { exact: true })).toBeVisible();
    const menu = page.locator('.meeting-mark').getByRole('button', { name: 'Menu' });
    const shown = (await menu.isVisible()) ? [menu.locator('svg'), back] : [back];
    expect(await boxes(shown)).toEqual(before);
  });

  test('without a login the frame is the login page’s', async ({ page, product }) => {
    const release = await holdBack(page, app);
    await openFrame(page, `${product.url}/meetings`);
    const frame = page.locator('#skeleton [data-shape=login]');
    const mark = frame.locator('svg').first();
    await expect(mark).toBeVisible();
    const before = await mark.boundingBox();
    const title = await frame.getByText('Log in').boundingBox();
    await release();
    const heading = page.getByRole('heading', { level: 1, name: 'Log in' });
    await expect(heading).toBeVisible();
    expect(await heading.boundingBox()).toEqual(title);
    const after = page.getByRole('img', { name: 'Wentwell' }).locator('svg:visible').first();
    expect(await after.boundingBox()).toEqual(before);
  });
});

atEachSize(test, () => {
  test('a live meeting on the dashboard moves no readable text', async ({
    page,
    context,
    product,
  }) => {
    const token = await signIn(product);
    await context.addInitScript((value) => localStorage.setItem('authToken', value), token);
    const shifts = await watchShifts(page);
    const release = await holdBack(page, '**/api/v1/meetings*');
    await page.goto('/dashboard');
    await expect(page.getByText('Loading', { exact: true })).toBeAttached();
    await expect(page.getByRole('heading', { name: spec.dashboard.overview })).toHaveCount(0);
    await release();
    await expect(page.getByRole('heading', { name: spec.dashboard.overview })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Live now' })).toContainText('Grouping · ');
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    expect(await shifts()).toBeLessThan(0.01);
  });
});

/** Returns a function that reads the document's cumulative layout shift. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Reflect.set(window, 'shifted', 0);
    new PerformanceObserver((list) => {
      const values = list.getEntries().map((entry) => Number(Reflect.get(entry, 'value')));
      const before: number = Reflect.get(window, 'shifted');
      Reflect.set(
        window,
        'shifted',
        values.reduce((sum, value) => sum + value, before),
      );
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          // Shifts are reported after their frame.
          requestAnimationFrame(() =>
            setTimeout(() => resolve(Reflect.get(window, 'shifted')), 100),
          );
        }),
    );
}

test('the page’s code is requested immediately, each file once, in few requests', async ({
  page,
  context,
  product,
}) => {
  const token = await signIn(product);
  await context.addInitScript((value) => localStorage.setItem('authToken', value), token);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) scripts.push(new URL(request.url()).pathname);
  });
  const release = await holdBack(page, app);
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await expect.poll(() => scripts.some((path) => path.includes('/Dashboard-'))).toBe(true);
  await release();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  expect(new Set(scripts).size).toBe(scripts.length);
  expect(scripts.length).toBeLessThan(15);
  expect(scripts.join()).not.toContain('/board-');
});

test('the app waits for the rest of its page if its code loads first', async ({
  page,
  product,
}) => {
  let sendRest = () => {};
  const slow = createServer((request, response) => {
    void fetch(product.url + request.url).then(async (answer) => {
      const { status, headers } = answer;
      const type = headers.get('content-type') ?? '';
      const policy = headers.get('content-security-policy') ?? '';
      const id = headers.get('x-request-id') ?? '';
      response.writeHead(status, {
        'content-type': type,
        'content-security-policy': policy,
        'x-request-id': id,
      });
      const body = Buffer.from(await answer.arrayBuffer());
      const cut = type.startsWith('text/html') ? body.indexOf('<div id="root">') : body.length;
      response.write(body.subarray(0, cut));
      if (cut === body.length) response.end();
      else sendRest = () => response.end(body.subarray(cut));
    });
  });
  slow.listen(0);
  await once(slow, 'listening');
  const address = slow.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const asked = page.waitForResponse(app);
  await page.goto(`http://localhost:${port}/version`, { waitUntil: 'commit' });
  const core = (await asked).url();
  // The page's own module, which has run by then.
  await page.evaluate((url) => import(url).catch(() => null), core);
  sendRest();
  await expect(page.getByRole('heading', { level: 1, name: 'Version Information' })).toBeVisible();
  slow.closeAllConnections();
  slow.close();
});

test('the user and their teams are requested together, before the rest of the page has loaded', async ({
  page,
  product,
}) => {
  await signedInAs(page, await signIn(product));
  const letIn = await holdBack(page, '**/api/v1/users/me');
  const letCome = await holdBack(page, /\/assets\/ProtectedLayout-.*\.js$/);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const calls = ['/api/v1/users/me', '/api/v1/teams/me'];
  await page.goto('/meetings');
  for (const call of calls) await expect.poll(() => asked).toContain(call);
  await letCome();
  await letIn();
  await expect(page.getByRole('table', { name: 'Meetings list' })).toBeVisible();
  expect(asked.filter((path) => calls.includes(path)).toSorted()).toEqual(calls.toSorted());
});

test.describe('at rest', () => {
  test.use({ prefetch: true });

  test('prefetched style sheets apply only from the page that needs them', async ({
    page,
    product,
  }) => {
    await signedInAs(page, await signIn(product));
    await page.goto('/meetings');
    const sheet = page.locator('link[rel=stylesheet][href*="/assets/board-"]');
    await expect(sheet).toHaveAttribute('media', 'not all');
    await page.getByRole('table', { name: 'Meetings list' }).getByRole('link').first().click();
    await expect(page.locator('.meeting-frame')).toHaveCSS('display', 'grid');
    await expect(sheet).toHaveAttribute('media', '');
  });

  test('the board’s code is prefetched before its dialogs, so that it runs in its own task', async ({
    page,
    product,
  }) => {
    await signedInAs(page, await signIn(product));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const board = await holdBack(page, '**/assets/board-*.js');
    const isAsked = (file: string) => asked.some((path) => path.startsWith(`/assets/${file}-`));
    await page.goto('/meetings');
    await expect.poll(() => isAsked('board')).toBe(true);
    expect(isAsked('parts')).toBe(false);
    await board();
    await expect.poll(() => isAsked('parts')).toBe(true);
  });
});
