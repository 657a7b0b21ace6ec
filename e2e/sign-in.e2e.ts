// Login, registration and verification by the specification: their rules, states and failures.
import { atEachSize } from './each-size.ts';
import { spec } from './spec-texts.ts';
import {
  answerWith,
  expect,
  expectNoSidewaysScroll,
  holdBack,
  newPerson,
  password,
  test,
  ownAnswer,
} from './walk.ts';

const loginCall = '**/api/v1/auth/login';
const pass = { name: 'Password', exact: true };

atEachSize(test, (size) => {
  test('login: rules, focus on the first error, and kept input', async ({ page }) => {
    await page.goto('/login');
    const submit = page.getByRole('button', { name: spec.login.submit, exact: true });
    await submit.click();
    await expect(page.getByText(spec.loginRules.email)).toBeVisible();
    await expect(page.getByText(spec.loginRules.password)).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.getByLabel('Email').fill('not an address');
    await submit.click();
    await expect(page.getByText(spec.loginRules.emailShape)).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('not an address');
    await page.getByLabel('Email').fill('a@example.com');
    await submit.click();
    await expect(page.getByRole('textbox', pass)).toBeFocused();
    await expectNoSidewaysScroll(page);

    await test.step('the password is shown and hidden', async () => {
      await page.getByRole('textbox', pass).fill('secret');
      await expect(page.getByRole('textbox', pass)).toHaveAttribute('type', 'password');
      await page.getByRole('button', { name: 'Show password' }).click();
      await expect(page.getByRole('textbox', pass)).toHaveAttribute('type', 'text');
      await page.getByRole('button', { name: 'Hide password' }).click();
    });

    await test.step('it is busy while the server thinks, and says what it says', async () => {
      const letGo = await holdBack(page, loginCall);
      await submit.click();
      await expect(page.getByRole('button', { name: spec.login.busy })).toBeVisible();
      await letGo();
      await expect(page.getByText(spec.authCodes.LOGIN_BAD_CREDENTIALS)).toBeVisible();
      await expect(page.getByLabel('Email')).toHaveValue('a@example.com');
      // An assistant fills the field without an event.
      await page.getByLabel('Email').evaluate((field: HTMLInputElement) => {
        field.value = 'filled@example.com';
      });
      const asked = page.waitForRequest(loginCall);
      await submit.click();
      expect((await asked).postData()).toContain('filled');
      await page.getByRole('link', { name: 'Sign up' }).click();
      await expect(page).toHaveURL('/register');
      await page.getByRole('link', { name: 'Back to home' }).click();
      await expect(page).toHaveURL('/');
    });
  });

  test('register: every rule, then the mail, its link, and the login', async ({
    page,
    product,
  }) => {
    const email = `nora-${size}@example.com`;
    await page.goto('/register?redirect=%2Fmeetings');
    await expect(page.getByText(spec.register.hint)).toBeVisible();
    const submit = page.getByRole('button', { name: spec.register.submit });
    await submit.click();
    await expect(page.getByText(spec.registerRules.password)).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.getByLabel('Email').fill(email);
    for (const [typed, text] of [
      ['Short1x', spec.registerRules.length],
      ['nothing1big', spec.registerRules.upper],
      ['NOTHING1SMALL', spec.registerRules.lower],
      ['NoNumberHere', spec.registerRules.number],
    ] as const) {
      await page.getByRole('textbox', pass).fill(typed);
      await submit.click();
      await expect(page.getByText(text)).toBeVisible();
    }
    await expect(page.getByRole('textbox', pass)).toBeFocused();
    await page.getByRole('textbox', pass).fill(password);
    await page.getByRole('textbox', { name: 'Confirm Password' }).fill('another');
    await submit.click();
    await expect(page.getByText(spec.registerRules.match)).toBeVisible();
    await page.getByRole('textbox', { name: 'Confirm Password' }).fill(password);
    const letGo = await holdBack(page, '**/api/v1/auth/register');
    await submit.click();
    await expect(page.getByRole('button', { name: spec.register.busy })).toBeVisible();
    await letGo();

    await expect(page).toHaveURL('/verification-pending');
    await expect(page.getByRole('heading', { name: spec.verification.pending })).toBeVisible();
    await expect(page.getByText(spec.verification.expiry)).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
    const toLogin = page.getByRole('link', { name: spec.verification.toLogin });
    await expect(toLogin).toHaveAttribute('href', '/login?redirect=%2Fmeetings');
    await expectNoSidewaysScroll(page);

    await test.step('not verified yet: the login says so and helps', async () => {
      await toLogin.click();
      await page.getByLabel('Email').fill(email);
      await page.getByRole('textbox', pass).fill(password);
      await page.getByRole('button', { name: spec.login.submit, exact: true }).click();
      await expect(page.getByText(spec.authCodes.LOGIN_USER_NOT_VERIFIED)).toBeVisible();
      await page.getByRole('link', { name: 'Send a new link' }).click();
      await expect(page.getByLabel('Email')).toHaveValue(email);
    });

    await test.step('another link is sent, or it is said that it could not be', async () => {
      const resend = page.getByRole('button', { name: 'Send Verification Email' });
      await answerWith(page, '**/api/v1/auth/resend-verification', 500);
      await resend.click();
      await expect(page.getByText(spec.auth.resendFailed)).toBeVisible();
      await expect(page.getByLabel('Email')).toHaveValue(email);
      await page.unroute('**/api/v1/auth/resend-verification');
      await resend.click();
      await expect(page.getByText('a new link is on its way')).toBeVisible();
    });

    await product.mail.next({ to: email });
    const mail = await product.mail.next({ to: email });
    const link = mail.links.find((url) => url.includes('/verify?')) ?? '';
    const goOn = await holdBack(page, '**/api/v1/auth/verify');
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Verifying your account' })).toBeVisible();
    await goOn();
    await expect(page.getByRole('heading', { name: spec.verification.done })).toBeVisible();
    await expect(page.getByRole('link', { name: spec.verification.goOn })).toHaveAttribute(
      'href',
      '/login?redirect=%2Fmeetings',
    );
    await page.goto(link);
    await expect(page.getByRole('heading', { name: spec.auth.alreadyVerified })).toBeVisible();
    await expect(page.getByText(spec.auth.alreadyVerifiedText)).toBeVisible();
    await page.getByRole('link', { name: spec.verification.goOn }).click();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByRole('textbox', pass)).toBeFocused();
  });

  test('verify: without a token, with a wrong one, without a response', async ({ page }) => {
    await page.goto('/verify');
    await expect(page.getByText(spec.verification.noToken)).toBeVisible();
    await expect(page).toHaveTitle('Verification Failed · Wentwell');
    await page.goto(`/verify?token=${'x'.repeat(43)}`);
    await expect(page.getByText(spec.auth.verifyFailed)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.route('**/api/v1/auth/verification', (route) => route.abort());
    await page.goto(`/verify?token=${'y'.repeat(43)}`);
    await expect(page.getByText(spec.auth.unreachable)).toBeVisible();
    await page.unroute('**/api/v1/auth/verification');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(spec.auth.verifyFailed)).toBeVisible();
  });
});

