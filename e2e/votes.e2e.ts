// Voting (docs/retro.md) by mouse, keyboard and touch, within the limits, with votes secret until the end.
import type { Locator, Page } from '@playwright/test';

import { type Crew, test } from './crew.ts';
import { spec } from './spec-texts.ts';
import { historySettles } from './visit.ts';
import {
  call,
  expect,
  expectNoSidewaysScroll,
  newMeeting,
  sizes,
  type Somebody,
  openBoard,
} from './walk.ts';

const notes = [
  ['went_well', 'Fast deploys'],
  ['went_well', 'Pairing'],
  ['to_improve', 'Flaky tests'],
  ['action', 'Buy a machine'],
] as const;

async function newBoard({ robin, team }: Crew) {
  const meeting = await newMeeting(robin, team, { phase: 'voting', notes });
  const voteAs = async (who: Somebody, topic: string, count: number) => {
    const path = `${meeting.api}/topics/${await meeting.idOf(topic)}/votes`;
    await call<void>(who, ['PUT', path], { count });
  };
  return { ...meeting, voteAs };
}

const card = (page: Page, text: string) =>
  page.locator('.note-slot > div, .note-slot > article').filter({ hasText: text });
const more = (page: Page, text: string) => page.getByRole('button', { name: `Vote: ${text}` });
const less = (page: Page, text: string) =>
  page.getByRole('button', { name: `Take a vote back: ${text}` });
const left = (page: Page) => page.locator('.votes-left').filter({ visible: true });
const ballot = (page: Page, text: string, votes: string): Locator =>
  card(page, text).getByRole('group', { name: `Your votes: ${votes}` });
