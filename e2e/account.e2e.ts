// Teams, passwords and sessions: changes last, and ended access ends.
import { text } from 'node:stream/consumers';

import { test } from './crew.ts';
import { judgeDialog, judgeState } from './judge.ts';
import { expect, type Product } from './product.ts';
import { choosePassword, historySettles, newAndRepeated, openDrawer, sizes } from './visit.ts';
import {
  logIn,
  newPerson,
  newTeam,
  password as personPassword,
  signedInAs,
  openAs,
} from './walk.ts';

test('a team is led from its drawer', async ({ page, crew }) => {
  await signedInAs(page, crew.robin.token);

  await test.step('Back closes dialogs one by one, then leaves the page', async () => {
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Meetings', exact: true }).click();
    await expect(page).toHaveURL(/\/meetings$/);
    await openDrawer(page);
    const drawer = page.getByRole('dialog', { name: 'Manage Teams' });
    await page
      .getByRole('button', { name: /^Actions for / })
      .last()
      .click();
    await page.getByRole('menuitem', { name: 'Delete Team' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await judgeDialog(page, 'teams-delete');
    await historySettles(page);
    await page.goBack();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(drawer).toBeVisible();
    await historySettles(page);
    await page.goBack();
    await expect(drawer).toHaveCount(0);
    await expect(page).toHaveURL(/\/meetings$/);
    // A dialog closed by its own button leaves no history entry.
    await page.getByRole('button', { name: 'Create Meeting' }).first().click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await historySettles(page);
    await page.goBack();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goForward();
    await expect(page.getByRole('heading', { name: 'Meetings', level: 1 })).toBeVisible();
  });

  await test.step('the only admin of a team with members is told why they cannot leave', async () => {
    await page.goto('/dashboard');
    await openDrawer(page);
    await judgeDialog(page, 'teams-mine');
    await page
      .getByRole('button', { name: /^Actions for / })
      .last()
      .click();
    await page.getByRole('menuitem', { name: 'Leave Team' }).click();
    await page.getByRole('button', { name: 'Leave Team', exact: true }).click();
    await expect(page.getByText('Failed to leave team')).toBeVisible();
    await expect(page.getByText('A team needs an admin')).toBeVisible();
  });

  await test.step('an admin renames the team and changes a role, which others see', async () => {
    await page.goto('/team-members');
    await openDrawer(page);
    await page.getByRole('button', { name: 'Actions for Rocket' }).click();
    await page.getByRole('menuitem', { name: 'Rename Team' }).click();
    const rename = page.getByRole('dialog', { name: 'Rename Team' });
    await judgeDialog(page, 'teams-rename');
    await rename.getByLabel('Team name').fill('Comet');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Team renamed.')).toBeVisible();
    await page.getByRole('tab', { name: 'Members' }).click();
    const role = page.getByRole('combobox', { name: 'Role of Sasha Brook' });
    await expect(role).toBeVisible();
    await judgeDialog(page, 'teams-members');
    await role.selectOption('admin');
    await expect(page.getByText('Sasha Brook is now an admin.')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Manage members of Comet')).toBeVisible();
    const sasha = page.getByRole('row', { name: /Sasha Brook/ });
    await expect(sasha.getByText('Admin', { exact: true })).toBeVisible();
  });
});

test('on a phone, history, scroll position and sessions are restored', async ({
  page,
  product,
  crew,
}) => {
  await page.setViewportSize(sizes.phone);
  await signedInAs(page, crew.robin.token);

  await test.step('a page opened from a drawer follows the page below it in the history', async () => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Meetings' }).click();
    await expect(page).toHaveURL(/\/meetings$/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await historySettles(page);
    await page.goBack();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goForward();
    await expect(page).toHaveURL(/\/meetings$/);
  });

  await test.step('a dialog keeps the scroll position of the page, and a reload closes it', async () => {
    await page.goto('/dashboard');
    await page.goto('/profile');
    const open = page.getByRole('button', { name: 'Delete account' });
    const dialog = page.getByRole('dialog', { name: 'Delete account' });
    // The sessions load late and move what lies below.
    await expect(page.getByText('This browser', { exact: true })).toBeVisible();
    await open.scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => scrollY);
    expect(scrolled).toBeGreaterThan(0);
    await open.click();
    await expect(dialog.getByRole('textbox', { name: 'Password' })).toBeFocused();
    await historySettles(page);
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
    await open.click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);

    await open.click();
    await expect(dialog).toBeVisible();
    await historySettles(page);
    await page.reload();
    await expect(open).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await open.click();
    await expect(dialog).toBeVisible();
    await historySettles(page);
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/\/profile$/);
  });

  await test.step('a session elsewhere is logged out', async () => {
    const other = await logIn(product, crew.robin.email);
    await page.goto('/profile');
    await page
      .getByRole('button', { name: /^Log out / })
      .first()
      .click();
    await expect(page.getByText('That browser is logged out.')).toBeVisible();
    const headers = { authorization: `Bearer ${other}` };
    const answer = await fetch(`${product.url}/api/v1/users/me`, { headers });
    expect(answer.status).toBe(401);
  });
});

