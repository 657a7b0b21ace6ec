// Passing signals on a board: how many are writing in a column, and floating reactions (docs/retro.md ).
import { endAnimations } from './layout-faults.ts';
import { test } from './rocket.ts';
import { spec } from './spec-texts.ts';
import { expect, newMeeting, openAs, signedInAs } from './walk.ts';

test('others see how many write in a column, and floating reactions unless disabled', async ({
  page,
  browser,
  rocket,
}) => {
  const { ada, ben, teamId } = rocket;
  const meeting = await newMeeting(ada, { id: teamId, name: 'Colour' }, { phase: 'writing' });
  await openAs(page, ada, meeting.path);
  const other = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await signedInAs(other, ben.token);
  const bens = await other.newPage();
  await bens.goto(meeting.path);
  for (const each of [page, bens]) {
    await expect(each.getByText(spec.meeting.connected, { exact: true })).toBeVisible();
    await expect(each.locator('.floating-reactions')).toBeAttached();
  }

  const wentWell = bens.getByRole('region', { name: /Went Well/ });
  await page.getByRole('textbox', { name: /Went Well/ }).pressSequentially('Quiet');
  await expect(wentWell.getByText('1 writing…')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(wentWell.getByText('1 writing…')).toHaveCount(0);

  // With reduced motion nothing floats until it is enabled.
  const floating = bens.locator('.floating-reactions span');
  const send = page.getByRole('button', { name: 'Send 👏' });
  await page.getByText('Floating reactions', { exact: true }).click();
  await bens.getByRole('button', { name: 'Floating reactions' }).click();
  await bens.getByRole('button', { name: 'Show floating reactions' }).click();
  await send.click();
  await expect(floating).toHaveText('👏');
  await expect(page.locator('.floating-reactions span')).toHaveCount(0);
  await endAnimations(bens);
  await expect(floating).toHaveCount(0);
  await other.close();
});
