// The demo that the landing page promises: without an account, only in the browser, gone with the tab.
import { judge, judgeOnRequest } from './judge.ts';
import { expect, test } from './product.ts';
import { spec } from './spec-texts.ts';
import { passTheEnd, sizes } from './walk.ts';

test('a visitor tries a board, and nothing is sent or stored', async ({ page, product }) => {
  await page.setViewportSize(sizes.desk);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  page.on('websocket', (socket) => sent.push(socket.url()));

  await test.step('the landing page leads there', async () => {
    await page.goto(product.url);
    await page.getByRole('button', { name: spec.landing.demo }).click();
    const features = page.locator('#features');
    await expect(features).toContainText(
      'No account needed. It stays in this browser and disappears when you close the tab.',
    );
    await features.getByRole('link', { name: 'Play with a board' }).click();
    await expect(page.getByText('Only in this tab: nothing is sent or saved.')).toBeVisible();
    await expect(page.getByText(spec.meeting.connected, { exact: true })).toBeAttached();
  });
  const stored = () => page.context().storageState({ indexedDB: true });
  const before = await stored();
  const next = (phase: string) => page.getByRole('button', { name: `Next: ${phase}` }).click();
  const card = (text: string) => page.getByRole('article').filter({ hasText: text });

  await test.step('one writes while the others’ notes lie face down', async () => {
    await page
      .getByRole('region', { name: 'Went Well' })
      .getByRole('button', { name: /^Add Note/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Add Note' });
    await dialog.getByLabel('Content').fill('The demo said it all');
    await dialog.getByRole('button', { name: 'Add Note' }).click();
    await expect(card('The demo said it all')).toBeVisible();
    await expect(page.getByText('Reviews waited two days')).toHaveCount(0);
    await judge(page, 'try-writing');
  });

  await test.step('goes back to joining by key, and answers with the others', async () => {
    await page.keyboard.press('[');
    await page.getByRole('radio', { name: 'Good', exact: true }).check();
    await expect(page.getByLabel('4 answers, 4.0 of 5 on average: 4 Good')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy link' })).toHaveCount(0);
    await judgeOnRequest(page, 'try-joining');
    await next('Writing');
    await expect(card('The demo said it all')).toBeVisible();
  });

  await test.step('reveals, and groups by keyboard', async () => {
    await next('Revealing');
    await expect(card('Reviews waited two days')).toBeVisible();
    await next('Grouping');
    // Before that the key only says why it is unavailable.
    await expect(page.locator('[aria-current=step]')).toContainText('Grouping');
    await card('Nobody had time to review').focus();
    await page.keyboard.press('g');
    await page.getByRole('option', { name: /Reviews waited two days/ }).click();
    await expect(page.getByRole('button', { name: 'Suggest groups' })).toHaveCount(0);
  });

  await test.step('votes by keyboard, secretly beside the others', async () => {
    await next('Voting');
    await expect(page.getByText('3 of 3 have finished voting')).toBeAttached();
    // The key presses the ballot's button.
    await expect(card('Stand-up runs long').getByRole('group')).toBeVisible();
    await card('Stand-up runs long').focus();
    await page.keyboard.press('v');
    await expect(page.getByText('4 of 5 votes left')).toBeVisible();
    await judgeOnRequest(page, 'try-voting');
  });

  await test.step('discusses what got most votes, and agrees on an action item', async () => {
    await next('Discussing');
    await expect(page.getByText('Could two of us review right after stand-up?')).toBeVisible();
    const line = page
      .getByRole('complementary', { name: /^Action items of/ })
      .getByRole('combobox', { name: 'New action item' });
    await line.fill('Review right after stand-up');
    await line.press('Enter');
    await expect(page.getByRole('list', { name: 'Action items' }).first()).toContainText(
      'Review right after stand-up',
    );
    await judgeOnRequest(page, 'try-discussing');
    await page.getByRole('button', { name: 'Actions for Review right after' }).first().click();
    await expect(page.getByRole('menuitem', { name: 'Drop…' })).toBeVisible();
    await expect(page.getByText('Make a team agreement')).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('and finishes with a report; nothing is offered that needs an account', async () => {
    await next('Ready to Close');
    await expect(page.getByRole('heading', { name: 'What we agreed on' })).toBeVisible();
    await judgeOnRequest(page, 'try-closing');
    await page.getByRole('button', { name: 'Meeting menu' }).click();
    for (const name of ['Board settings', 'Screen in the room…', 'Export…']) {
      await expect(page.getByRole('menuitem', { name })).toHaveCount(0);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Finish' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click();
    await passTheEnd(page);
    await expect(page.getByText('Meeting Closed')).toBeVisible();
    await judge(page, 'try-report');
    await expect(page.getByRole('button', { name: 'Export' })).toHaveCount(0);
  });

  await test.step('nothing was sent or kept: a reload begins anew', async () => {
    expect(sent.filter((path) => path.startsWith('/api') || path.startsWith('ws'))).toEqual([]);
    expect(await stored()).toEqual(before);
    await page.reload();
    await expect(page.locator('[aria-current=step]')).toContainText('Writing');
    await expect(page.getByText('face down').first()).toBeVisible();
    await expect(card('The demo said it all')).toHaveCount(0);
  });
});

test('a timer started after the clock was set has its minutes', async ({ page }) => {
  await page.clock.install({ time: Date.now() });
  const timer = page.getByRole('button', { name: /^Timer: / });
  for (const wrong of [3_600_000, -3_600_000]) {
    await page.goto('/try');
    await expect(timer).toHaveText('Timer: start 5 min');
    await page.clock.setSystemTime(Date.now() + wrong);
    await timer.click();
    await expect(timer).toHaveText(/^Timer: [45]:\d\d$/);
  }
});

test('on a phone by taps, also for a signed-in user', async ({ browser }) => {
  const visit = await browser.newContext({ viewport: sizes.phone, hasTouch: true });
  await visit.addInitScript(() => localStorage.setItem('authToken', 'of-somebody'));
  const page = await visit.newPage();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request.url());
  });
  await page.goto('/try');
  await page.getByRole('button', { name: 'To Improve' }).tap();
  const line = page.getByRole('region', { name: 'To Improve' }).getByRole('textbox');
  await line.fill('Too many tabs');
  await line.press('Enter');
  await page.getByRole('button', { name: /^Next: Revealing/ }).tap();
  await expect(page.getByRole('article', { name: /Too many tabs/ })).toBeVisible();
  await expect(page.getByRole('article', { name: /Reviews waited two days/ })).toBeVisible();
  expect(calls).toEqual([]);
  await visit.close();
});
