// Notes on the board: dialogs, moves, and refusals.
import { testedSizes } from './each-size.ts';
import { test } from './rocket.ts';
import { spec } from './spec-texts.ts';
import { answerWith, expect, expectNoSidewaysScroll, newMeeting, openAs, toasts } from './walk.ts';

const notes = '**/api/v1/meetings/*/notes';
const oneNote = '**/api/v1/meetings/*/notes/*';

for (const [size, viewport] of Object.entries(testedSizes)) {
  test(`${size}: notes are added and edited in dialogs`, async ({ page, rocket }) => {
    await page.setViewportSize(viewport);
    const meeting = await newMeeting(rocket.ada, { id: rocket.teamId, name: 'Notes' });
    await openAs(page, rocket.ada, meeting.path);
    const { wentWell, toImprove, actionItems } = spec.board;
    if (size === 'phone') {
      const tabs = page.getByRole('group', { name: 'Column' }).getByRole('button');
      await expect(tabs).toHaveCount(3);
      await expect(page.getByRole('region', { name: toImprove })).toBeHidden();
    } else {
      for (const name of [wentWell, toImprove, actionItems]) {
        await expect(page.getByRole('region', { name })).toBeVisible();
      }
    }
    const column = page.getByRole('region', { name: wentWell });
    expect((await column.boundingBox())?.height).toBeGreaterThanOrEqual(600);
    await column.getByRole('button', { name: spec.board.addNote }).click();
    const add = page.getByRole('dialog', { name: spec.board.addNote });
    const content = add.getByLabel('Content');
    await expect(content).toBeFocused();
    await expect(add.getByRole('combobox', { name: 'Note Type' })).toHaveValue('went_well');
    await page.keyboard.press('Control+Enter');
    await expect(add.getByText(spec.noteRules.content)).toBeVisible();
    await expect(content).toBeFocused();
    await expectNoSidewaysScroll(page);
    await content.fill('Refused at first');
    await page.reload();
    await column.getByRole('button', { name: spec.board.addNote }).click();
    await expect(content, 'a draft survives a reload').toHaveValue('Refused at first');
    await answerWith(page, notes, { status: 409, detail: 'Not now.', method: 'POST' });
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(spec.noteToasts.addFailed)).toBeVisible();
    await expect(content).toHaveValue('Refused at first');
    await page.unrouteAll();
    await page.keyboard.press('Control+Enter');
    const note = column.getByRole('article', { name: /Refused at first/ });
    await expect(note).toBeVisible();
    await expect(add).toHaveCount(0);

    await note.focus();
    await page.keyboard.press(' ');
    const edit = page.getByRole('dialog', { name: spec.board.editNote });
    await expect(edit.getByRole('button', { name: spec.board.delete })).toBeVisible();
    await edit.getByLabel('Content').fill('Edited');
    await answerWith(page, oneNote, { status: 403, detail: 'Not you.', method: 'PUT' });
    await edit.getByRole('button', { name: spec.board.save }).click();
    await expect(page.getByText(spec.noteToasts.editFailed)).toBeVisible();
    await expect(edit.getByLabel('Content')).toHaveValue('Edited');
    await page.unrouteAll();
    await edit.getByRole('button', { name: spec.board.save }).click();
    const edited = column.getByRole('article', { name: /Edited/ });
    await expect(edited).toBeVisible();

    const menu = edited.getByRole('button', { name: /^Actions/ });
    await answerWith(page, oneNote, { status: 409, method: 'PUT' });
    await menu.click();
    await page.getByRole('menuitem', { name: toImprove }).click();
    await expect(page.getByText(spec.noteToasts.moveFailed)).toBeVisible();
    await expect(page.getByText(spec.noteToasts.moveFallback)).toBeVisible();
    await expect(edited).toBeVisible();
    await page.unrouteAll();
    await answerWith(page, oneNote, { status: 403, detail: 'Not you either.', method: 'DELETE' });
    await menu.click();
    await page.getByRole('menuitem', { name: spec.board.delete }).click();
    await expect(page.getByText(spec.noteToasts.deleteFailed)).toBeVisible();
    await expect(edited).toBeVisible();
    await page.unrouteAll();
    await menu.click();
    await page.getByRole('menuitem', { name: spec.board.delete }).click();
    await expect(page.getByText(spec.board.empty)).toBeVisible();
  });
}

test('a note for a meeting that ended meanwhile is refused, and its text is kept', async ({
  page,
  rocket,
}) => {
  const meeting = await newMeeting(rocket.ada, { id: rocket.teamId, name: 'Ending' });
  await page.routeWebSocket(/\/ws\/meetings\//, (ws) => void ws.close({ code: 1011 }));
  await page.route('**/api/v1/meetings/*/events*', (route) => route.abort());
  await openAs(page, rocket.ada, meeting.path);
  await page.getByRole('button', { name: spec.board.addNote }).first().click();
  await page.getByLabel('Content').fill('Too late');
  await meeting.change({ status: 'closed' });
  await page.keyboard.press('Control+Enter');
  // Only the toast is meant: composers say the same once the page learns of the end.
  await expect(toasts(page).getByText(spec.noteToasts.finished)).toBeVisible();
});
