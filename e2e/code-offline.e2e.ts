// Code that is missing when a page or dialog needs it, because the network is down or the file is gone.
import { addNote, cardOf, sitDown, startRetro, waiting, whenReady } from './away-board.ts';
import { test } from './crew.ts';
import { expect } from './product.ts';
import { waitAhead } from './walk.ts';

test('a page whose code fails to load says so, opens itself later, and loses nothing', async ({
  browser,
  crew,
}) => {
  const robin = await sitDown(browser, crew.robin.token, await startRetro(crew));
  // Prefetching fails as well.
  await robin.route(/\/assets\/TeamMembers-/, (route) => route.abort());
  const gone = [/\/assets\/Profile-/, /\/assets\/BoardSettings-/, /\/assets\/LeadDialogs-/];
  for (const each of gone) await robin.route(each, (route) => route.fulfill({ status: 404 }));
  await robin.reload();
  await whenReady(robin);
  await robin.evaluate(() => Object.assign(window, { sameDocument: true }));
  const missing = robin.getByRole('heading', { name: 'This page could not be loaded' });

  await test.step('offline, with a change that waits and a draft in an open dialog', async () => {
    await robin.context().setOffline(true);
    await addNote(robin, 'Went Well', 'Written away');
    const add = robin.getByRole('region', { name: 'To Improve' }).getByRole('button');
    await add.filter({ hasText: 'Add Note' }).click();
    await robin.getByRole('dialog').getByLabel('Content').fill('Half a thought');
    const members = robin.getByRole('link', { name: 'Members', includeHidden: true });
    await members.first().evaluate((link: HTMLElement) => link.click());
    await expect(missing).toBeVisible();
    await expect(robin.getByRole('link', { name: 'Meetings', exact: true })).toBeVisible();
    await robin.getByRole('button', { name: 'Try again' }).click();
    await expect(missing).toBeVisible();
  });

  await test.step('back online the page opens by itself, and nothing is lost', async () => {
    await robin.unroute(/\/assets\/TeamMembers-/);
    await robin.context().setOffline(false);
    await expect(robin.getByRole('heading', { name: 'Team Members' })).toBeVisible();
    await robin.goBack();
    await expect(cardOf(robin, 'Written away')).toBeVisible();
    await expect(waiting(robin)).toHaveCount(0);
    const add = robin.getByRole('region', { name: 'To Improve' }).getByRole('button');
    await add.filter({ hasText: 'Add Note' }).click();
    const content = robin.getByRole('dialog').getByLabel('Content');
    await expect(content).toHaveValue('Half a thought');
  });

  await test.step('also where a file is missing on the server, and asked for by hand', async () => {
    await robin.keyboard.press('Escape');
    await robin.getByRole('button', { name: 'Menu', exact: true }).click();
    await robin.getByRole('button', { name: /^Profile menu/ }).click();
    await robin.getByRole('menuitem', { name: 'Profile Settings' }).click();
    await expect(missing).toBeVisible();
    await robin.unroute(/\/assets\/Profile-/);
    const opened = expect(robin.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
    // The page also retries by itself and may be first.
    await Promise.race([robin.getByRole('button', { name: 'Try again' }).click(), opened]);
    await opened;
  });

  await test.step('a dialog of the meeting says so too, until its file is there', async () => {
    await robin.goBack();
    await expect(cardOf(robin, 'Written away')).toBeVisible();
    await robin.clock.install();
    const notices = robin.getByRole('region', { name: 'Notifications' });
    const part = notices.getByText('This part of the page could not be loaded');
    const dialogs = [
      { asked: 'Board settings', file: /\/assets\/BoardSettings-/, name: 'Board Settings' },
      { asked: 'Hand over', file: /\/assets\/LeadDialogs-/, name: 'Hand Over Meeting' },
    ];
    for (const { asked, file, name } of dialogs) {
      await robin.keyboard.press('ControlOrMeta+K');
      await robin.getByRole('combobox').fill(asked);
      await robin.keyboard.press('Enter');
      await waitAhead(robin, part, 1000);
      // It may be gone permanently, after a new release.
      await expect(notices.getByRole('button', { name: 'Reload' })).toBeVisible();
      await robin.unroute(file);
      await waitAhead(robin, robin.getByRole('dialog', { name }), 1000);
      await expect(part).toBeHidden();
      await robin.keyboard.press('Escape');
      await expect(robin.getByRole('dialog', { name })).toBeHidden();
    }
  });
  expect(await robin.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('unvisited pages open offline, because their code is prefetched', async ({
  browser,
  crew,
}) => {
  const robin = await sitDown(browser, crew.robin.token, await startRetro(crew));
  const isHere = (name: string) =>
    robin.evaluate((wanted) => {
      const files = performance.getEntriesByType('resource');
      return files.some((file) => file.name.includes(`/assets/${wanted}-`));
    }, name);
  for (const name of ['Dashboard', 'Meetings', 'TeamMembers', 'Profile', 'ManageTeams']) {
    await expect.poll(() => isHere(name), { message: name }).toBe(true);
  }
  await robin.context().setOffline(true);
  const members = robin.getByRole('link', { name: 'Members', includeHidden: true });
  await members.first().evaluate((link: HTMLElement) => link.click());
  await expect(robin.getByRole('heading', { name: 'Team Members', exact: true })).toBeVisible();
  await robin.getByRole('button', { name: /^Profile menu/ }).click();
  await robin.getByRole('menuitem', { name: 'Profile Settings' }).click();
  await expect(robin.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
});
