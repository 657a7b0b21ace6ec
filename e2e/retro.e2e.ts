// The main flow: two browsers, one of phone size, from registration to a finished retro.
import type { Browser, Page } from '@playwright/test';

import { expect, type Product, test } from './product.ts';
import { passTheEnd } from './walk.ts';

const password = 'Retro2026now';
const ada = 'ada@example.com';
const ben = 'ben@example.com';

async function newPerson(browser: Browser, size: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({ viewport: size, hasTouch: size.width < 600 });
  const page = await context.newPage();
  page.on('dialog', (dialog) => {
    throw new Error(`a dialog of the browser opened: ${dialog.message()}`);
  });
  return page;
}

function linkIn(text: string, product: Product, path: string): string {
  const link = text
    .match(/https?:\/\/\S+/g)
    ?.find((url) => url.startsWith(`${product.url}${path}`));
  if (!link) throw new Error(`no link to ${path} in the mail:\n${text}`);
  return link;
}

async function fillRegistration(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
}

async function verifyByMail(page: Page, product: Product, email: string): Promise<void> {
  const mail = await product.mail.next({ to: email });
  await page.goto(linkIn(mail.text, product, '/verify'));
  await expect(page.getByText('Account Verified!')).toBeVisible();
  await page.getByRole('link', { name: 'Continue to Login' }).click();
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

/** A phone shows one column at a time. */
async function showColumn(page: Page, column: string): Promise<void> {
  const columns = page.getByRole('group', { name: 'Column' });
  await columns.getByRole('button', { name: column }).click();
}

async function addNote(page: Page, column: string, text: string): Promise<void> {
  await page
    .getByRole('region', { name: column })
    .getByRole('button', { name: /^Add Note/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Add Note' });
  await dialog.getByLabel('Content').fill(text);
  await dialog.getByRole('button', { name: 'Add Note' }).click();
  await expect(dialog).toBeHidden();
}

test('two people run a retro from registration to the end', async ({ browser, product }) => {
  const adaPage = await newPerson(browser, { width: 1280, height: 900 });
  const benPage = await newPerson(browser, { width: 390, height: 844 });

  await test.step('Ada registers and verifies her address by mail', async () => {
    await adaPage.goto(`${product.url}/register`);
    await adaPage.getByLabel('Email').fill(ada);
    await fillRegistration(adaPage);
    await verifyByMail(adaPage, product, ada);
    await logIn(adaPage, ada);
    await expect(adaPage).toHaveURL(/\/dashboard$/);
    await expect(
      adaPage.getByText(
        "You don't belong to any teams yet. Join or create a team to see meetings.",
      ),
    ).toBeVisible();
  });

  await test.step('she creates a team', async () => {
    await adaPage
      .getByRole('button', { name: /Create (a |your first )?team/i })
      .first()
      .click();
    await adaPage.getByLabel('Team name').fill('Rocket');
    await adaPage.getByRole('button', { name: 'Create Team', exact: false }).last().click();
    await expect(adaPage.getByText('Rocket').first()).toBeVisible();
  });

  await test.step('and invites Ben, who registers from the invitation on his phone', async () => {
    await adaPage.goto(`${product.url}/team-members`);
    await adaPage.getByRole('button', { name: 'Invite Member' }).click();
    await adaPage.getByPlaceholder("Enter member's email").fill(ben);
    await adaPage.getByRole('button', { name: 'Send Invitation' }).click();
    await expect(adaPage.getByText(`An invitation has been sent to ${ben}.`).first()).toBeVisible();

    const mail = await product.mail.next({ to: ben });
    await benPage.goto(linkIn(mail.text, product, '/invitations/'));
    await expect(benPage.getByText('Authentication Required')).toBeVisible();
    await benPage.getByRole('link', { name: 'Create Account' }).click();
    await expect(benPage.getByLabel('Email')).toHaveValue(ben);
    await fillRegistration(benPage);
    await verifyByMail(benPage, product, ben);
    await logIn(benPage, ben);
    await expect(benPage).toHaveURL(/\/invitations\//);
    await benPage.getByRole('button', { name: 'Accept' }).click();
    await expect(benPage).toHaveURL(/\/dashboard$/);
  });

  await test.step('Ada starts a retro, and Ben comes in', async () => {
    await adaPage.goto(`${product.url}/meetings`);
    await adaPage.getByRole('button', { name: 'Create Meeting' }).first().click();
    const dialog = adaPage.getByRole('dialog', { name: 'Create New Meeting' });
    await dialog.getByLabel('Name', { exact: false }).first().fill('Sprint 12');
    await dialog.getByRole('radio', { name: /Start Now/ }).check();
    await dialog.getByRole('button', { name: /Create/ }).click();
    await expect(adaPage).toHaveURL(/\/meetings\/[0-9a-f-]{36}$/);
    await expect(adaPage.getByText('Waiting for people to join...')).toBeVisible();
    await benPage.goto(adaPage.url());
    await expect(benPage.getByText('Waiting for people to join...')).toBeVisible();
    await expect(adaPage.getByText('2 online').first()).toBeVisible();
  });

  await test.step('in writing, notes are face down for others until the reveal', async () => {
    await adaPage.getByRole('button', { name: 'Next: Writing' }).click();
    await expect(benPage.getByRole('button', { name: /^Add Note/ }).first()).toBeVisible();
    await addNote(adaPage, 'Went Well', 'The deploy took one minute');
    await expect(adaPage.getByText('The deploy took one minute').first()).toBeVisible();
    await showColumn(benPage, 'To Improve');
    await addNote(benPage, 'To Improve', 'Reviews wait too long');
    await expect(benPage.getByText('Reviews wait too long').first()).toBeVisible();
    await expect(adaPage.getByText('Reviews wait too long')).toHaveCount(0);
    await adaPage.getByRole('button', { name: 'Next: Revealing' }).click();
    await expect(adaPage.getByText('Reviews wait too long').first()).toBeVisible();
    await showColumn(benPage, 'Went Well');
    await expect(benPage.getByText('The deploy took one minute').first()).toBeVisible();
  });

  await test.step('in grouping, a note written in one appears in the other, and stays', async () => {
    await adaPage.getByRole('button', { name: 'Next: Grouping' }).click();
    await expect(adaPage.locator('[aria-current=step]')).toContainText('Grouping');
    await addNote(adaPage, 'Action Items', 'Review within a day');
    await showColumn(benPage, 'Action Items');
    await expect(benPage.getByText('Review within a day').first()).toBeVisible();
    await benPage.reload();
    await showColumn(benPage, 'Action Items');
    await expect(benPage.getByText('Review within a day').first()).toBeVisible();
  });

  await test.step('a note moves by drag, and by the menu', async () => {
    const card = adaPage
      .getByRole('region', { name: 'Went Well' })
      .getByText('The deploy took one minute');
    const target = adaPage.getByRole('region', { name: 'Action Items' });
    const from = await card.boundingBox();
    const to = await target.boundingBox();
    if (!from || !to) throw new Error('nothing to drag');
    await adaPage.mouse.move(from.x + 10, from.y + 5);
    await adaPage.mouse.down();
    await adaPage.mouse.move(from.x + 40, from.y + 20, { steps: 4 });
    await adaPage.mouse.move(to.x + to.width / 2, to.y + 150, { steps: 10 });
    await adaPage.mouse.up();
    await expect(target.getByText('The deploy took one minute')).toBeVisible();
    await expect(benPage.getByText('The deploy took one minute').first()).toBeVisible();

    await benPage
      .getByRole('region', { name: 'Action Items' })
      .getByRole('button', { name: 'Actions for “The deploy took one minute”' })
      .click();
    await benPage.getByRole('menuitem', { name: /Went Well/ }).click();
    await expect(
      adaPage.getByRole('region', { name: 'Went Well' }).getByText('The deploy took one minute'),
    ).toBeVisible();
  });

  await test.step('everything written is there after kill -9 and a restart', async () => {
    await product.away(() => Promise.resolve());
    await adaPage.reload();
    for (const text of [
      'The deploy took one minute',
      'Reviews wait too long',
      'Review within a day',
    ]) {
      await expect(adaPage.getByText(text).first()).toBeVisible();
    }
  });

  await test.step('Ada finishes, and the board is read-only for both', async () => {
    await benPage.reload();
    // A page opened later shows no end.
    await expect(benPage.getByText('The deploy took one minute').first()).toBeVisible();
    await adaPage.getByRole('button', { name: 'Finish' }).click();
    await adaPage
      .getByRole('alertdialog')
      .getByRole('button', { name: /Finish/ })
      .click();
    for (const page of [adaPage, benPage]) await passTheEnd(page);
    await expect(adaPage.getByText('Meeting Closed')).toBeVisible();
    await expect(benPage.getByText('Meeting Closed')).toBeVisible();
    await expect(adaPage.getByRole('button', { name: /^Add Note/ })).toHaveCount(0);
  });
});
