// Verifying an address: automatically in the registering browser, by a click elsewhere, and by password after several
// registrations.
import { atEachSize } from './each-size.ts';
import type { Product } from './product.ts';
import { call, expect, expectNoSidewaysScroll, password, test } from './walk.ts';

const pass = { name: 'Password', exact: true };
const confirm = { name: 'Verify email address' };

async function registerByApi(product: Product, email: string, secret = password): Promise<string> {
  await call({ product, token: null }, ['POST', '/api/v1/auth/register'], {
    email,
    password: secret,
  });
  return linkTo(product, email);
}

async function linkTo(product: Product, email: string): Promise<string> {
  const mail = await product.mail.next({ to: email });
  return mail.links.find((url) => url.includes('/verify?')) ?? '';
}

atEachSize(test, (size) => {
  test('another browser shows the address and waits for a click', async ({ page, product }) => {
    const email = `elsewhere-${size}@example.com`;
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    await page.goto(await registerByApi(product, email));
    await expect(page.getByText(email)).toBeVisible();
    await expect(page.getByRole('button', confirm)).toBeVisible();
    await expectNoSidewaysScroll(page);
    expect(calls).not.toContain('/api/v1/auth/verify');
    await page.getByRole('button', confirm).click();
    await expect(page.getByRole('heading', { name: 'Account Verified!' })).toBeVisible();
    await page.getByRole('link', { name: 'Continue to Login' }).click();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByRole('textbox', pass)).toBeFocused();
  });

  test('the password decides who gets an address that a stranger also registered', async ({
    page,
    product,
  }) => {
    const email = `hijacked-${size}@example.com`;
    await registerByApi(product, email, 'Strange1password');
    await page.goto('/register');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('textbox', pass).fill(password);
    await page.getByRole('textbox', { name: 'Confirm Password' }).fill(password);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();

    await page.goto(await linkTo(product, email));
    await expect(page.getByRole('heading', { name: 'Enter your password' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.getByRole('textbox', pass).fill('Neither1 of them');
    await page.getByRole('button', confirm).click();
    await expect(page.getByRole('alert')).toContainText('That password fits none');
    await expect(page.getByRole('textbox', pass)).toBeFocused();
    await page.getByRole('textbox', pass).fill(password);
    await page.getByRole('button', confirm).click();
    await expect(page.getByRole('heading', { name: 'Account Verified!' })).toBeVisible();
    const stranger = new URLSearchParams({ username: email, password: 'Strange1password' });
    const answer = await fetch(`${product.url}/api/v1/auth/login`, {
      method: 'POST',
      body: stranger,
    });
    expect(answer.status).toBe(400);
  });

  test('an expired link shows its address, and one click sends another', async ({
    page,
    product,
  }) => {
    const email = `late-${size}@example.com`;
    const old = await registerByApi(product, email);
    await call({ product, token: null }, ['POST', '/api/v1/auth/resend-verification'], { email });
    await linkTo(product, email);
    await page.goto(old);
    await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Send a new link' }).click();
    await expect(page.getByText('A new link is on its way')).toBeVisible();
    // The new link was requested here, so its page verifies automatically.
    await page.goto(await linkTo(product, email));
    await expect(page.getByRole('heading', { name: 'Account Verified!' })).toBeVisible();
  });
});
