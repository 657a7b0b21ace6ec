// Raised hands (docs/retro.md ): raised by button, key and touch, seen by everybody, lowered by leads.
import type { Page } from '@playwright/test';

import { test } from './crew.ts';
import { judge, judgeState } from './judge.ts';
import { arrive, call, expect, newMeeting, sizes, openBoard } from './walk.ts';

const line = (page: Page) => page.locator('.status-line');
const raise = (page: Page) => line(page).getByRole('button', { name: 'Raise hand' });
const ofSasha = (page: Page) => line(page).getByText('Sasha Brook has a hand up.');

test('a member raises a hand, a lead gives the turn, everybody sees it, and absent people are marked', async ({
  crew: { robin, sasha, team },
  newPage,
}) => {
  const meeting = await newMeeting(robin, team, { phase: 'discussing' });
  const { api, path } = meeting;
  // The screen only knows who has been there. That she left shows seconds later, while the pages load.
  const left = await arrive(sasha, meeting.id);
  await left[Symbol.asyncDispose]();
  const screen = await newPage();
  await screen.goto(await meeting.screenPath());
  const lead = await openBoard(await newPage(), robin, path);
  await test.step('away: in the line of whoever leads, and on the screen', async () => {
    await call(sasha, ['PUT', `${api}/hand`], { raised: true });
    await expect(line(lead).getByText('Sasha Brook (away) has a hand up.')).toBeVisible();
    await expect(line(lead).locator('bdi').first()).toHaveText('Sasha Brook');
    await expect(screen.getByText('Hands up: Sasha Brook (away)')).toBeVisible();
  });
  await call(sasha, ['PUT', `${api}/hand`], { raised: false });
  const member = await openBoard(await newPage(), sasha, path);
  await expect(raise(lead)).toHaveCount(0);

  await test.step('by the button: the line of whoever leads says so, and so does the screen', async () => {
    await raise(member).click();
    const up = line(member).getByRole('button', { name: 'Hand is up Lower hand' });
    // The name changes with the state, so there is no `aria-pressed`.
    await expect(up).not.toHaveAttribute('aria-pressed');
    await expect(ofSasha(lead)).toBeVisible();
    await expect(lead.getByText('Sasha Brook raised a hand.')).toBeAttached();
    await expect(screen.getByText('Hands up: Sasha Brook')).toBeVisible();
    await expect(lead.getByText('Hands up: 1')).toBeAttached();
    await judge(lead, 'hands-lead');
    await judgeState(member, 'hands-member');
    await judge(screen, 'hands-screen');
  });

  await test.step('whoever leads gives the turn, which lowers the hand', async () => {
    await lead.getByRole('button', { name: "Sasha's turn" }).click();
    await expect(raise(member)).toBeVisible();
    await expect(ofSasha(lead)).toHaveCount(0);
    await expect(screen.getByText('Hands up:')).toHaveCount(0);
    await expect(member.getByText("It's your turn.")).toBeVisible();
  });

  await test.step('by the key H, in every phase, until all are lowered', async () => {
    await member.keyboard.press('h');
    await expect(ofSasha(lead)).toBeVisible();
    await meeting.moveTo('writing');
    await member.keyboard.press('h');
    await expect(ofSasha(lead)).toHaveCount(0);
    await member.keyboard.press('h');
    await lead.getByRole('button', { name: 'Lower all' }).click();
    await raise(member).click();
    await expect(ofSasha(lead)).toBeVisible();
  });

  await test.step('on a phone: by the menu, and down by the button that says it is up', async () => {
    const phone = await openBoard(await newPage({ viewport: sizes.phone }), sasha, path);
    await line(phone).getByRole('button', { name: 'Hand is up' }).click();
    await expect(ofSasha(lead)).toHaveCount(0);
    await expect(line(phone).getByRole('button')).toHaveCount(0);
    await phone.getByRole('button', { name: 'Meeting menu' }).click();
    await phone.getByRole('menuitem', { name: 'Raise hand' }).click();
    await expect(ofSasha(lead)).toBeVisible();
  });

  await test.step('R-89: a new lead with a raised hand can lower it', async () => {
    const own = line(member).getByText('You have a hand up.');
    await call(robin, ['PUT', `${api}/co-leads`], {
      user_id: sasha.id,
      is_co_lead: true,
    });
    await expect(own).toBeVisible();
    await expect(line(member).getByRole('button', { name: /turn/ })).toHaveCount(0);
    await judgeState(member, 'hands-own-lead');

    await member.keyboard.press('h');
    await expect(own).toHaveCount(0);
    // Wait for the server, or the next call would arrive first.
    await expect(ofSasha(lead)).toHaveCount(0);
    await call(sasha, ['PUT', `${api}/hand`], { raised: true });
    await line(member).getByRole('button', { name: 'Lower hand' }).click();
    await expect(own).toHaveCount(0);
    await expect(ofSasha(lead)).toHaveCount(0);
  });
});
