// Preparations of tests of the running product: a token, a page in a size and a theme, the way to a drawer.
import type { Browser, Page } from '@playwright/test';

import { expect, type Product, sendLittle } from './product.ts';

export const sizes = { desk: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } };

/** A sample person's token, by the call that the login form makes. */
export async function signIn(product: Product, username = 'robin@example.com'): Promise<string> {
  const form = new URLSearchParams({ username, password: 'Wentwell1' });
  const answer = await fetch(`${product.url}/api/v1/auth/login`, { method: 'POST', body: form });
  const session: { access_token: string } = await answer.json();
  return session.access_token;
}

/** The addresses of the sample boards by their meeting's status. */
export async function boardsOf(product: Product, token: string): Promise<Map<string, string>> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${product.url}/api/v1/meetings`, { headers });
  const meetings: { id: string; status: string }[] = await answer.json();
  return new Map(meetings.map(({ id, status }) => [status, `/meetings/${id}`]));
}

const thrown: string[] = [];

/** Errors that pages have thrown since the last time this was asked. */
export function thrownInPages(): string[] {
  return thrown.splice(0);
}

/** A page in one theme, at desk size unless another is given, signed in where there is a token. */
export async function openPage(
  browser: Browser,
  looks: { viewport?: { width: number; height: number }; theme: string; token?: string },
): Promise<Page> {
  const { viewport = sizes.desk, theme, token } = looks;
  const context = await browser.newContext({ viewport });
  await sendLittle(context);
  await context.addInitScript((id) => localStorage.setItem('theme', id), theme);
  if (token !== undefined) {
    await context.addInitScript((value) => localStorage.setItem('authToken', value), token);
  }
  const page = await context.newPage();
  page.on('pageerror', (error) => thrown.push(error.message));
  return page;
}

/** By the team switcher, as people find it. */
export async function openDrawer(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Team: |Select a team)/ }).click();
  await page.getByRole('button', { name: 'Create or manage teams' }).click();
  await expect(page.getByRole('dialog', { name: 'Manage Teams' })).toBeVisible();
}

/**
 * Every open dialog has an entry of its own in the browser's history, which is added and removed in tasks that come later
 * (web/src/ui/overlays/back-closes.ts). A load or a step back would collide with them.
 */
export async function historySettles(page: Page): Promise<void> {
  const isSettled = (): boolean => {
    const state: { dialog?: { depth: number } } | null = history.state;
    const open = document.querySelectorAll('[aria-modal=true]:not([inert])');
    return (state?.dialog?.depth ?? 0) === open.length;
  };
  await expect.poll(() => page.evaluate(isSettled), 'an entry for every dialog').toBe(true);
}

/** Fills the fields of these names with these values. */
export async function choosePassword(
  page: Page,
  names: [string, string],
  values: [string, string],
) {
  for (const [at, name] of names.entries()) {
    await page.getByRole('textbox', { name, exact: true }).fill(values[at] ?? '');
  }
}
export const newAndRepeated: [string, string] = ['New Password', 'Confirm Password'];
