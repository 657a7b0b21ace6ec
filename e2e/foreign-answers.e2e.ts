// Answers by a proxy, portal or filter: nothing counts as stored, and nothing is lost.
import type { Route } from '@playwright/test';

import { addNote, cardOf, sitDown, startRetro, waiting } from './away-board.ts';
import { test } from './crew.ts';
import { expect } from './product.ts';

const reason = 'Something between you and the site answered instead of it.';
const page = '<!doctype html><h1>Please accept the terms of this network</h1>';

type Answer = Parameters<Route['fulfill']>[0];
const variants: Record<string, Answer> = {
  'a page': { status: 200, contentType: 'text/html', body: page },
  'an empty answer': { status: 200, body: '' },
  'other JSON': { status: 200, json: { ok: true } },
  'no content': { status: 204 },
  'a redirect': { status: 302, headers: { location: '/portal' } },
  'a blocked page': { status: 403, contentType: 'text/html', body: page },
  'its own sign-in': { status: 401, contentType: 'text/html', body: page },
};

test('A-24, C-33: answers by proxies store nothing and are reported', async ({ browser, crew }) => {
  const robin = await sitDown(browser, crew.robin.token, await startRetro(crew));
  let answer: Answer | null = null;
  await robin.route('**/portal', (route) =>
    route.fulfill({ contentType: 'text/html', body: page }),
  );
  await robin.route(/\/api\/v1\/(meetings|auth)\//, (route) =>
    answer ? route.fulfill(answer) : route.fallback(),
  );
  for (const [name, variant] of Object.entries(variants)) {
    await test.step(name, async () => {
      answer = variant;
      await addNote(robin, 'Went Well', `Written past ${name}`);
      await expect(waiting(robin)).toHaveText(`1 change waiting to be sent. ${reason}`);
      answer = null;
      await expect(waiting(robin)).toHaveCount(0);
    });
  }

  await test.step('a deletion that a 204 of the proxy answers, with a name of its own', async () => {
    answer = { status: 204, headers: { 'x-request-id': 'of the proxy' } };
    await robin.getByRole('button', { name: 'Actions for “Written past a page”' }).click();
    await robin.getByRole('menuitem', { name: /Delete/ }).click();
    await expect(waiting(robin)).toHaveText(`1 change waiting to be sent. ${reason}`);
    answer = null;
    await expect(waiting(robin)).toHaveCount(0);
  });

  const kept = Object.keys(variants).slice(1);
  const sasha = await sitDown(browser, crew.sasha.token, robin.url());
  for (const name of kept) await expect(cardOf(sasha, `Written past ${name}`)).toHaveCount(1);
  await expect(sasha.getByRole('article')).toHaveCount(kept.length);

  await test.step('a form keeps what was typed, and says so', async () => {
    const guest = await (await browser.newContext()).newPage();
    await guest.route('**/auth/login', (route) => route.fulfill({ json: { access_token: 'x' } }));
    await guest.goto(`${crew.robin.product.url}/login`);
    await guest.getByLabel('Email').fill(crew.robin.email);
    await guest.getByRole('textbox', { name: 'Password' }).fill('A-long-password-1');
    await guest.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(guest.getByText(reason)).toBeVisible();
    await expect(guest.getByLabel('Email')).toHaveValue(crew.robin.email);
  });
});
