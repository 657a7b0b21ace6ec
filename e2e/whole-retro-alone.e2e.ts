// One person leads a retro from its creation to its report by keyboard (Tab, arrows, Enter, Space and Escape, with the texts
// for screen readers), or on a phone by single taps: no drag, no hover, and keys only for typing.
import type { Locator, Page } from '@playwright/test';

import { test } from './crew.ts';
import { comments, field, heading, row, section, toast, topicFacts } from './discussion-page.ts';
import { button, columnOf, expectPhase, region, topicActions } from './four-people.ts';
import { expectNoPageScroll } from './frame-measures.ts';
import { groupCard, note } from './group-scene.ts';
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
  toasts,
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

  test('by taps: from creation to the end, and the next meeting', async ({ page, crew }) => {
    await openAs(page, crew.robin, '/dashboard');
    const tap = (target: Locator): Promise<void> => target.tap();
    const tab = (name: string) =>
      page.getByRole('group', { name: 'Column' }).getByRole('button', { name });
    const actionsOf = (card: Locator) => card.getByRole('button', { name: /^Actions/ });
    const item = (name: string | RegExp) => page.getByRole('menuitem', { name });
    const goOn = async (phase: string) => {
      await tap(button(page, spec.meeting.next(phase)));
      await expect(page.getByText(new RegExp(`/7 ${phase}`)).first()).toBeVisible();
      await expectNoPageScroll(page);
    };

    await test.step('by the drawer to the meetings, and a new one', async () => {
      await tap(button(page, /^Menu$/));
      await tap(page.getByRole('dialog').getByRole('link', { name: spec.topBar.meetings }));
      // The previous page has a button of this name, too.
      await expect(
        page.getByRole('heading', { name: spec.meetings.title, level: 1 }),
      ).toBeVisible();
      await tap(button(page, spec.meetings.create).first());
      const dialog = page.getByRole('dialog', { name: spec.meetingDialogs.create });
      await dialog.getByLabel('Meeting name').fill('By taps');
      await tap(dialog.getByRole('radio', { name: spec.meetingDialogs.now }));
      await tap(button(dialog, 'Create Meeting'));
      await expect(page.getByText(spec.meeting.waiting)).toBeVisible();
      await expectNoSidewaysScroll(page);
    });

    const wentWell = columnOf(page, spec.board.wentWell);
    const actionItems = columnOf(page, spec.board.actionItems);
    await test.step('write, and edit', async () => {
      await goOn(phases.writing);
      for (const text of ['One by taps', 'Two by taps']) {
        await tap(button(wentWell, spec.board.addNote));
        const dialog = page.getByRole('dialog', { name: spec.board.addNote });
        await dialog.getByLabel('Content').fill(text);
        await tap(button(dialog, spec.board.addNote));
        await expect(wentWell.getByText(text)).toBeVisible();
      }
      await tap(button(page.getByRole('article', { name: 'One by taps' }), 'Edit note'));
      await page.getByLabel('Content').fill('One, edited');
      await tap(button(page, spec.board.save));
      await expect(page.getByRole('article', { name: 'One, edited' })).toBeVisible();
    });

    await test.step('move to another column, which a tap shows, and delete', async () => {
      const moved = page.getByRole('article', { name: 'One, edited' });
      await tap(actionsOf(moved));
      await expect(page.getByRole('menu').getByText('One, edited', { exact: true })).toBeVisible();
      await tap(item(spec.board.actionItems));
      await expect(moved).toBeHidden();
      await tap(tab(spec.board.actionItems));
      await expect(actionItems.getByText('One, edited')).toBeVisible();
      await tap(tab(spec.board.wentWell));
      const deleted = page.getByRole('article', { name: 'Two by taps' });
      await tap(actionsOf(deleted));
      await tap(item(spec.board.delete));
      await expect(deleted).toHaveCount(0);
    });

    await test.step('reveal, and react by the card’s menu', async () => {
      await writeAs(
        crew.sasha,
        page,
        ['went_well', 'Tea was hot'],
        ['went_well', 'Deploys were calm'],
        ['went_well', 'Reviews wait'],
        ['to_improve', 'Tests are flaky'],
      );
      await goOn(phases.revealing);
      await tap(actionsOf(note(page, 'Tea was hot')));
      await tap(item(/^React/));
      await tap(button(page.getByRole('dialog', { name: 'React' }), '🎉 party'));
      await expect(button(note(page, 'Tea was hot'), '🎉 1, you reacted')).toBeVisible();
    });

    await test.step('group, rename, take out, undo', async () => {
      await goOn(phases.grouping);
      await tap(actionsOf(note(page, 'Tea was hot')));
      await tap(item('Group with…'));
      await tap(page.getByRole('option', { name: 'Deploys were calm' }));
      const group = groupCard(page, 'Tea was hot');
      await expect(group).toContainText('Deploys were calm');
      await tap(group.getByRole('button', { name: /^Actions for group/ }));
      await tap(item('Rename'));
      await page.getByRole('textbox', { name: /^Title of group/ }).fill('Calm');
      await page.keyboard.press('Enter');
      await expect(group.getByRole('heading', { name: 'Calm' })).toBeVisible();
      await tap(actionsOf(note(page, 'Tea was hot')));
      await tap(item('Take out of the group'));
      await expect(group).toHaveCount(0);
      await tap(button(toasts(page), 'Undo').last());
      await expect(group.getByRole('heading', { name: 'Calm' })).toBeVisible();
      await expectNoPageScroll(page);
    });

    await test.step('vote', async () => {
      await goOn(phases.voting);
      await tap(button(page, 'Vote: Calm'));
      await tap(button(page, 'Vote: Calm'));
      await expect(page.getByRole('group', { name: 'Your votes: 2 of 3' })).toBeVisible();
      await tap(button(page, 'Vote: Reviews wait'));
      await tap(tab(spec.board.toImprove));
      await tap(button(page, 'Vote: Tests are flaky'));
      await expect(page.getByText('1 of 5 votes left').filter({ visible: true })).toBeVisible();
    });

    await test.step('discuss: a comment, and an action item by its fields', async () => {
      await goOn(phases.discussing);
      await expect(topicFacts(page).getByText('2 votes from 1 person')).toBeVisible();
      await tap(button(page, /^Comments/));
      await expect(comments(page).getByText('No comments yet')).toBeVisible();
      await tap(field(page));
      await field(page).fill('Keep it so.');
      await tap(button(page, 'Send comment'));
      await expect(comments(page)).toContainText('Keep it so.');
      await tap(button(page, /^Topic$/));
      await expect(button(page, 'Comments 1')).toBeVisible();
      const form = topicActions(page).getByRole('form', { name: 'New action item' });
      await form.getByRole('combobox', { name: 'New action item' }).fill('Buy more tea');
      await form.getByRole('combobox', { name: 'Owner' }).selectOption('Sasha Brook');
      await form.getByLabel('Due on').fill('2027-03-20');
      await tap(button(form, 'Add'));
      await expect(topicActions(page).getByRole('list', { name: 'Action items' })).toContainText(
        'Sasha Brook',
      );
      await expectNoSidewaysScroll(page);
    });

    await test.step('look at another topic, and at the board, and come back', async () => {
      await tap(button(page, 'Next topic'));
      await expect(heading(page, 'Reviews wait')).toBeVisible();
      await tap(button(page, 'Topics: 2 of 3'));
      await expect(section(page, 'Now')).toContainText('Reviews wait');
      await tap(row(page, 'Tests are flaky'));
      await expect(heading(page, 'Tests are flaky')).toBeVisible();
      await tap(button(page, 'Follow the discussion'));
      await expect(heading(page, 'Reviews wait')).toBeVisible();
      await tap(button(page, 'Meeting menu'));
      await tap(item('Show the board'));
      await expect(page.getByRole('article', { name: 'Tests are flaky' })).toBeVisible();
      await tap(button(page, 'Meeting menu'));
      await tap(item('Back to the discussion'));
      await expect(heading(page, 'Reviews wait')).toBeVisible();
      await expectNoSidewaysScroll(page);
    });

    await test.step('who reads comments stays with their topic, and is told of the next', async () => {
      await tap(button(page, /^Comments/));
      await expect(page.locator('.topic-large')).toBeVisible();
      const next = page.locator('[data-topic]', { hasText: 'Tests are flaky' });
      const current = await next.getAttribute('data-topic');
      await call(crew.robin, ['PUT', `${apiOf(page)}/discussion`], { current });
      await expect(page.getByText('The team is discussing “Tests are flaky”.')).toBeVisible();
      await expect(page.locator('.topic-large')).toHaveText('Reviews wait');
      await tap(button(page, 'Follow the discussion'));
      await expect(heading(page, 'Tests are flaky')).toBeVisible();
    });

    await test.step('jump to the review, and finish', async () => {
      await tap(button(page, spec.meeting.jump));
      await tap(item(phases.closing_ready));
      await expect(button(page, spec.meeting.finalPhase)).toBeVisible();
      await expectNoPageScroll(page);
      await expect(region(page, 'What we agreed on')).toContainText('Buy more tea');
      await tap(button(page, spec.meeting.finish));
      await tap(button(page.getByRole('alertdialog'), /Finish/));
      await passTheEnd(page);
      await expect(page.getByText(spec.meeting.closed)).toBeVisible();
      await expect(region(page, 'Discussed')).toContainText('Keep it so.');
      await expectNoSidewaysScroll(page);
    });

    await test.step('the next meeting: what is open is looked at and dropped', async () => {
      const next = await newMeeting(crew.robin, crew.team, { phase: 'joining' });
      await page.goto(crew.robin.product.url + next.path);
      const open = page.getByRole('group', { name: 'Buy more tea' });
      await tap(button(open, 'Keep'));
      await expect(button(open, 'Kept')).toBeVisible();
      await tap(button(open, 'Drop'));
      const drop = page.getByRole('form', { name: 'Drop the action item' });
      await drop.getByLabel('Why drop it?').fill('There is coffee now.');
      await tap(button(drop, 'Drop'));
      await expect(page.getByText('Buy more tea')).toHaveCount(0);
      await expectNoSidewaysScroll(page);
    });
  });
});
