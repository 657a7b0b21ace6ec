// A reload while the site is down shows the page with its pending changes.
import { addNote, cardOf, startRetro, waiting } from './away-board.ts';
import { test } from './crew.ts';
import { judge } from './judge.ts';
import { expect } from './product.ts';
import { openAs } from './walk.ts';

test.use({ prefetch: true, serviceWorkers: 'allow' });

test('C-34: a reload during an outage shows pending texts, and sends them later', async ({
  page,
  product,
  crew,
}) => {
  const board = await startRetro(crew);
  await openAs(page, crew.robin, board);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));

  await product.away(async () => {
    await addNote(page, 'Went Well', 'Written while the site was away');
    await expect(cardOf(page, 'Written while').getByText('Waiting to be sent')).toBeVisible();
    await page.reload();
    const kept = page.getByRole('region', { name: 'Waiting to be sent' });
    await expect(kept.getByText('Written while the site was away')).toBeVisible();
    await judge(page, 'site-away');
  });

  await expect(cardOf(page, 'Written while the site was away')).toBeVisible();
  await expect(waiting(page)).toHaveCount(0);

  await test.step('nothing of the API is kept', async () => {
    const names = await page.evaluate(async () => {
      const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      const requests = await Promise.all(caches_.map((cache) => cache.keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(names).toContain('/dashboard');
    expect(names.filter((name) => !name.startsWith('/assets/'))).toEqual(['/dashboard']);
  });
});
