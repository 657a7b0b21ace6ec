// The API's pages in a real browser, under the product's content security policy, without external requests.
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

  // A chapter's address opens it.
  const answer = await page.goto('/api/docs#/Notes');
  expect(answer?.headers()['content-security-policy']).toMatch(/script-src 'self';/);
  const listNotes = page.getByText('/api/v1/meetings/{meetingId}/notes', { exact: true }).first();
  // Its code is ten times that of the product's own pages.
  await expect(listNotes).toBeVisible({ timeout: 60_000 });
  await listNotes.click();
  await expect(page.getByText('Parameters').first()).toBeVisible({ timeout: 60_000 });
  expect(complaints).toEqual([]);
});
