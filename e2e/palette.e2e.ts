// The command palette and the list of keys: opened, searched and left by keyboard alone.
import type { Page } from '@playwright/test';

import { type Crew, test } from './crew.ts';
import { expect } from './product.ts';
import { newMeeting, signedInAs } from './walk.ts';

async function openDashboard(page: Page, { robin }: Crew): Promise<void> {
  await signedInAs(page.context(), robin.token);
  await page.goto(`${robin.product.url}/dashboard`);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
}

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
}

async function run(page: Page, typed: string, label: string): Promise<void> {
  await openPalette(page);
  await page.keyboard.type(typed);
  await expect(palette(page).getByRole('option', { selected: true })).toHaveText(label);
  await page.keyboard.press('Enter');
  // While it fades out, its keys are still its own.
  await expect(palette(page)).toBeHidden();
}

test('opens what is typed, and remembers recent commands', async ({ page, product, crew }) => {
  await openDashboard(page, crew);
  await openPalette(page);
  for (const heading of ['Navigation', 'Teams', 'Actions', 'Appearance']) {
    await expect(palette(page).getByText(heading, { exact: true })).toBeVisible();
  }
  await page.keyboard.type('members');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${product.url}/team-members`);
  await expect(palette(page)).toBeHidden();
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(palette(page).getByRole('option').first()).toHaveText('Go to Team Members');
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
});

test('changes the theme at once, and creates a retro', async ({ page, crew }) => {
  await openDashboard(page, crew);
  await run(page, 'nord', 'Theme: Nord');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'nord');
  await run(page, 'new retro', 'Create New Retro');
  await expect(page.getByRole('dialog', { name: 'Create New Meeting' })).toBeVisible();
});

test('says so when nothing matches, and is used with arrow keys', async ({ page, crew }) => {
  await openDashboard(page, crew);
  await openPalette(page);
  await page.keyboard.type('zzqq');
  await expect(palette(page).getByText('Nothing here has that name.')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeHidden();
  await openPalette(page);
  await page.keyboard.press('ArrowDown');
  await expect(palette(page).getByRole('option', { selected: true })).toHaveText(
    'Go to Team Members',
  );
});

test('leads the open meeting', async ({ page, crew }) => {
  await newMeeting(crew.robin, { id: crew.team.id, name: 'Sprint 12' }, { phase: 'grouping' });
  await openDashboard(page, crew);
  await page.getByRole('link', { name: 'Sprint 12' }).first().click();
  await expect(page.getByRole('button', { name: 'Next: Voting' })).toBeVisible();
  await run(page, 'jump discussing', 'Jump to Discussing');
  await expect(page.getByRole('button', { name: 'Next: Ready to Close' })).toBeVisible();
});

test('"?" lists the keys, except in a text field', async ({ page, product, crew }) => {
  await openDashboard(page, crew);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto(`${product.url}/profile`);
  await page.getByLabel('First name').focus();
  await page.keyboard.type('?');
  await expect(page.getByRole('dialog')).toBeHidden();
});
