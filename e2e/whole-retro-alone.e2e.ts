// One person leads a retro to its report by keyboard, or by taps on a phone.
import type { Locator } from '@playwright/test';

import { test } from './crew.ts';
import { topicFacts } from './discussion-page.ts';
import { button, expectPhase, region, topicActions } from './four-people.ts';
import { expectNoPageScroll } from './frame-measures.ts';
import { groupCard, newBoard, note, open } from './group-scene.ts';
import { choose, press, tabTo, toNote } from './keys.ts';
import { spec } from './spec-texts.ts';
import { expect, expectNoSidewaysScroll, newMeeting, passTheEnd, sizes } from './walk.ts';

const { phases } = spec;

test('by keyboard: grouping, voting, discussing, an action item, the end', async ({
  page,
  crew,
}) => {
  const board = await newBoard(crew);
  await open(page, crew.robin, board);
  const goOn = async (phase: string) => {
    await press(page, button(page, spec.meeting.next(phase)));
    await expectPhase(page, phase);
  };

  await test.step('group two notes and give the group a title', async () => {
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
    await page.keyboard.press('v');
    await page.keyboard.press('v');
    await expect(releases.getByRole('group', { name: 'Your votes: 2 of 3' })).toBeVisible();
  });

  await test.step('discuss the first topic: a comment, and an action item in one line', async () => {
    await goOn(phases.discussing);
    await expect(topicFacts(page).getByText('2 votes from 1 person')).toBeVisible();
    await page.keyboard.press('c');
    await expect(page.getByRole('textbox', { name: 'Write a comment' })).toBeFocused();
    await page.keyboard.type('They wait for one machine.');
    await page.keyboard.press('Enter');
    await expect(region(page, 'Comments')).toContainText('They wait for one machine.');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('textbox', { name: 'Write a comment' })).not.toBeFocused();
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
    await press(page, button(page, spec.meeting.finish));
    await press(page, button(page.getByRole('alertdialog'), /Finish/));
    await expect(page.getByRole('dialog', { name: 'Done.' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(region(page, 'Discussed')).toContainText('They wait for one machine.');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await choose(page, button(page, 'Export'), 'Copy as Markdown');
    await expect(page.getByText('Report copied as Markdown')).toBeVisible();
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
