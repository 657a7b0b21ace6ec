// Sign-in with an identity provider: the button, an existing account, and the profile.
import { type OidcServer, startOidcServer } from '@wentwell/server/test/oidc-server';

import { test as base } from './rocket.ts';
import {
  answerWith,
  expect,
  expectNoSidewaysScroll,
  expectReason,
  password,
  sizes,
  ownAnswer,
} from './walk.ts';

const test = base.extend<object, { provider: OidcServer }>({
  provider: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern.
    async ({}, use) => {
      await using provider = await startOidcServer();
      await use(provider);
    },
    { scope: 'worker' },
  ],
  settings: [async ({ provider }, use) => use(provider.settings), { scope: 'worker' }],
});

const button = 'Log in with Example Login';

test('canceled, linked by the password, unlinked, and a new user', async ({
  page,
  product,
  provider,
  rocket,
}) => {
  provider.allow(`${product.url}/login/callback`);
  const signIn = page.getByRole('button', { name: button });

  await test.step('a visitor finds the button beside the form', async () => {
    await page.goto('/team-members');
    await expect(page.getByLabel('Email')).toBeVisible();
    await expect(signIn).toBeVisible();
    await page.setViewportSize(sizes.phone);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize(sizes.desk);
  });

  await test.step('canceling there is said here, and leaves nothing in the address', async () => {
    provider.person = null;
    await signIn.click();
    await expect(page.getByRole('heading', { name: 'Login failed' })).toBeVisible();
    await expect(page.getByText('You canceled the login')).toBeVisible();
    await expect(page).toHaveURL('/login/callback');
  });

  await test.step('the account of the address asks for its password once', async () => {
    provider.person = { sub: 'ada', email: rocket.ada.email, email_verified: true };
    await signIn.click();
    await expect(page.getByRole('heading', { name: 'Link your account' })).toBeVisible();
    const field = page.getByRole('textbox', { name: 'Password' });
    await field.fill('Wrong1password');
    await page.getByRole('button', { name: 'Link and log in' }).click();
    await expect(page.getByText('That is not the password of this account.')).toBeVisible();
    await expect(field).toBeFocused();
    await field.fill(password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/team-members');
  });

  await test.step('the profile shows the link, and ends it', async () => {
    await page.goto('/profile');
    const linked = page.getByRole('region', { name: 'Linked logins' });
    await expect(linked.getByText(rocket.ada.email)).toBeVisible();
    await linked.getByRole('button', { name: 'Unlink Example Login' }).click();
    await expect(linked).toBeHidden();
    await expect(page.getByRole('button', { name: 'Change Password' })).toBeVisible();
  });

  await test.step('somebody new comes straight in, has no password, and may delete the account', async () => {
    await page.evaluate(() => localStorage.clear());
    await page.context().clearCookies();
    const email = `new-${rocket.ada.email}`;
    provider.person = {
      sub: 'new',
      email,
      email_verified: true,
      given_name: 'Robin',
      family_name: 'Field',
    };
    await page.goto('/login?redirect=%2Fprofile');
    await signIn.click();
    await expect(page).toHaveURL('/profile');
    await expect(page.getByRole('button', { name: 'Set a password' })).toBeVisible();
    const unlink = page.getByRole('button', { name: 'Unlink Example Login' });
    await expectReason(page, unlink, 'This is your only way to log in.');
    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await expect(page).toHaveURL(/\/login/);
  });

  await test.step('a return that this tab did not begin is refused', async () => {
    await page.goto('/login/callback?code=x&state=y');
    await expect(page.getByText('was started in another browser')).toBeVisible();
    await expect(page).toHaveURL('/login/callback');
  });

  await test.step('the provider away is said beside the button', async () => {
    await page.goto('/login');
    const detail = 'The identity provider cannot be reached at the moment.';
    await answerWith(page, '**/api/v1/auth/provider/start', { status: 503, detail });
    await signIn.click();
    await expect(page.getByText(detail)).toBeVisible();
  });

  await test.step('without passwords there is the button alone', async () => {
    const options = {
      mode: 'open',
      domains: [],
      ways: ['provider'],
      provider_name: 'Example Login',
    };
    await page.route('**/api/v1/auth/registration', (route) => route.fulfill(ownAnswer(options)));
    for (const path of ['/login', '/register']) {
      await page.goto(path);
      await expect(signIn).toBeVisible();
      await expect(page.getByLabel('Email')).toBeHidden();
    }
  });
});
