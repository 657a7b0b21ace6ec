// A whole retro on a phone by single taps: no drag, no hover, and keys only for typing.
import { test } from './rocket.ts';
import { spec } from './spec-texts.ts';
import { expect, expectNoSidewaysScroll, openAs, sizes } from './walk.ts';

test.use({ viewport: sizes.phone, hasTouch: true, isMobile: true });

test('a retro from creation to the end by taps', async ({ page, rocket }) => {
  await openAs(page, rocket.ada, '/dashboard');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const tab = (name: string) =>
    page.getByRole('group', { name: 'Column' }).getByRole('button', { name });
  const column = (name: string) => page.getByRole('region', { name });

  await test.step('by the drawer to the meetings, and a new one', async () => {
    await button('Menu').tap();
    await page.getByRole('dialog').getByRole('link', { name: spec.topBar.meetings }).tap();
    // The previous page has a button of this name, too.
    await expect(page.getByRole('heading', { name: spec.meetings.title, level: 1 })).toBeVisible();
    await button(spec.meetings.create).first().tap();
    const dialog = page.getByRole('dialog', { name: spec.meetingDialogs.create });
    await dialog.getByLabel('Meeting name').fill('By taps');
    await dialog.getByRole('radio', { name: spec.meetingDialogs.now }).tap();
    await dialog.getByRole('button', { name: 'Create Meeting' }).tap();
    await expect(page.getByText(spec.meeting.waiting)).toBeVisible();
    await expectNoSidewaysScroll(page);
  });

  await test.step('writing', async () => {
    await button(spec.meeting.next(spec.phases.writing)).tap();
    for (const text of ['One by taps', 'Two by taps']) {
      await column(spec.board.wentWell).getByRole('button', { name: spec.board.addNote }).tap();
      const dialog = page.getByRole('dialog', { name: spec.board.addNote });
      await dialog.getByLabel('Content').fill(text);
      await dialog.getByRole('button', { name: spec.board.addNote }).tap();
      await expect(column(spec.board.wentWell).getByText(text)).toBeVisible();
    }
  });

  await test.step('edit', async () => {
    const note = page.getByRole('article', { name: 'One by taps' });
    await note.getByRole('button', { name: 'Edit note' }).tap();
    await page.getByLabel('Content').fill('One, edited');
    await page.getByRole('button', { name: spec.board.save }).tap();
    await expect(page.getByRole('article', { name: 'One, edited' })).toBeVisible();
  });

  await test.step('move to another column, which a tap shows', async () => {
    const note = page.getByRole('article', { name: 'One, edited' });
    await note.getByRole('button', { name: /^Actions/ }).tap();
    await expect(page.getByRole('menu').getByText('One, edited', { exact: true })).toBeVisible();
    await page.getByRole('menuitem', { name: spec.board.actionItems }).tap();
    await expect(note).toBeHidden();
    await tab(spec.board.actionItems).tap();
    await expect(column(spec.board.actionItems).getByText('One, edited')).toBeVisible();
  });

  await test.step('delete', async () => {
    await tab(spec.board.wentWell).tap();
    const note = page.getByRole('article', { name: 'Two by taps' });
    await note.getByRole('button', { name: /^Actions/ }).tap();
    await page.getByRole('menuitem', { name: spec.board.delete }).tap();
    await expect(note).toHaveCount(0);
  });

  await test.step('lead on, jump, finish', async () => {
    await button(spec.meeting.next(spec.phases.revealing)).tap();
    await expect(button(spec.meeting.next(spec.phases.grouping))).toBeVisible();
    await button(spec.meeting.jump).tap();
    await page.getByRole('menuitem', { name: spec.phases.closing_ready }).tap();
    await expect(button(spec.meeting.finalPhase)).toBeVisible();
    await button(spec.meeting.finish).tap();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /Finish/ })
      .tap();
    await expect(page.getByText(spec.meeting.closed)).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});
