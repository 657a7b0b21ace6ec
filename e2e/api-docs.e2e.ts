// The API's pages in a real browser: they show the calls under the policy of every other page, and fetch nothing
// from elsewhere.
import { expect, test } from './product.ts';

test('the API is browsable at /api/docs, without violating the content security policy', async ({
  page,
  product,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && origin !== product.url) complaints.push(request.url());
  });

  const answer = await page.goto(`${product.url}/api/docs`);
  expect(answer?.headers()['content-security-policy']).toMatch(/script-src 'self';/);
  await page.getByRole('link', { name: 'Notes', exact: true }).click();
  await page.getByText('/api/v1/meetings/{meetingId}/notes', { exact: true }).first().click();
  await expect(page.getByText('Parameters').first()).toBeVisible();
  expect(complaints).toEqual([]);
});
