// A team larger than its first page of members: a board loads the others when it shows or offers them.
import { test } from './rocket.ts';
import { expect, newMeeting, signedInAs } from './walk.ts';

test('a board loads all members of a large team only to choose one', async ({ page, rocket }) => {
  const { ada, ben, teamId } = rocket;
  const meeting = await newMeeting(ada, { id: teamId, name: 'Large' }, { phase: 'joining' });
  await signedInAs(page, ada.token);
  const asked: string[] = [];
  // Ends the first page before Ben, as in a team of more than a hundred.
  await page.route(/\/members\?/, async (route) => {
    const url = new URL(route.request().url());
    asked.push(url.search);
    if (url.search === '?limit=100') url.search = '?limit=1';
    await route.fulfill({ response: await route.fetch({ url: url.href }) });
  });
  await page.goto(meeting.path);
  await expect(page.getByText(/\d+ not here yet$/)).toBeVisible();
  expect(new Set(asked)).toEqual(new Set(['?limit=100']));

  await meeting.moveTo('grouping');
  await meeting.write(ben, 'went_well', 'By somebody who joined late');
  const card = page.getByRole('article', { name: 'By somebody who joined late' });
  await expect(card).toContainText('Ben Okri');
  expect(asked.at(-1)).toContain('user_id=');
  expect(asked).not.toContain('?limit=1000');

  await page.getByRole('button', { name: 'Meeting menu' }).click();
  await page.getByRole('menuitem', { name: 'Hand over to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hand Over Meeting' });
  await expect(dialog.getByLabel('New owner')).toContainText('Ben Okri');
  expect(asked).toContain('?limit=1000');
  // A late answer must not outlive the page.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
