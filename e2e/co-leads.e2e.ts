// Co-leads (docs/retro.md R-33): named in the list of people, by keyboard and by touch.
import type { Page } from '@playwright/test';

import { newFour, seatOf } from './four-people.ts';
import { judge, judgeState, takePicture } from './judge.ts';
import { spec } from './spec-texts.ts';
import { call, expect, newMeeting, test } from './walk.ts';

async function openPeople(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Meeting menu' }).click();
  await page.getByRole('menuitem', { name: 'People and activity' }).click();
}

test('the owner names a co-lead, who leads immediately, and removes them', async ({
  browser,
  product,
}) => {
  const { team, robin, sasha, kim } = await newFour(product, 'co-leads');
  const meeting = await newMeeting(robin, { ...team, name: 'Sprint 25' }, { phase: 'writing' });
  const at = { path: meeting.path };
  const desk = await seatOf(browser, { who: robin, ...at, viewport: { width: 1440, height: 900 } });
  const phone = await seatOf(browser, { who: sasha, ...at, viewport: { width: 390, height: 844 } });
  const third = await seatOf(browser, { who: kim, ...at, viewport: { width: 1440, height: 900 } });
  const next = phone.getByRole('button', { name: spec.meeting.next(spec.phases.revealing) });
  const panel = desk.getByRole('complementary', { name: 'Meeting' });
  const rowOf = (name: RegExp) => panel.getByRole('button', { name });
  const others = third.getByRole('complementary', { name: 'Meeting' });

  await test.step('named by keys; everybody sees who leads, and the co-lead has the controls', async () => {
    await expect(next).toHaveCount(0);
    // A page opened later has no activity.
    await expect(others.getByText('Sasha').first()).toBeVisible();
    await rowOf(/^Sasha/).focus();
    await desk.keyboard.press('Enter');
    await expect(desk.getByRole('menuitem', { name: 'Make co-lead' })).toBeFocused();
    await takePicture(desk, 'co-leads-menu');
    await desk.keyboard.press('Enter');
    await expect(rowOf(/^Sasha.*leads$/)).toBeFocused();
    await expect(phone.getByText('made you a co-lead.')).toBeVisible();
    await expect(next).toBeVisible();
    await expect(others.getByRole('listitem').filter({ hasText: /^S.*leads$/ })).toHaveCount(1);
    await expect(others.getByRole('button', { name: /^Sasha/ })).toHaveCount(0);
    await third.getByRole('tab', { name: 'Activity' }).click();
    await expect(third.getByRole('tabpanel')).toContainText(/Robin.* made Sasha.* a co-lead/);
    await judge(desk, 'co-leads');
    await next.click();
    await expect(desk.locator('[aria-current=step]')).toContainText(spec.phases.revealing);
  });

  await test.step('a co-lead names nobody, on a phone either', async () => {
    await openPeople(phone);
    const drawer = phone.getByRole('dialog', { name: 'Meeting' });
    await expect(drawer.getByText('leads', { exact: true })).toHaveCount(2);
    await expect(drawer.getByRole('button', { name: /^(Robin|Kim)/ })).toHaveCount(0);
    await judgeState(phone, 'co-leads-drawer');
    await phone.keyboard.press('Escape');
  });

  await test.step('a hand that is up: the turn is given in its row, by a co-lead too', async () => {
    await call(kim, ['PUT', `/api/v1/meetings/${meeting.id}/hand`], { raised: true });
    await openPeople(phone);
    const drawer = phone.getByRole('dialog', { name: 'Meeting' });
    await drawer.getByRole('button', { name: /^Kim.*Hand is up$/ }).click();
    await expect(phone.getByRole('menuitem')).toHaveText(["Kim's turn"]);
    await phone.getByRole('menuitem').click();
    await expect(third.getByText("It's your turn.")).toBeVisible();
    await expect(drawer.getByRole('button', { name: /^Kim/ })).toHaveCount(0);
    await phone.keyboard.press('Escape');
  });

  await test.step('handed over from the row, to the person chosen there', async () => {
    await rowOf(/^Kim/).click();
    await desk.getByRole('menuitem', { name: 'Hand over to Kim Osei…' }).click();
    const dialog = desk.getByRole('dialog', { name: 'Hand Over Meeting' });
    await expect(dialog.getByLabel('New owner')).toHaveValue(kim.id);
    await desk.keyboard.press('Escape');
  });

  await test.step('found in the palette', async () => {
    await desk.keyboard.press('ControlOrMeta+K');
    await desk.getByRole('combobox').fill('make kim');
    await expect(desk.getByRole('option', { name: 'Make Kim Osei co-lead' })).toBeVisible();
    await desk.keyboard.press('Escape');
  });

  await test.step('taken back by a press', async () => {
    await rowOf(/^Sasha/).click();
    await desk.getByRole('menuitem', { name: 'Take the lead back' }).click();
    await expect(phone.getByText('took the lead back from you.')).toBeVisible();
    await expect(
      phone.getByRole('button', { name: spec.meeting.next(spec.phases.grouping) }),
    ).toHaveCount(0);
    await expect(panel.getByText('leads', { exact: true })).toHaveCount(1);
  });
});
