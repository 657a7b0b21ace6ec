// Writing notes in the composer and in the dialog, without losing a letter.
import type { Locator, Page } from '@playwright/test';

import { pressAndType } from './blind-typing.ts';
import { test } from './crew.ts';
import { testedSizes } from './each-size.ts';
import { spec } from './spec-texts.ts';
import {
  call,
  expect,
  newMeeting,
  ownAnswer,
  paste,
  pastePicture,
  type Somebody,
  sizes,
  openAs,
  toasts,
} from './walk.ts';

const sentence = 'Every letter of this sentence arrives, however slow the machine is';
const { wentWell, toImprove } = spec.board;

async function open(page: Page, who: Somebody, path: string): Promise<void> {
  await openAs(page, who, path);
  await expect(region(page, wentWell).or(page.getByText(spec.meeting.waiting))).toBeVisible();
}

function region(page: Page, name: string): Locator {
  return page.getByRole('region', { name });
}

function composer(page: Page, column: string): Locator {
  return page.getByRole('textbox', { name: `Write a note: ${column}` });
}

for (const [size, viewport] of Object.entries(testedSizes)) {
  test(`${size}: what is typed right after Add Note on a cold page is all there`, async ({
    page,
    crew,
  }) => {
    await page.setViewportSize(viewport);
    const meeting = await newMeeting(crew.robin, crew.team, { phase: 'writing' });
    await open(page, crew.robin, meeting.path);
    const add = region(page, wentWell).getByRole('button', { name: spec.board.addNote });
    await pressAndType(page, add, sentence);
    const dialog = page.getByRole('dialog', { name: spec.board.addNote });
    await expect(dialog.getByLabel('Content')).toHaveValue(sentence);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(add).toBeFocused();
  });

  test(`${size}: Enter adds and keeps the focus, Shift+Enter breaks the line`, async ({
    page,
    crew,
  }) => {
    await page.setViewportSize(viewport);
    const meeting = await newMeeting(crew.robin, crew.team, { phase: 'writing' });
    await open(page, crew.robin, meeting.path);
    const field = composer(page, wentWell);
    const oneLine = (await field.boundingBox())?.height ?? 0;
    const list = region(page, wentWell).locator('.column-scroller');
    const room = (await list.boundingBox())?.height;
    await field.fill('One line');
    await expect(field.locator('..').getByRole('button')).toBeVisible();
    expect((await list.boundingBox())?.height, 'the cards keep their room').toBe(room);
    await field.fill('');
    await pressAndType(page, field, sentence);
    await expect(field).toHaveValue(sentence);
    const before = (await field.boundingBox())?.height ?? 0;
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('on two lines');
    expect((await field.boundingBox())?.height).toBeGreaterThan(before + 15);
    await page.keyboard.press('Enter');
    await page.keyboard.type('Next');
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('Next');
    expect((await field.boundingBox())?.height).toBe(oneLine);
    const column = region(page, wentWell);
    await expect(column.getByRole('article', { name: sentence.slice(0, 30) })).toContainText(
      'on two lines',
    );
    await region(page, wentWell)
      .getByRole('button', { name: `Add to ${wentWell}` })
      .click();
    await expect(column.getByRole('article')).toHaveCount(2);
    await expect(field).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(column.getByRole('article')).toHaveCount(2);
  });
}

