// Every screen, judged at every size and in two themes.
import type { Page } from '@playwright/test';

import { judge, judgeState } from './judge.ts';
import { boardsOf, signIn } from './visit.ts';
import { signedInAs, test } from './walk.ts';

test.use({ demo: 'on' });

const open = [
  '/',
  '/login',
  '/register',
  '/resend-verification',
  '/verify',
  '/reset-password',
  '/version',
  '/nowhere',
];
const signedIn = ['/dashboard', '/meetings', '/team-members', '/profile'];

async function look(page: Page, url: string, picture: string): Promise<void> {
  await page.goto(url);
  await judge(page, picture);
}

test('every page for visitors', async ({ page, product }) => {
  for (const path of open) {
    await look(page, product.url + path, path === '/' ? 'landing' : path.slice(1));
  }
});

test('every page behind the login', async ({ page, product }) => {
  const token = await signIn(product);
  await signedInAs(page, token);
  for (const path of signedIn) await look(page, product.url + path, path.slice(1));
  for (const [status, path] of await boardsOf(product, token)) {
    await page.goto(product.url + path);
    await (status === 'live' ? judge : judgeState)(page, `meeting-${status}`);
  }
});
