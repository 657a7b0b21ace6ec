// Templates and board settings: a template starts a meeting, its columns are edited, and settings apply to everybody.
import type { Locator } from '@playwright/test';
import { defaultColumns } from '@wentwell/contract/notes/columns';

import { test } from './crew.ts';
import { isAllSizes } from './each-size.ts';
import { openBoardSettings } from './four-people.ts';
import { judge, judgeDialog } from './judge.ts';
import { historySettles } from './visit.ts';
import { call, expect, holdBack, newMeeting, openAs, signedInAs, sizes } from './walk.ts';

// Screens are judged in several themes, and colours must not be captured during a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function expectWhole(text: Locator): Promise<void> {
  const cut = await text.evaluate(
    (element) =>
      element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight,
  );
  expect(cut, `"${await text.textContent()}" is cut`).toBe(false);
}

test('a template is chosen, its columns are edited and saved for the team, and settings apply immediately', async ({
  page,
  browser,
  crew: { robin, sasha, team },
}) => {
  const { url } = robin.product;
  await signedInAs(page.context(), robin.token);
  await page.goto(`${url}/meetings`);
  await page.getByRole('button', { name: 'Create Meeting' }).first().click();
  const creating = page.getByRole('dialog', { name: 'Create New Meeting' });
  await creating.getByLabel('Meeting name').fill('Sprint 12');
  await creating.getByRole('button', { name: 'Change the columns' }).click();
  const chooser = creating.getByRole('radiogroup', { name: 'Columns' });
  await expect(chooser.getByRole('radio', { name: 'Classic' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(chooser.getByRole('radio', { name: 'Start, Stop, Continue' })).toBeChecked();
  await judgeDialog(page, 'template-chooser');
  await chooser.getByRole('radio', { name: 'Sailboat' }).check();
  await creating.getByRole('button', { name: 'Create Meeting' }).click();
  await page.getByRole('button', { name: 'Next: Writing' }).click();
  await expect(page.getByRole('region', { name: 'Anchors' })).toBeVisible();

  const second = await browser.newContext();
  await signedInAs(second, sasha.token);
  const others = await second.newPage();
  await others.goto(page.url());
  await expect(others.getByRole('region', { name: 'Island' })).toBeVisible();

  const settings = await openBoardSettings(page);
  await judgeDialog(page, 'board-settings');
  await settings.getByRole('checkbox', { name: 'Check-in' }).uncheck();
  await settings.getByRole('textbox', { name: 'Votes per person' }).fill('2');
  const perTopic = settings.getByRole('textbox', { name: 'Votes per topic' });
  await perTopic.focus();
  await expect(perTopic).toHaveValue('2');
  await perTopic.fill('4');
  const meetingName = settings.getByRole('textbox', { name: 'Meeting name' });
  await meetingName.fill('');
  await expect(settings.getByText('The votes per topic can be at most')).toBeVisible();
  await perTopic.fill('1');
  await expect(settings.getByText('Please enter a meeting name.')).toBeVisible();
  await meetingName.fill('Sprint 12, at sea');
  await meetingName.press('Enter');
  for (const each of [page, others]) {
    await expect(each.locator('.meeting-bar').getByText('Sprint 12, at sea')).toBeAttached();
  }

  await settings.getByRole('textbox', { name: 'Votes per person' }).fill('7');
  await page.keyboard.press('Escape');
  await expect(settings).toBeHidden();
  await openBoardSettings(page);
  await expect(settings.getByRole('textbox', { name: 'Votes per person' })).toHaveValue('7');

  await settings.getByRole('tab', { name: 'Columns' }).click();
  await settings.getByRole('button', { name: 'Look of Rocks' }).click();
  await settings.getByRole('radio', { name: 'Flame' }).check();
  await settings.getByRole('radio', { name: 'Grey' }).check();
  await settings.getByRole('button', { name: 'Move Rocks to the left' }).click();
  await settings.getByRole('button', { name: 'Remove Wind' }).click();
  await settings.getByRole('button', { name: 'Add column' }).click();
  await settings.getByRole('button', { name: 'Save columns' }).click();
  const title = settings.getByRole('textbox', { name: 'Title of column 4' });
  await expect(title).toBeFocused();
  await expect(settings.getByText('Please enter a title for the column.')).toBeVisible();
  await judgeDialog(page, 'columns-editor');
  await title.fill('Crew');
  await settings.getByRole('button', { name: 'Save columns' }).click();
  await expect(others.getByRole('region', { name: 'Crew' })).toBeVisible();
  await expect(others.getByRole('region').and(others.locator('[data-note-type]'))).toHaveText([
    /Rocks/,
    /Anchors/,
    /Island/,
    /Crew/,
  ]);

  await settings.getByRole('tab', { name: 'Templates' }).click();
  const name = settings.getByRole('textbox', { name: 'Save the columns' });
  await name.fill('KALM');
  await settings.getByRole('button', { name: 'Save template' }).click();
  await expect(settings.getByText('A template with this name already exists.')).toBeVisible();
  await expect(name).toHaveValue('KALM');
  await name.fill('Our boat');
  await settings.getByRole('button', { name: 'Save template' }).click();
  await expect(settings.getByRole('button', { name: 'Use Our boat' })).toBeVisible();
  await judgeDialog(page, 'template-library');
  await page.keyboard.press('Escape');

  // A note fixes anonymity, and its column.
  const field = others.getByRole('textbox', { name: 'Write a note: Crew' });
  await field.fill('All hands');
  await field.press('Enter');
  await expect(page.getByRole('region', { name: 'Crew' })).toContainText('1 note');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('board settings');
  await page.keyboard.press('Enter');
  await settings.getByRole('tab', { name: 'Settings', exact: true }).click();
  await expect(settings.getByRole('checkbox', { name: 'Anonymous notes' })).toBeDisabled();
  await settings.getByRole('tab', { name: 'Columns' }).click();
  await expect(settings.getByRole('button', { name: 'Remove Crew' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );

  // The next meeting starts with these settings.
  const body = { name: 'Sprint 13', team_id: team.id, template_id: null };
  const next = await call<{ columns: { title: string }[]; settings: object }>(
    robin,
    ['POST', '/api/v1/meetings'],
    body,
  );
  expect(next.columns.map((column) => column.title)).toEqual([
    'Rocks',
    'Anchors',
    'Island',
    'Crew',
  ]);
  expect(next.settings).toMatchObject({ check_in: false, votes_per_person: 7, votes_per_topic: 1 });
  await second.close();
});

test('R-201 only its owner prepares the board of a planned meeting', async ({
  page,
  browser,
  crew: { robin, sasha, team },
}) => {
  const { path } = await newMeeting(robin, { ...team, name: 'Sprint 14' }, { status: 'planned' });
  await signedInAs(page.context(), robin.token);
  await page.goto(robin.product.url + path);
  const settings = await openBoardSettings(page, 'Prepare');
  await settings.getByRole('checkbox', { name: 'Anonymous notes' }).check();
  await settings.getByRole('tab', { name: 'Columns' }).click();
  await settings.getByRole('textbox', { name: 'Title of column 1' }).fill('Treasures');
  await settings.getByRole('button', { name: 'Save columns' }).click();
  await expect(settings.getByText('Columns saved')).toBeVisible();
  await page.keyboard.press('Escape');
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 640 });
    await expectWhole(page.getByText('Live collaboration is disabled'));
    await expectWhole(page.getByText('You can write notes once the meeting starts.'));
  }
  await judge(page, 'planned-board');
  await expect(page.getByRole('region', { name: 'Treasures' })).toBeVisible();

  // Concurrent edits of the columns: neither silently overwrites the other.
  await openBoardSettings(page, 'Prepare');
  await settings.getByRole('tab', { name: 'Columns' }).click();
  const first = settings.getByRole('textbox', { name: 'Title of column 1' });
  await first.fill('Pearls');
  const columns = [{ ...defaultColumns[0], title: 'Treasures' }, defaultColumns[2]];
  await call(robin, ['PUT', `/api/v1${path}`], { columns });
  // A planned meeting's page has no socket and learns of the change by the refusal.
  await settings.getByRole('button', { name: 'Save columns' }).click();
  await expect(settings.getByText('Someone else changed the columns.')).toBeVisible();
  await expect(settings.getByRole('button', { name: 'Load the current columns' })).toBeVisible();
  await expect(first).toHaveValue('Pearls');
  await expect(settings.getByRole('textbox', { name: 'Title of column 3' })).toBeVisible();
  await judgeDialog(page, 'columns-changed-meanwhile');
  await settings.getByRole('button', { name: 'Load the current columns' }).click();
  await expect(first).toHaveValue('Treasures');
  await expect(settings.getByRole('textbox', { name: /^Title of column/ })).toHaveCount(2);
  await first.fill('Gold');
  await settings.getByRole('button', { name: 'Save columns' }).click();
  await expect(settings.getByText('Columns saved')).toBeVisible();
  await first.fill('Treasures');
  await settings.getByRole('button', { name: 'Save columns' }).click();
  await expect(page.getByRole('region', { name: 'Treasures', includeHidden: true })).toBeAttached();
  await page.keyboard.press('Escape');

  const context = await browser.newContext();
  await signedInAs(context, sasha.token);
  const others = await context.newPage();
  await others.goto(robin.product.url + path);
  await expect(others.getByRole('region', { name: 'Treasures' })).toBeVisible();
  await expect(others.getByRole('button', { name: 'Prepare' })).toHaveCount(0);
  await context.close();

  await page.getByRole('button', { name: 'Start Meeting' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start Meeting' }).click();
  await page.getByRole('button', { name: 'Next: Writing' }).click();
  await page.getByRole('textbox', { name: 'Write a note: Treasures' }).click();
  await expect(page.getByText('Anonymous: nobody sees who wrote this.')).toBeVisible();
});

test('the form of a new meeting keeps its height while its columns load', async ({
  page,
  crew: { robin },
}) => {
  await openAs(page, robin, '/meetings');
  const narrow = { width: 320, height: 640 };
  for (const size of isAllSizes ? [sizes.desk, sizes.phone, narrow] : [narrow]) {
    await page.setViewportSize(size);
    await page.reload();
    const letGo = await holdBack(page, /\/(templates|meeting-start)$/);
    await page.getByRole('button', { name: 'Create Meeting' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create New Meeting' });
    await expect(dialog.getByText('Columns', { exact: true })).toBeVisible();
    const before = await dialog.boundingBox();
    await letGo();
    await expect(dialog.getByRole('button', { name: /^Change the columns/ })).toBeVisible();
    expect(await dialog.boundingBox(), `${size.width} px`).toEqual(before);
    await page.keyboard.press('Escape');
    await historySettles(page);
  }
});

test('a new meeting names the columns of the last one only when it knows the templates', async ({
  page,
  crew: { robin, team },
}) => {
  await newMeeting(robin, team);
  await openAs(page, robin, '/meetings');
  const letGo = await holdBack(page, /\/templates$/);
  // Only the shown answer of `meeting-start` asks for them.
  const asked = page.waitForRequest(/\/templates$/);
  await page.getByRole('button', { name: 'Create Meeting' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create New Meeting' });
  await asked;
  await expect(dialog.getByRole('button', { name: 'Change', exact: true })).toBeDisabled();
  await expect(dialog.getByText('Your own columns')).toHaveCount(0);
  await letGo();
  await expect(dialog.getByRole('button', { name: 'Change the columns: Classic' })).toBeVisible();
});
