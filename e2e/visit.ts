// Setup of product tests: a token, a page in a size and theme, and the drawer.
import type { Page } from '@playwright/test';

import { expect, type Product } from './product.ts';

export const sizes = { desk: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } };

/** A sample user's token, by the login form's call. */
export async function signIn(product: Product, username = 'robin@example.com'): Promise<string> {
  const form = new URLSearchParams({ username, password: 'Wentwell1' });
  const answer = await fetch(`${product.url}/api/v1/auth/login`, { method: 'POST', body: form });
  const session: { access_token: string } = await answer.json();
  return session.access_token;
}

/** Paths of the sample boards by status. */
export async function boardsOf(product: Product, token: string): Promise<Map<string, string>> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${product.url}/api/v1/meetings`, { headers });
  const meetings: { id: string; status: string }[] = await answer.json();
  return new Map(meetings.map(({ id, status }) => [status, `/meetings/${id}`]));
}

/** By the team switcher. */
export async function openDrawer(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Team: |Select a team)/ }).click();
  await page.getByRole('button', { name: 'Create or manage teams' }).click();
  await expect(page.getByRole('dialog', { name: 'Manage Teams' })).toBeVisible();
}

/**
 * Waits for the history: open dialogs add and remove entries in later tasks (web/src/ui/overlays/back-closes.ts), and a load
 * or Back would collide: a reload then never ends.
 */
export async function historySettles(page: Page): Promise<void> {
  const isSettled = (): boolean => {
    const state: { dialog?: { depth: number } } | null = history.state;
    const open = document.querySelectorAll('[aria-modal=true]:not([inert])');
    return (state?.dialog?.depth ?? 0) === open.length;
  };
  await expect.poll(() => page.evaluate(isSettled), 'an entry for every dialog').toBe(true);
}

/** Fills the named fields. */
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
