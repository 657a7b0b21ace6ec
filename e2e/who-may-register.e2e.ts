// The registration page states who may register, if restricted.
import { test } from './rocket.ts';
import { answerWith, expect, ownAnswer } from './walk.ts';

const registration = '**/api/v1/auth/registration';

test('invited people, people of a domain, or nobody', async ({ page }) => {
  const open = async (rule: object, search = '') => {
    await page.unrouteAll();
    await page.route(registration, (route) => route.fulfill(ownAnswer(rule)));
    await page.goto(`/register${search}`);
  };
  const create = page.getByRole('button', { name: 'Create Account' });

  await open({ mode: 'invite', domains: [] });
  await expect(page.getByText('By invitation only. Ask a colleague to invite you.')).toBeVisible();
  await open({ mode: 'invite', domains: [] }, '?email=robin%40example.com');
  await expect(create).toBeVisible();
  await expect(page.getByText('By invitation only')).toBeHidden();

  await open({ mode: 'domains', domains: ['example.com', 'example.org'] });
  await expect(page.getByText('Only for addresses at example.com or example.org.')).toBeVisible();
  const refusal = 'Addresses at this domain cannot register here.';
  await answerWith(page, '**/api/v1/auth/register', { status: 403, detail: refusal });
  await page.getByLabel('Email').fill('robin@example.net');
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('Tamarind7orchard');
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill('Tamarind7orchard');
  await create.click();
  await expect(page.getByRole('alert')).toHaveText(refusal);
  await expect(page.getByLabel('Email')).toHaveValue('robin@example.net');

  await open({ mode: 'off', domains: [] });
  await expect(page.getByText('Registration is closed.')).toBeVisible();
  await expect(create).toBeHidden();
});
