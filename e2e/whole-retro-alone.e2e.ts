// One person leads a retro from its creation to its report by keyboard (Tab, arrows, Enter, Space and Escape, with the texts
// for screen readers), or from its grouping by taps on a phone.
import type { Locator, Page } from '@playwright/test';

import { test } from './crew.ts';
import { comments, field, toast, topicFacts } from './discussion-page.ts';
import { button, columnOf, expectPhase, region, topicActions } from './four-people.ts';
import { expectNoPageScroll } from './frame-measures.ts';
import { groupCard, newBoard, note, open } from './group-scene.ts';
import { choose, chooseItem, press, tabTo, toButtonOf, toNote } from './keys.ts';
import { spec } from './spec-texts.ts';
import {
  call,
  expect,
  expectNoSidewaysScroll,
  newMeeting,
  openAs,
  passTheEnd,
  sizes,
  type Somebody,
} from './walk.ts';

const { phases } = spec;

/** The open board's path in the API. */
const apiOf = (page: Page) => `/api/v1${new URL(page.url()).pathname}`;

/** Further notes of the open board, which its page shows. */
async function writeAs(who: Somebody, page: Page, ...notes: readonly [string, string][]) {
  for (const [note_type, content] of notes) {
    await call(who, ['POST', `${apiOf(page)}/notes`], { note_type, content });
  }
}

async function write(page: Page, column: Locator, text: string): Promise<void> {
  await tabTo(page, column.getByRole('textbox', { name: /^Write a note/ }));
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await expect(column.getByRole('article', { name: text })).toBeVisible();
}

