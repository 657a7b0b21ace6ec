// A private start is the same site at localhost, 127.0.0.1 and [::1].
import { test } from './rocket.ts';
import { spec } from './spec-texts.ts';
import { expect, newMeeting, openBoard } from './walk.ts';

// All other tests open localhost.
for (const name of ['127.0.0.1', '[::1]']) {
  test(`the board is live at ${name}`, async ({ page, product, rocket }) => {
    const site = product.url.replace('localhost', name);
    const team = { id: rocket.teamId, name: `At ${name}` };
    const meeting = await newMeeting(rocket.ada, team);
    await openBoard(page, rocket.ada, site + meeting.path);
    const column = page.getByRole('region', { name: spec.board.wentWell });
    await column.getByRole('button', { name: spec.board.addNote }).click();
    await page.getByLabel('Content').fill(`Written at ${name}`);
    await page.keyboard.press('Control+Enter');
    await expect(column.getByRole('article', { name: `Written at ${name}` })).toBeVisible();
  });
}
