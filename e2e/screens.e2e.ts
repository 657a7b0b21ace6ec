// Every screen, judged at every size and in two themes.
import type { Page } from '@playwright/test';

import { judge, judgeDialog, judgeState } from './judge.ts';
import { boardsOf, choosePassword, newAndRepeated, openDrawer, signIn } from './visit.ts';
import { expect, signedInAs, test } from './walk.ts';

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

test('a reset link', async ({ page, product }) => {
  await page.goto(`${product.url}/reset-password?token=not-a-token`);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('New password is required')).toBeVisible();
  await expect(page.getByText('Please confirm your password')).toBeVisible();
  await choosePassword(page, newAndRepeated, ['Horse 7 correct', 'Horse 8 correct']);
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await judgeState(page, 'reset-password-errors');
  await choosePassword(page, newAndRepeated, ['Horse 7 correct', 'Horse 7 correct']);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('This link no longer works')).toBeVisible();
  await judgeState(page, 'reset-password-spent');
});

test('a forgotten password', async ({ page, product }) => {
  await page.goto(`${product.url}/login`);
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('dialog', { name: 'Reset Password' })).toBeVisible();
  await judgeDialog(page, 'forgot-password');
  await page.getByRole('button', { name: 'Send Reset Email' }).click();
  await expect(page.getByText('Check your email')).toBeVisible();
  await judgeDialog(page, 'forgot-password-sent');
});

test('the forms of the profile', async ({ page, product }) => {
  await signedInAs(page, await signIn(product));
  await page.goto(`${product.url}/profile`);
  await page.getByLabel('First name').fill('R');
  await page.getByLabel('Last name').fill('');
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect(page.getByText('First name must be at least 2 characters long')).toBeVisible();
  await expect(page.getByText('Last name is required')).toBeVisible();
  await expect(page.getByLabel('First name')).toBeFocused();
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('New password is required')).toBeVisible();
  await judgeState(page, 'profile-errors');
  await page.getByRole('textbox', { name: 'Current Password' }).fill('not this one');
  await choosePassword(page, newAndRepeated, ['Horse 7 correct', 'Horse 7 correct']);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('Failed to change password')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Current Password' })).toBeFocused();
  await judgeState(page, 'profile-refused');
  await expect(page.getByText('This browser')).toBeVisible();
  await page.getByText('This browser').scrollIntoViewIfNeeded();
  await judgeState(page, 'profile-logins');
  await page.getByRole('button', { name: 'Forgot Password?' }).click();
  await judgeDialog(page, 'profile-reset');
});

test('the drawer about teams', async ({ page, product }) => {
  await signedInAs(page, await signIn(product));
  await page.goto(`${product.url}/dashboard`);
  await openDrawer(page);
  await judgeDialog(page, 'teams-mine');
  await page.getByRole('button', { name: 'Create Team' }).click();
  await expect(page.getByText('Team name required')).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Rocket' }).click();
  await page.getByRole('menuitem', { name: 'Rename Team' }).click();
  await judgeDialog(page, 'teams-rename');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Actions for Rocket' }).click();
  await page.getByRole('menuitem', { name: 'Delete Team' }).click();
  await judgeDialog(page, 'teams-delete');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Members' }).click();
  await expect(page.getByRole('combobox', { name: 'Role of Sasha Brook' })).toBeVisible();
  await judgeDialog(page, 'teams-members');
});
