// Site and API on different origins (API_ORIGIN, WEB_ORIGIN).
import { test } from './rocket.ts';
import { spec } from './spec-texts.ts';
import { historySettles } from './visit.ts';
import { expect, newMeeting, password } from './walk.ts';

// Two origins for a browser, served by one process.
test.use({
  settings: { API_ORIGIN: 'http://localhost:{port}', WEB_ORIGIN: 'http://127.0.0.1:{port}' },
});

test('login, board and live changes work across origins', async ({ page, product, rocket }) => {
  const site = product.url.replace('localhost', '127.0.0.1');
  const meeting = await newMeeting(rocket.ada, { id: rocket.teamId, name: 'Afar' });
  const calls = new Set<string>();
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.add(origin);
  });
  page.on('websocket', (socket) => calls.add(new URL(socket.url()).origin));
  await page.goto(site + meeting.path);
  await page.getByLabel('Email').fill(rocket.ada.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: spec.login.submit, exact: true }).click();
  await expect(page).toHaveURL(site + meeting.path);
  await expect(page.getByText(spec.meeting.connected, { exact: true })).toBeVisible();
  const column = page.getByRole('region', { name: spec.board.wentWell });
  await column.getByRole('button', { name: spec.board.addNote }).click();
  await page.getByLabel('Content').fill('From afar');
  await page.keyboard.press('Control+Enter');
  await expect(column.getByRole('article', { name: 'From afar' })).toBeVisible();
  await historySettles(page);
  await page.reload();
  await expect(column.getByRole('article', { name: 'From afar' })).toBeVisible();
  expect([...calls].toSorted()).toEqual([product.url, product.url.replace('http:', 'ws:')]);
});