const finished = (page: Page) => page.getByRole('button', { name: /^I'm done voting/ });

test('voting by mouse and keys, offline, and within the owner’s limits', async ({ page, crew }) => {
  const { robin, sasha } = crew;
  const board = await newBoard(crew);
  await openBoard(page, robin, board.path);
  const takeAllBack = async () => {
    for (const [, topic] of notes.slice(0, 3)) await board.voteAs(robin, topic, 0);
    await expect(left(page)).toHaveText('5 of 5 votes left');
  };

  await test.step('by mouse: votes are given and taken back within both limits, which say why they stop one', async () => {
    await expect(left(page)).toHaveText('5 of 5 votes left');
    await expect(card(page, 'Buy a machine').getByRole('group')).toHaveCount(0);
    for (const count of [1, 2, 3]) {
      await more(page, 'Fast deploys').click();
      await expect(ballot(page, 'Fast deploys', `${count} of 3`)).toBeVisible();
    }
    await expect(left(page)).toHaveText('2 of 5 votes left');
    await expect(page.getByText('Fast deploys: 3 votes, 2 of 5 left.')).toBeAttached();

    await test.step('a topic gets no more than its limit', async () => {
      const full = more(page, 'Fast deploys');
      const reason = '3 votes per topic at most.';
      await expect(full).toHaveAttribute('aria-disabled', 'true');
      await expect(full).toHaveAttribute('title', reason);
      await full.click({ force: true });
      await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(reason);
      await expect(ballot(page, 'Fast deploys', '3 of 3')).toBeVisible();
    });

    await test.step('a person gives no more than theirs, until one is taken back', async () => {
      await more(page, 'Pairing').click();
      await more(page, 'Pairing').click();
      await expect(left(page)).toHaveText('0 of 5 votes left');
      await expect(more(page, 'Flaky tests')).toHaveAttribute('title', 'You have no votes left.');
      await less(page, 'Fast deploys').click();
      await more(page, 'Flaky tests').click();
      await expect(ballot(page, 'Flaky tests', '1 of 3')).toBeVisible();
      await expect(left(page)).toHaveText('0 of 5 votes left');
    });

    await test.step('pressing beside the buttons opens no note', async () => {
      await ballot(page, 'Flaky tests', '1 of 3').click({ position: { x: 50, y: 10 } });
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });

    await test.step('the server has it all: a reload shows the same', async () => {
      await historySettles(page);
      await page.reload();
      await expect(ballot(page, 'Fast deploys', '2 of 3')).toBeVisible();
      await expect(ballot(page, 'Pairing', '2 of 3')).toBeVisible();
      await expect(ballot(page, 'Flaky tests', '1 of 3')).toBeVisible();
    });
  });

  await test.step('by keys: V votes for the focused card, Shift+V takes back, and undo takes back what was done last', async () => {
    await takeAllBack();
    await expect(ballot(page, 'Pairing', '0 of 3')).toBeVisible();
    await page.getByRole('article', { name: /Pairing/ }).focus();
    await page.keyboard.press('v');
    await page.keyboard.press('v');
    await expect(ballot(page, 'Pairing', '2 of 3')).toBeVisible();
    await page.keyboard.press('Shift+V');
    await expect(ballot(page, 'Pairing', '1 of 3')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('article', { name: /Flaky tests/ })).toBeFocused();
    await page.keyboard.press('v');
    await expect(ballot(page, 'Flaky tests', '1 of 3')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(ballot(page, 'Flaky tests', '0 of 3')).toBeVisible();
    await expect(page.getByText('Vote removed')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(ballot(page, 'Pairing', '2 of 3')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(ballot(page, 'Pairing', '1 of 3')).toBeVisible();

    await test.step('F2 leads to the buttons of the card', async () => {
      await page.keyboard.press('F2');
      // Past the card's other controls.
      await expect(async () => {
        await page.keyboard.press('ArrowRight');
        await expect(less(page, 'Flaky tests')).toBeFocused({ timeout: 200 });
      }).toPass({ intervals: [0] });
      await page.keyboard.press('ArrowRight');
      await expect(more(page, 'Flaky tests')).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(ballot(page, 'Flaky tests', '1 of 3')).toBeVisible();
    });

    await test.step('a card for actions has no ballot, and the keys nothing to do there', async () => {
      await page.getByRole('article', { name: /Buy a machine/ }).focus();
      await page.keyboard.press('v');
      await expect(
        page.getByText('Vote for the whole group. You cannot vote for action items.'),
      ).toBeVisible();
      await expect(left(page)).toHaveText('3 of 5 votes left');
    });
  });

  await test.step('who leads may let the server go on by itself when the time is up', async () => {
    const timer = page.getByRole('button', { name: /^Timer/ });
    await timer.click();
    await expect(timer).toHaveText(/^Timer: [23]:/);
    await timer.click();
    const box = page.getByRole('checkbox', { name: /^Advance when time is up/ });
    await expect(box).not.toBeChecked();
    await box.check();
    await expect(box).toBeChecked();
    await page.reload();
    await page.getByRole('button', { name: /^Timer/ }).click();
    await expect(box).toBeChecked();
    // Without a timer it is in the menu.
    await page.getByRole('dialog', { name: 'Timer' }).getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Meeting menu' }).click();
    const item = page.getByRole('menuitemcheckbox', {
      name: /^Advance when time is up/,
    });
    await expect(item).toBeChecked();
    await item.click();
    await page.getByRole('button', { name: 'Meeting menu' }).click();
    await expect(item).not.toBeChecked();
    await page.keyboard.press('Escape');
  });

  await test.step('the owner sets the limits, and once anybody has voted only raises them', async () => {
    const panel = page.getByRole('dialog', { name: 'Vote limits' });
    await takeAllBack();
    await board.moveTo('grouping');
    const open = () => page.getByRole('button', { name: /votes each/ }).click();
    await open();
    await panel.getByLabel('Votes per person').fill('6');
    await panel.getByLabel('Votes per topic').fill('7');
    await expect(page.getByRole('button', { name: '6 votes each' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(panel).toContainText('The votes per topic can be at most the votes per person.');
    await panel.getByLabel('Votes per topic').fill('0');
    await page.keyboard.press('Enter');
    await expect(panel).toContainText('Enter a whole number from 1 to 20.');
    await panel.getByLabel('Votes per topic').fill('٤');
    await page.keyboard.press('Enter');
    await expect(panel).not.toContainText('Enter a whole number');
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();

    await board.moveTo('voting');
    await board.voteAs(sasha, 'Pairing', 3);
    await expect(left(page)).toHaveText('6 of 6 votes left');
    await open();
    await panel.getByLabel('Votes per person').fill('2');
    await page.keyboard.press('Enter');
    await expect(panel).toContainText('Once voting has begun, limits can only be raised.');
    await expect(left(page)).toHaveText('6 of 6 votes left');
  });
});

test('nobody learns others’ votes before the end; then everybody sees the totals', async ({
  page,
  crew,
  newPage,
}) => {
  const { robin, sasha } = crew;
  const board = await newBoard(crew);
  const frames: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => void frames.push(String(payload))),
  );
  await openBoard(page, robin, board.path);
  const other = await openBoard(await newPage(), sasha, board.path);
  await more(other, 'Flaky tests').click();
  await more(other, 'Flaky tests').click();
  await more(other, 'Pairing').click();
  await finished(other).click();
  await expect(finished(other)).toHaveAttribute('aria-pressed', 'true');

  await test.step('only that somebody has finished', async () => {
    await expect(page.getByText('1 of 1 have finished voting')).toBeVisible();
    const panel = page.getByRole('complementary', { name: 'Meeting' });
    await expect(panel.getByRole('listitem').filter({ hasText: 'Sasha' })).toContainText(
      'Finished voting',
    );
    await expect(ballot(page, 'Flaky tests', '0 of 3')).toBeVisible();
    await expect(left(page)).toHaveText('5 of 5 votes left');
    const votes = frames.filter((frame) => frame.includes('"board_changed"'));
    expect(votes.length, 'frames about votes').toBeGreaterThan(0);
    for (const frame of votes) expect(frame).not.toMatch(/"type":"(vote|tally)"/);
  });

  await more(page, 'Flaky tests').click();
  await expect(ballot(page, 'Flaky tests', '1 of 3')).toBeVisible();
  await expect(left(page)).toHaveText('4 of 5 votes left');

  await test.step('the totals, on every page', async () => {
    await page.getByRole('button', { name: spec.meeting.next(spec.phases.discussing) }).click();
    const queued = page.locator('.queue-name');
    await expect(queued).toHaveCount(2);
    await page.emulateMedia({ media: 'print' });
    const paper = page.getByRole('navigation', { name: 'Topics' }).getByRole('listitem');
    await expect(paper.getByText('Fast deploys', { exact: true })).toBeVisible();
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('button', { name: '1 without votes' }).click();
    await expect(queued).toHaveCount(3);
    await page.getByRole('button', { name: spec.meeting.jump }).click();
    await page.getByRole('menuitem', { name: spec.phases.closing_ready }).click();
    await board.moveTo('closing_ready');
    for (const each of [page, other]) {
      await expect(left(each)).toHaveCount(0);
      await each.getByRole('button', { name: 'Board' }).click();
      await expect(each.getByText('3 votes from 2 people')).toBeVisible();
      await expect(each.getByText('1 vote from 1 person')).toBeVisible();
    }
  });

  await test.step('back in voting everybody has what they gave, and the totals are gone', async () => {
    await board.moveTo('voting');
    await expect(ballot(page, 'Flaky tests', '1 of 3')).toBeVisible();
    await expect(ballot(other, 'Flaky tests', '2 of 3')).toBeVisible();
    await expect(left(other)).toHaveText('2 of 5 votes left');
    await expect(finished(other), 'the mark ended with its phase').toHaveAttribute(
      'aria-pressed',
      'false',
    );
    await expect(page.getByText(/votes? from/)).toHaveCount(0);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: sizes.phone, hasTouch: true, isMobile: true });

  test('by taps: the ballot, votes left, and done voting', async ({ page, crew }) => {
    const board = await newBoard(crew);
    await openBoard(page, crew.sasha, board.path);
    await more(page, 'Pairing').tap();
    await more(page, 'Pairing').tap();
    await less(page, 'Pairing').tap();
    await expect(ballot(page, 'Pairing', '1 of 3')).toBeVisible();
    await expect(left(page)).toHaveText('4 of 5 votes left');
    const { width, height } = (await more(page, 'Pairing').boundingBox()) ?? {};
    expect(Math.min(width ?? 0, height ?? 0), 'a target for a finger').toBeGreaterThanOrEqual(44);
    await page
      .getByRole('group', { name: 'Column' })
      .getByRole('button', { name: spec.board.toImprove })
      .tap();
    for (const _ of [1, 2, 3]) await more(page, 'Flaky tests').tap();
    await more(page, 'Flaky tests').tap({ force: true });
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
      '3 votes per topic at most.',
    );
    await finished(page).tap();
    await expect(finished(page)).toHaveAttribute('aria-pressed', 'true');
    await expect(finished(page)).toHaveText(/1\/1/);
    await expectNoSidewaysScroll(page);
  });
});

test('on a tablet no ballot cuts a title or a name', async ({ crew, newPage }) => {
  const meeting = await newMeeting(crew.robin, crew.team, {
    notes: [
      ['went_well', 'The build queue is full after lunch'],
      ['went_well', 'Flaky test in checkout'],
      ['to_improve', 'Standup runs long'],
    ],
  });
  const found = await call<{ id: string; content: string }[]>(crew.robin, [
    'GET',
    `${meeting.api}/notes`,
  ]);
  const note_ids = found
    .filter(({ content }) => !content.startsWith('Standup'))
    .map(({ id }) => id);
  await call(crew.robin, ['POST', `${meeting.api}/groups`], {
    note_ids,
    title: 'Slow, flaky builds in June',
  });
  await meeting.moveTo('voting');
  const viewport = { width: 820, height: 1180 };
  const page = await openBoard(
    await newPage({ viewport, hasTouch: true, isMobile: true }),
    crew.sasha,
    meeting.path,
  );
  await expect(more(page, 'Standup runs long')).toBeVisible();
  const title = page.getByRole('heading', { name: 'Slow, flaky builds in June' });
  for (const text of [title, card(page, 'Standup').getByTitle('Robin Field')]) {
    const cut = await text.evaluate(
      (shown) =>
        shown.scrollWidth > shown.clientWidth || shown.scrollHeight > shown.clientHeight + 1,
    );
    expect(cut).toBe(false);
  }
  const [top, count] = await Promise.all(
    [title, page.getByTitle('2 notes')].map(async (each) => (await each.boundingBox())?.y ?? 0),
  );
  expect(count, 'the count is beside its title').toBeLessThan((top ?? 0) + 40);

  await test.step('V on a note within a group votes for the group', async () => {
    await page
      .getByRole('article', { name: /Flaky test/ })
      .last()
      .focus();
    await page.keyboard.press('v');
    const group = page.getByRole('article', { name: /^Group Slow/ });
    await expect(group.getByRole('group', { name: 'Your votes: 1 of 3' })).toBeVisible();
  });
});