test('a phase that changes while somebody writes keeps the field, its text and its focus', async ({
  page,
  crew,
}) => {
  const meeting = await newMeeting(crew.robin, crew.team, { phase: 'writing' });
  await open(page, crew.sasha, meeting.path);
  const field = composer(page, wentWell);
  await field.pressSequentially('Half a thou');
  const list = region(page, wentWell).locator('.column-scroller');
  const room = (await list.boundingBox())?.height ?? 0;
  await meeting.moveTo('voting');
  await expect(page.getByText(/Your text is kept/)).toBeVisible();
  await expect(composer(page, toImprove)).toHaveCount(0);
  await expect(field).toBeFocused();
  await page.keyboard.type('ght');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('Half a thought');
  await expect(field).toHaveAccessibleDescription(new RegExp(spec.noteToasts.notNow));
  // It takes one line more, and Enter says why nothing is added.
  expect(room - ((await list.boundingBox())?.height ?? 0)).toBeLessThan(48);
  await expect(toasts(page).getByText(spec.noteToasts.notNow)).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await region(page, wentWell).getByRole('button', { name: 'Copy text' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Half a thought');
  await meeting.moveTo('grouping');
  await expect(composer(page, toImprove)).toBeVisible();
  await field.press('Enter');
  await expect(region(page, wentWell).getByRole('article')).toHaveText(/Half a thought/);
  await field.fill('Another');
  await meeting.moveTo('voting');
  await region(page, wentWell).getByRole('button', { name: 'Discard' }).click();
  await expect(field).toHaveCount(0);
  await expect(page.locator('#board')).toBeFocused();
});

for (const touch of [false, true]) {
  test(`${touch ? 'on a touch screen' : 'on a desk'} an empty field leaves with its phase, and its keys are no shortcuts`, async ({
    crew,
    newPage,
  }) => {
    const meeting = await newMeeting(crew.robin, crew.team, { phase: 'writing' });
    const phone = { viewport: sizes.phone, hasTouch: true, isMobile: true };
    const page = await newPage(touch ? phone : {});
    await open(page, crew.sasha, meeting.path);
    const field = composer(page, wentWell);
    await field.press('Shift');
    await expect(field).toBeFocused();
    await meeting.moveTo('voting');
    await expect(field).toHaveCount(0);
    await expect(page.locator('#board')).toBeFocused();
    await page.keyboard.type('hd');
    await expect(
      toasts(page).getByText('The field is gone. Press Esc to use shortcuts.'),
    ).toBeVisible();
  });
}

test('one line after another: a draft that is cleared, a pasted list, what is too long, refused, or typed by keys alone', async ({
  page,
  crew,
}) => {
  const meeting = await newMeeting(crew.robin, crew.team, { phase: 'writing' });
  await open(page, crew.robin, meeting.path);
  await test.step('Escape clears the field, and Undo brings the text back', async () => {
    const field = composer(page, toImprove);
    await field.fill('Not sure yet');
    await page.keyboard.press('Escape');
    await expect(field).toHaveValue('');
    await expect(field).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(field).toHaveValue('Not sure yet');
    await page.reload();
    await expect(field).toHaveValue('Not sure yet');
    await expect(composer(page, wentWell)).toHaveValue('');
    // The column's dialog continues the draft.
    await region(page, toImprove).getByRole('button', { name: spec.board.addNote }).click();
    await expect(page.getByLabel('Content')).toHaveValue('Not sure yet');
    await page.keyboard.press('Control+Enter');
    await expect(region(page, toImprove).getByRole('article')).toHaveText(/Not sure yet/);
    await expect(field).toHaveValue('');
  });
  await test.step('a pasted list is offered as one note per line', async () => {
    const column = region(page, wentWell);
    const lines = Array.from({ length: 30 }, (_, at) => `- Line ${at + 1} of thirty`);
    await paste(composer(page, wentWell), lines.join('\n'));
    await column.getByRole('button', { name: 'Add 30 notes' }).click();
    await expect(column.getByText('30 notes')).toBeVisible();
    await expect(column.getByRole('article', { name: 'Line 30 of thirty' })).toBeAttached();
    await expect(composer(page, wentWell)).toHaveValue('');
    await expect(composer(page, wentWell)).toBeFocused();
    await test.step('it is one change to take back, and to do again', async () => {
      await page.keyboard.press('ControlOrMeta+z');
      await expect(column.getByRole('article')).toHaveCount(0);
      await page.getByRole('button', { name: 'Redo' }).click();
      await expect(column.getByText('30 notes')).toBeVisible();
    });

    await paste(composer(page, wentWell), 'One\nand two');
    await column.getByRole('button', { name: 'Keep as one' }).click();
    await page.keyboard.press('Enter');
    await expect(column.getByText('31 notes')).toBeVisible();
  });
  await test.step('a spreadsheet’s cell with a line break is one note', async () => {
    await paste(composer(page, wentWell), '"One cell,\ntwo lines"');
    await page.keyboard.press('Enter');
    const note = region(page, wentWell).getByRole('article', { name: /: One cell, two lines$/ });
    await expect(note).toBeAttached();
    const column = region(page, wentWell);
    await paste(composer(page, wentWell), '"Cell of\ntwo lines"\nAnother');
    await page.keyboard.press('Enter');
    await expect(column.getByRole('article', { name: /: Cell of two lines A/ })).toBeAttached();
    await paste(composer(page, wentWell), '"A cell,\ntwo lines"\nAnother');
    await column.getByRole('button', { name: 'Keep as one' }).click();
    await expect(composer(page, wentWell)).toHaveValue('A cell,\ntwo lines\nAnother');
    await page.keyboard.press('Escape');
    await column.getByRole('button', { name: spec.board.addNote }).click();
    const content = page.getByRole('dialog').getByLabel('Content');
    await paste(content, '"A ""quoted"" cell,\ntwo lines"\tthe next');
    await expect(content).toHaveValue('A "quoted" cell,\ntwo lines\tthe next');
    await page.keyboard.press('Control+z');
    await expect(content).toHaveValue('');
    await page.keyboard.press('Escape');
  });
  await test.step('a pasted picture is answered with a sentence', async () => {
    await pastePicture(composer(page, wentWell));
    await expect(toasts(page)).toContainText('You can only paste text here, not pictures.');
  });
  await test.step('a text that is too long stays, and the field says so', async () => {
    const field = composer(page, wentWell);
    const long = 'a thought '.repeat(1000);
    await paste(field, long);
    await expect(field).toHaveValue(long);
    await expect(field).toHaveAccessibleDescription(
      /^Your note has 9999 characters\. Shorten it to 2000/,
    );
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue(long);
    await page.reload();
    await expect(field).toHaveValue(long);
    await field.fill('Short');
    await page.keyboard.press('Enter');
    await expect(region(page, wentWell).getByRole('article', { name: 'Short' })).toBeVisible();
  });
  await test.step('everything typed so far reaches the server', async () => {
    const sent = async () => {
      const path = `${meeting.api}/board`;
      const { notes } = await call<{ notes: { content: string }[] }>(crew.robin, ['GET', path]);
      return notes.map(({ content }) => content);
    };
    await expect.poll(sent).toContain('Short');
  });
  await test.step('a note that is refused comes back in front of what has been typed since', async () => {
    const refusals: (() => void)[] = [];
    await page.route('**/api/v1/meetings/*/notes', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      const { promise, resolve } = Promise.withResolvers<void>();
      refusals.push(resolve);
      await promise;
      return route.fulfill(ownAnswer({ title: 'No', detail: 'Not now.' }, 409));
    });
    const field = composer(page, wentWell);
    await field.fill('First');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Second');
    await expect.poll(() => refusals.length).toBe(1);
    refusals[0]?.();
    await expect(field).toHaveValue('First\n\nSecond');
    await expect(page.getByText(spec.noteToasts.addFailed)).toBeVisible();
    await expect(field).toBeFocused();
    await page.unrouteAll();
    await field.fill('');
    await field.blur();
  });
  await test.step('Enter sends what an assistant has filled in without an event', async () => {
    const field = composer(page, wentWell);
    await field.evaluate((element: HTMLTextAreaElement) => {
      element.value = 'By an assistant';
    });
    await field.press('Enter');
    const note = region(page, wentWell).getByRole('article', { name: /By an assistant/ });
    await expect(note).toBeVisible();
    await expect(field).toHaveValue('');
    await field.blur();
  });
  await test.step('N and the numbers go to the field, and type nothing into it', async () => {
    await page.keyboard.type('3Buy tea');
    await expect(composer(page, spec.board.actionItems)).toHaveValue('Buy tea');
    await page.keyboard.press('Enter');
    await page.keyboard.type('13 note');
    await expect(composer(page, spec.board.actionItems)).toHaveValue('13 note');
    await region(page, toImprove).getByRole('button', { name: spec.board.addNote }).focus();
    await page.keyboard.type('nN');
    await expect(composer(page, toImprove)).toHaveValue('N');
    await page.setViewportSize(sizes.phone);
    await page.getByRole('group', { name: 'Column' }).getByRole('button').nth(1).focus();
    await page.keyboard.type('1On a phone');
    await expect(composer(page, wentWell)).toHaveValue('On a phone');
    await meeting.moveTo('discussing');
    await expect(page.getByText(/Your text is kept/).first()).toBeVisible();
  });
});