test('a forgotten password is replaced by a mailed link, which ends every session', async ({
  page,
  product,
  newPage,
}) => {
  const person = await newPerson(product, 'forgetful@example.com');
  const { email } = person;
  await newTeam(person, 'Sieve');
  const elsewhere = await openAs(await newPage(), person, '/dashboard');
  await expect(elsewhere.getByText(`Welcome, ${email}`)).toBeVisible();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reset Password' });
  await expect(dialog).toBeVisible();
  await judgeDialog(page, 'forgot-password');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Send Reset Email' }).click();
  await expect(dialog.getByText('Check your email')).toBeVisible();
  await judgeDialog(page, 'forgot-password-sent');
  const mail = await emailWith(product, email, '/reset-password?token=');
  await page.goto(mail);
  await expect(page).toHaveURL('/reset-password');
  await page.reload();
  const reset = page.getByRole('button', { name: 'Reset Password' });
  await reset.click();
  await expect(page.getByText('New password is required')).toBeVisible();
  await expect(page.getByText('Please confirm your password')).toBeVisible();
  await choosePassword(page, newAndRepeated, ['Horse 7 correct', 'Horse 8 correct']);
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await judgeState(page, 'reset-password-errors');
  await choosePassword(page, newAndRepeated, ['Horse 7 correct', 'Horse 7 correct']);
  expect(page.url()).toBe(`${product.url}/reset-password`);
  await reset.click();
  await expect(page).toHaveURL(/\/login$/);

  await test.step('once', async () => {
    await page.goto(mail);
    await choosePassword(page, newAndRepeated, ['Horse 8 correct', 'Horse 8 correct']);
    await reset.click();
    await expect(page.getByText('This link no longer works')).toBeVisible();
    await judgeState(page, 'reset-password-spent');
    await page.goto('/login');
  });
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill('Horse 7 correct');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);

  await elsewhere.getByRole('link', { name: 'Members', exact: true }).click();
  await expect(elsewhere).toHaveURL(/\/login\?redirect=/);
  await expect(elsewhere.getByText('Your session has expired. Please log in again.')).toBeVisible();

  await test.step('and changed again by whoever knows it', async () => {
    const form = new URLSearchParams({ username: email, password: 'Horse 7 correct' });
    await fetch(`${product.url}/api/v1/auth/login`, { method: 'POST', body: form });
    await page.goto('/profile');
    const elsewhereNow = page.getByRole('button', { name: /^Log out / });
    await expect(elsewhereNow).toHaveCount(1);
    await page.getByRole('textbox', { name: 'Current Password' }).fill('Horse 7 correct');
    await choosePassword(page, newAndRepeated, ['Horse 9 correct', 'Horse 9 correct']);
    await expect(page.getByText('8 of 8')).toBeVisible();
    await page.getByRole('button', { name: 'Change Password' }).click();
    await expect(page.getByText('Password changed.')).toBeVisible();
    await expect(page.getByText('0 of 8')).toBeVisible();
    await expect(elsewhereNow).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
  });
});

test('the profile changes name and theme, exports the data and deletes the account, also of a Unicode domain', async ({
  page,
  product,
}) => {
  const person = await newPerson(product, 'leaving@xn--e1afmkfd.xn--p1ai');
  await openAs(page, person, '/profile');
  await page.getByLabel('First name').fill('Augusta');
  await page.getByLabel('Last name').fill('King');
  const update = page.getByRole('button', { name: 'Update Profile' });
  await page.context().setOffline(true);
  await update.click();
  await expect(page.getByText('Unable to connect.')).toBeVisible();
  await page.context().setOffline(false);
  await update.click();
  await expect(page.getByText('Profile updated.')).toBeVisible();
  await page.getByRole('group', { name: 'Theme' }).getByTitle('Dracula').click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dracula');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('wentwell-my-data.json');
  expect(await text(await file.createReadStream())).toContain(
    '"email":"leaving@xn--e1afmkfd.xn--p1ai"',
  );
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete account' });
  await expect(dialog).toContainText(
    'After 90 days, your notes, comments, reactions and votes are deleted for good.',
  );
  await dialog.getByRole('textbox', { name: 'Password' }).fill('Not my 1 password');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog.getByText('That is not your password.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Password' }).fill(personPassword);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('Your account was deleted.')).toBeVisible();
});

async function emailWith(product: Product, to: string, path: string): Promise<string> {
  for (;;) {
    const mail = await product.mail.next({ to });
    const link = mail.links.find((url) => url.startsWith(product.url + path));
    if (link !== undefined) return link;
  }
}
