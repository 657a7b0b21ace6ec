// Dialogs, menus and states without an address, judged like every screen (judge.ts).
import type { Page } from '@playwright/test';

import { judgeDialog, judgeState } from './judge.ts';
import { judgeRoom, looksOfDialogs } from './little-room.ts';
import { button, onBoard, onMeetings, onMembers, opened, type State } from './opened-dialogs.ts';
import { type Rocket, test } from './rocket.ts';
import { spec } from './spec-texts.ts';
import { expect, inTeam, invite, newMeeting, signedInAs } from './walk.ts';

// Each has its own boards.
test.describe.configure({ mode: 'parallel' });

/** Judges each state of the page, closing it with Escape. */
async function judgeEach(
  page: Page,
  { at, look = '' }: { at: string; look?: string },
  states: readonly State[],
): Promise<void> {
  test.slow();
  await page.goto(at);
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page.getByRole('button', { name: /^(Profile menu|Menu$)/ }).first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  for (const [name, show] of states) {
    await show(page);
    // Most load at their first opening.
    await expect(opened(page)).toBeVisible();
    await judgeDialog(page, look + name);
    await judgeRoom(page, look + name, looksOfDialogs);
    await page.keyboard.press('Escape');
    await expect(opened(page)).toBeHidden();
  }
}

const samples = [
  ['went_well', 'Short'],
  [
    'went_well',
    'A longer note, of the kind that people write when they have something on their minds.',
  ],
  ['to_improve', 'See https://example.com/a/rather/long/address?with=parameters for more 🎉'],
  ['action', 'הערה מימין לשמאל'],
] as const;

const board = ({ ada, teamId }: Rocket, name: string, options: Parameters<typeof newMeeting>[2]) =>
  newMeeting(ada, { id: teamId, name }, options);

test('dialogs and menus on the list of meetings', async ({ page, product, rocket }) => {
  await board(rocket, 'Planned', { status: 'planned' });
  await signedInAs(page, rocket.ada.token);
  await inTeam(page, rocket.teamId);
  await judgeEach(page, { at: `${product.url}/meetings` }, [
    ...onMeetings,
    ['shortcuts', (shown) => shown.keyboard.press('?')],
  ]);
});

test('dialogs and menus on the list of members', async ({ page, product, rocket }) => {
  await invite(rocket.ada, rocket.teamId, 'waiting@example.com');
  await signedInAs(page, rocket.ada.token);
  await inTeam(page, rocket.teamId);
  await judgeEach(page, { at: `${product.url}/team-members` }, onMembers);
});

test('dialogs and menus on a board', async ({ page, product, rocket }) => {
  const { path } = await board(rocket, 'Rocket retro', { notes: samples });
  await signedInAs(page, rocket.ada.token);
  await inTeam(page, rocket.teamId);
  await judgeEach(page, { at: product.url + path, look: 'board-' }, [
    ['add', (shown) => button(shown, spec.board.addNote).click()],
    ...onBoard,
    ['jump', (shown) => button(shown, spec.meeting.jump).click()],
    ['finish', (shown) => button(shown, spec.meeting.finish).click()],
  ]);
});

test('a meeting in every state', async ({ page, product, rocket }) => {
  await signedInAs(page, rocket.ben.token);
  await inTeam(page, rocket.teamId);
  for (const [name, options] of [
    ['planned', { status: 'planned' }],
    ['joining', { phase: 'joining' }],
    ['voting', { phase: 'voting', notes: samples }],
    ['empty', { phase: 'writing' }],
    ['closed', { status: 'closed', notes: samples }],
  ] as const) {
    const { path } = await board(rocket, name, options);
    await page.goto(product.url + path);
    await expect(page.getByRole('heading', { name: spec.meeting.title })).toBeVisible();
    await judgeState(page, `meeting-${name}`);
  }
  // The last is the closed one.
  await button(page, 'View note').click();
  await expect(opened(page)).toBeVisible();
  await judgeDialog(page, 'note-view');
});
