// Dialogs, menus and states without an address, judged like every screen (judge.ts).
import type { Page } from '@playwright/test';

import { judge, judgeDialog, judgeState } from './judge.ts';
import { judgeRoom, looksOfDialogs } from './little-room.ts';
import { button, onBoard, onMeetings, onMembers, opened, type State } from './opened-dialogs.ts';
import { type Rocket, test } from './rocket.ts';
import { spec } from './spec-texts.ts';
import { answerWith, expect, inTeam, invite, newMeeting, newPerson, signedInAs } from './walk.ts';

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

test('invitations, and a visitor without a team', async ({ page, product, rocket }) => {
  const guest = await newPerson(product, 'stranger@example.com');
  const invitation = await invite(rocket.ada, rocket.teamId, guest.email);
  for (const [name, path] of [
    ['invitation-visitor', invitation.path],
    ['invitation-invalid', '/invitations/none'],
    ['verification-pending', '/verification-pending'],
  ] as const) {
    await page.goto(product.url + path);
    await judge(page, name);
  }
  await signedInAs(page, guest.token);
  for (const [name, path] of [
    ['invitation', invitation.path],
    ['dashboard-invited', '/dashboard'],
    ['meetings-no-team', '/meetings'],
    ['members-no-team', '/team-members'],
  ] as const) {
    await page.goto(product.url + path);
    const waits = path === invitation.path ? spec.invitation.accept : 'Create Team';
    await expect(button(page, waits)).toBeVisible();
    await judgeState(page, name);
  }
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

test('a meeting and a list that failed to load', async ({ page, product, rocket }) => {
  const { path } = await board(rocket, 'Refused', { phase: 'voting', notes: samples });
  await signedInAs(page, rocket.ben.token);
  await inTeam(page, rocket.teamId);
  await page.goto(`${product.url}/meetings/0198f2c4-7f00-7000-8000-000000000009`);
  await expect(page.getByText(spec.meeting.notFound)).toBeVisible();
  await judgeState(page, 'meeting-not-found');
  await page.routeWebSocket(/\/ws\/meetings\//, (ws) => void ws.close({ code: 4403 }));
  await page.goto(product.url + path);
  await expect(page.getByText(spec.connection.refused)).toBeVisible();
  await judgeState(page, 'meeting-lost');
  await answerWith(page, '**/api/v1/teams/*/meetings*', 400);
  await page.goto(`${product.url}/meetings`);
  await expect(page.getByText(spec.generic[400])).toBeVisible();
  await judgeState(page, 'meetings-failed');
});