test('login: any other status shows the specification’s generic message', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill('a@example.com');
  await page.getByRole('textbox', pass).fill(password);
  const alert = page.getByRole('alert');
  async function expectAnswer(text: string): Promise<void> {
    await page.getByRole('button', { name: spec.login.submit, exact: true }).click();
    await expect(alert).toHaveText(text);
    await expect(page.getByRole('textbox', pass)).toHaveValue(password);
    await page.unrouteAll();
  }
  // auth-messages.test.ts has all statuses.
  await answerWith(page, loginCall, 503);
  await expectAnswer(spec.auth.unavailable);
  await answerWith(page, loginCall, { status: 400, detail: 'The server’s own words.' });
  await expectAnswer('The server’s own words.');
  await page.route(loginCall, (route) => route.abort('failed'));
  await expectAnswer(spec.auth.unreachable);
  await page.route(loginCall, (route) => route.fulfill(ownAnswer({ token_type: 'bearer' })));
  await expectAnswer(spec.auth.noToken);
});

test('register: a taken address is reported at its field', async ({ page, product }) => {
  const { email } = await newPerson(product, 'taken@example.com');
  await page.goto('/register');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', pass).fill(password);
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill(password);
  await answerWith(page, '**/api/v1/auth/register', {
    status: 400,
    detail: 'REGISTER_USER_ALREADY_EXISTS',
  });
  await page.getByRole('button', { name: spec.register.submit }).click();
  await expect(page.getByText(spec.auth.taken)).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByRole('textbox', pass)).toHaveValue(password);
});