test('by keyboard: from creation to the end', async ({ page, crew }) => {
  await openAs(page, crew.robin, '/meetings');
  await expect(page.getByText(spec.meetings.empty)).toBeVisible();
  const goOn = async (phase: string) => {
    await press(page, button(page, spec.meeting.next(phase)));
    await expectPhase(page, phase);
  };

  await test.step('create, and be on the board', async () => {
    await press(page, button(page, spec.meetings.create).first());
    await expect(page.getByLabel('Meeting name')).toBeFocused();
    await page.keyboard.type('By keys');
    await page.keyboard.press('Enter');
    await expect(page.getByText(spec.meeting.waiting)).toBeVisible();
  });

  const wentWell = columnOf(page, spec.board.wentWell);
  const toImprove = columnOf(page, spec.board.toImprove);
  const actionItems = columnOf(page, spec.board.actionItems);

  await test.step('on to writing, and write', async () => {
    await goOn(phases.writing);
    await write(page, wentWell, 'First by keys');
    await write(page, wentWell, 'Second by keys');
  });

  await test.step('edit with Enter, and come back to the note', async () => {
    await toNote(page, wentWell.getByRole('article', { name: 'First by keys' }));
    await page.keyboard.press('Enter');
    const edit = page.getByRole('dialog', { name: spec.board.editNote });
    await expect(edit.getByLabel('Content')).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.type(', edited');
    await page.keyboard.press('Control+Enter');
    await expect(edit).toHaveCount(0);
    await expect(wentWell.getByRole('article', { name: 'First by keys, edited' })).toBeFocused();
  });

  await test.step('move by the menu', async () => {
    await toButtonOf(page, wentWell.getByRole('article', { name: 'Second by keys' }), /^Actions/);
    await page.keyboard.press('Enter');
    await chooseItem(page, spec.board.actionItems);
    await expect(actionItems.getByText('Second by keys')).toBeVisible();
  });

  await test.step('move by its handle, with every step said aloud', async () => {
    const moved = wentWell.getByRole('article', { name: 'First by keys, edited' });
    const spoken = page.locator('.drag-said');
    await toButtonOf(page, moved, /^Drag note/);
    await page.keyboard.press('Space');
    await expect(spoken).toHaveText('Picked up note “First by keys, edited”.');
    await page.keyboard.press('ArrowRight');
    await expect(spoken).toHaveText(`Over ${spec.board.toImprove}.`);
    await page.keyboard.press('Space');
    await expect(spoken).toHaveText('Note “First by keys, edited” dropped in To Improve.');
    await expect(toImprove.getByText('First by keys, edited')).toBeVisible();
    await toButtonOf(page, toImprove.getByRole('article'), /^Drag note/);
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await expect(spoken).toHaveText(/^Move canceled/);
    await expect(toImprove.getByText('First by keys, edited')).toBeVisible();
  });

  await test.step('delete', async () => {
    const deleted = actionItems.getByRole('article', { name: 'Second by keys' });
    await toButtonOf(page, deleted, /^Actions/);
    await page.keyboard.press('Enter');
    await chooseItem(page, spec.board.delete);
    await expect(deleted).toHaveCount(0);
  });

  await test.step('jump, group two notes, and give the group a title', async () => {
    await choose(page, button(page, spec.meeting.jump), phases.grouping);
    await expectPhase(page, phases.grouping);
    await writeAs(
      crew.robin,
      page,
      ['went_well', 'Deploys were calm'],
      ['to_improve', 'Deploys take an hour'],
    );
    await toNote(page, note(page, 'Deploys were calm'));
    await page.keyboard.press('g');
    await expect(page.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('take an hour');
    await page.keyboard.press('Enter');
    await expect(groupCard(page, 'Deploys take an hour')).toContainText('Deploys were calm');
    await page.keyboard.press('Escape');
    await page.keyboard.press('e');
    await page.keyboard.type('Releases');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('article', { name: /^Group Releases/ })).toBeFocused();
  });

  await test.step('vote', async () => {
    await goOn(phases.voting);
    const releases = page.getByRole('article', { name: /^Group Releases/ });
    await toNote(page, releases);
    // The key presses the ballot's button.
    await expect(releases.getByRole('group', { name: 'Your votes: 0 of 3' })).toBeVisible();
    await page.keyboard.press('v');
    await page.keyboard.press('v');
    await expect(releases.getByRole('group', { name: 'Your votes: 2 of 3' })).toBeVisible();
  });

  await test.step('discuss the first topic: a comment, and an action item in one line', async () => {
    await goOn(phases.discussing);
    await expect(topicFacts(page).getByText('2 votes from 1 person')).toBeVisible();
    await page.keyboard.press('c');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('They wait for one machine.');
    await page.keyboard.press('Enter');
    await expect(comments(page)).toContainText('They wait for one machine.');
    await page.keyboard.press('Escape');
    await expect(field(page)).not.toBeFocused();
    const line = topicActions(page).getByRole('combobox', { name: 'New action item' });
    await tabTo(page, line);
    await page.keyboard.type('Rent a second machine @sasha by friday');
    await page.keyboard.press('Enter');
    await expect(topicActions(page).getByRole('list', { name: 'Action items' })).toContainText(
      'Sasha Brook',
    );
    await press(page, button(page, 'Next topic'));
    await expect(topicFacts(page).getByText('2 votes from 1 person')).toHaveCount(0);
  });

  await test.step('review and finish', async () => {
    await goOn(phases.closing_ready);
    await expect(region(page, 'What we agreed on')).toContainText('Rent a second machine');
    await expect(button(page, spec.meeting.finalPhase)).toBeVisible();
    const finish = button(page, spec.meeting.finish);
    await press(page, finish);
    const ask = page.getByRole('alertdialog');
    await expect(ask).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(ask).toHaveCount(0);
    await expect(finish).toBeFocused();
    await page.keyboard.press('Enter');
    await press(page, button(ask, /Finish/));
    const end = page.getByRole('dialog', { name: 'Done.' });
    await expect(button(end, /^To the/)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(end).toHaveCount(0);
    await expect(page.getByText(spec.meeting.closed)).toBeVisible();
    await expect(region(page, 'Discussed')).toContainText('They wait for one machine.');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await choose(page, button(page, 'Export'), 'Copy as Markdown');
    await expect(toast(page, 'Report copied as Markdown')).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: sizes.phone, hasTouch: true, isMobile: true });

  test('by taps: grouping, voting, discussing, an action item, the end, and the next meeting', async ({
    page,
    crew,
  }) => {
    const board = await newBoard(crew);
    await open(page, crew.robin, board);
    const goOn = async (phase: string) => {
      await button(page, spec.meeting.next(phase)).tap();
      await expect(page.getByText(new RegExp(`/7 ${phase}`)).first()).toBeVisible();
      await expectNoPageScroll(page);
    };
    const tap = (target: Locator): Promise<void> => target.tap();

    await test.step('group', async () => {
      await tap(button(note(page, 'Tea was hot'), /^Actions/));
      await tap(page.getByRole('menuitem', { name: 'Group with…' }));
      await tap(page.getByRole('option', { name: 'Deploys were calm' }));
      await expect(groupCard(page, 'Tea was hot')).toContainText('Deploys were calm');
    });

    await test.step('vote', async () => {
      await goOn(phases.voting);
      await tap(button(page, /^Vote: /).first());
      await tap(button(page, /^Vote: /).first());
      await expect(page.getByRole('group', { name: 'Your votes: 2 of 3' })).toBeVisible();
    });

    await test.step('discuss: a comment, and an action item by its fields', async () => {
      await goOn(phases.discussing);
      await expect(topicFacts(page).getByText('2 votes from 1 person')).toBeVisible();
      await button(page, 'Comments').tap();
      await page.getByRole('textbox', { name: 'Write a comment' }).fill('Keep it so.');
      await tap(button(page, 'Send comment'));
      await expect(region(page, 'Comments')).toContainText('Keep it so.');
      await button(page, /^Topic$/).tap();
      const form = topicActions(page).getByRole('form', { name: 'New action item' });
      await form.getByRole('combobox', { name: 'New action item' }).fill('Buy more tea');
      await form.getByRole('combobox', { name: 'Owner' }).selectOption('Sasha Brook');
      await form.getByLabel('Due on').fill('2027-03-20');
      await tap(button(form, 'Add'));
      await expect(topicActions(page).getByRole('list', { name: 'Action items' })).toContainText(
        'Sasha Brook',
      );
      await expectNoSidewaysScroll(page);
      await tap(button(page, 'Next topic'));
    });

    await test.step('review and finish', async () => {
      await goOn(phases.closing_ready);
      await expect(region(page, 'What we agreed on')).toContainText('Buy more tea');
      await tap(button(page, spec.meeting.finish));
      await tap(button(page.getByRole('alertdialog'), /Finish/));
      await passTheEnd(page);
      await expect(region(page, 'Discussed')).toContainText('Keep it so.');
      await expectNoSidewaysScroll(page);
    });

    await test.step('the next meeting: what is open is looked at and dropped', async () => {
      const next = await newMeeting(crew.robin, crew.team, { phase: 'joining' });
      await page.goto(crew.robin.product.url + next.path);
      const item = page.getByRole('group', { name: 'Buy more tea' });
      await tap(button(item, 'Keep'));
      await expect(button(item, 'Kept')).toBeVisible();
      await tap(button(item, 'Drop'));
      const drop = page.getByRole('form', { name: 'Drop the action item' });
      await drop.getByLabel('Why drop it?').fill('There is coffee now.');
      await tap(button(drop, 'Drop'));
      await expect(page.getByText('Buy more tea')).toHaveCount(0);
      await expectNoSidewaysScroll(page);
    });
  });
});
