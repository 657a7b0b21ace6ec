// Every screen in two sizes and two themes: nothing scrolls sideways, axe finds nothing serious, and a picture of
// each lands in e2e/screens/ for a person to leaf through.
import { fileURLToPath } from 'node:url';

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { expect, type Product, test } from './product.ts';

test.use({ demo: 'on' });

const sizes = { desk: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } };
const themes = ['catppuccin-mocha', 'catppuccin-latte'];

const open = [
  '/',
  '/login',
  '/register',
  '/resend-verification',
  '/verify',
  '/version',
  '/nowhere',
];
const signedIn = ['/dashboard', '/meetings', '/team-members', '/profile'];

async function signIn(product: Product): Promise<string> {
  const form = new URLSearchParams({ username: 'robin@example.com', password: 'Wentwell1' });
  const answer = await fetch(`${product.url}/api/v1/auth/login`, { method: 'POST', body: form });
  const session: { access_token: string } = await answer.json();
  return session.access_token;
}

async function boardsOf(product: Product, token: string): Promise<Map<string, string>> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${product.url}/api/v1/meetings`, { headers });
  const meetings: { id: string; status: string }[] = await answer.json();
  return new Map(meetings.map(({ id, status }) => [status, `/meetings/${id}`]));
}

/** The README's picture is one of these, taken anew with UPDATE_README=1. */
function pathOf(picture: string): string {
  const ofReadme = picture === 'meeting-live-desk-catppuccin-mocha' && process.env['UPDATE_README'];
  const file = ofReadme ? '../docs/board.png' : `./screens/${picture}.png`;
  return fileURLToPath(new URL(file, import.meta.url));
}

async function look(page: Page, url: string, picture: string): Promise<void> {
  await page.goto(url);
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.getByText('…', { exact: true })).toHaveCount(0);
  await page.screenshot({ path: pathOf(picture), animations: 'disabled' });
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways, `${picture} scrolls sideways`).toBe(0);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
    picture,
  ).toEqual([]);
}

for (const [size, viewport] of Object.entries(sizes)) {
  for (const theme of themes) {
    test(`every screen at ${size} size in ${theme}`, async ({ browser, product }) => {
      const token = await signIn(product);
      const boards = await boardsOf(product, token);
      const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
      const page = await context.newPage();
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      await context.addInitScript((id) => localStorage.setItem('theme', id), theme);
      for (const path of open) {
        const name = path === '/' ? 'landing' : path.slice(1);
        await look(page, product.url + path, `${name}-${size}-${theme}`);
      }
      await context.addInitScript((value) => localStorage.setItem('authToken', value), token);
      for (const path of signedIn) {
        await look(page, product.url + path, `${path.slice(1)}-${size}-${theme}`);
      }
      for (const [status, path] of boards) {
        await look(page, product.url + path, `meeting-${status}-${size}-${theme}`);
      }
      expect(errors).toEqual([]);
    });
  }
}
