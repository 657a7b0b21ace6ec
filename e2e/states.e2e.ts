// Dialogs, menus and states without an address, judged like every screen (judge.ts).
import type { Browser, Page } from '@playwright/test';

import { judge, judgeDialog, judgeState, theme } from './judge.ts';
import { judgeRoom, looksOfDialogs } from './little-room.ts';
import { type Rocket, test } from './rocket.ts';
import { spec } from './spec-texts.ts';
import { thrownInPages, openPage } from './visit.ts';
import {
  answerWith,
  expect,
  inTeam,
  invite,
  newMeeting,
  newPerson,
  type Somebody,
} from './walk.ts';

// Each has its own boards.
test.describe.configure({ mode: 'parallel' });
test.afterEach(() => expect(thrownInPages(), 'errors thrown in a page').toEqual([]));

type State = readonly [name: string, show: (page: Page) => Promise<void>];

const button = (page: Page, name: string) => page.getByRole('button', { name }).first();

/** Dialogs and menus on the list of meetings. */
const onMeetings: State[] = [
  [
    'create',
    async (page) => {
      await button(page, spec.meetings.create).click();
      await page.getByRole('radio', { name: spec.meetingDialogs.later }).check();
      await page.getByRole('dialog').getByRole('button', { name: 'Create Meeting' }).click();
      await expect(page.getByText(spec.meetingRules.schedule)).toBeVisible();
    },
  ],
  ['edit', (page) => button(page, 'Edit Planned').click()],
  ['start', (page) => button(page, 'Start Planned').click()],
  ['delete', (page) => button(page, 'Delete Planned').click()],
  ['profile-menu', (page) => button(page, 'Profile menu').click()],
  ['team-switcher', (page) => page.getByRole('button', { name: /^Team:/ }).click()],
  ['palette', (page) => page.keyboard.press('Control+k')],
  ['shortcuts', (page) => page.keyboard.press('?')],
];

const onMembers: State[] = [
  [
    'invite',
    async (page) => {
      await button(page, spec.members.invite).click();
      await page.getByRole('button', { name: spec.memberDialogs.send }).click();
      await expect(page.getByText(spec.inviteRules.text)).toBeVisible();
    },
  ],
  [
    'invitations',
    async (page) => {
      await button(page, spec.members.viewInvitations).click();
      await expect(page.getByText('waiting@example.com')).toBeVisible();
    },
  ],
  [
    'remove',
    async (page) => {
      await button(page, 'Actions for Ben Okri').click();
      await page.getByRole('menuitem', { name: spec.members.remove }).click();
    },
  ],
];

const onBoard: State[] = [
  ['add', (page) => button(page, spec.board.addNote).click()],
  ['edit', (page) => button(page, 'Edit note').click()],
  ['note-menu', (page) => button(page, 'Actions for').click()],
  ['jump', (page) => button(page, spec.meeting.jump).click()],
  ['finish', (page) => button(page, spec.meeting.finish).click()],
];

const opened = (page: Page) =>
  page.locator('[role=dialog], [role=alertdialog], [role=menu]').filter({ visible: true }).first();

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

/** A page of the team's admin or member. */
async function pageOf(browser: Browser, { teamId }: Rocket, { token }: Somebody): Promise<Page> {
  const page = await openPage(browser, { theme, token });
  await inTeam(page.context(), teamId);
  return page;
}

test('dialogs and menus on the list of meetings', async ({ browser, product, rocket }) => {
  await board(rocket, 'Planned', { status: 'planned' });
  const page = await pageOf(browser, rocket, rocket.ada);
  await judgeEach(page, { at: `${product.url}/meetings` }, onMeetings);
});

test('dialogs and menus on the list of members', async ({ browser, product, rocket }) => {
  await invite(rocket.ada, rocket.teamId, 'waiting@example.com');
  const page = await pageOf(browser, rocket, rocket.ada);
  await judgeEach(page, { at: `${product.url}/team-members` }, onMembers);
});

test('dialogs and menus on a board', async ({ browser, product, rocket }) => {
  const { path } = await board(rocket, 'Rocket retro', { notes: samples });
  const page = await pageOf(browser, rocket, rocket.ada);
  await judgeEach(page, { at: product.url + path, look: 'board-' }, onBoard);
});

test('invitations, and a visitor without a team', async ({ browser, product, rocket }) => {
  const guest = await newPerson(product, 'stranger@example.com');
  const invitation = await invite(rocket.ada, rocket.teamId, guest.email);
  const visitor = await openPage(browser, { theme });
  for (const [name, path] of [
    ['invitation-visitor', invitation.path],
    ['invitation-invalid', '/invitations/none'],
    ['verification-pending', '/verification-pending'],
  ] as const) {
    await visitor.goto(product.url + path);
    await judge(visitor, name);
  }
  const lone = await openPage(browser, { theme, token: guest.token });
  for (const [name, path] of [
    ['invitation', invitation.path],
    ['dashboard-invited', '/dashboard'],
    ['meetings-no-team', '/meetings'],
    ['members-no-team', '/team-members'],
  ] as const) {
    await lone.goto(product.url + path);
    const waits = path === invitation.path ? spec.invitation.accept : 'Create Team';
    await expect(button(lone, waits)).toBeVisible();
    await judgeState(lone, name);
  }
});

test('a meeting in every state', async ({ browser, product, rocket }) => {
  const page = await pageOf(browser, rocket, rocket.ben);
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

test('a meeting and a list that failed to load', async ({ browser, product, rocket }) => {
  const { path } = await board(rocket, 'Refused', { phase: 'voting', notes: samples });
  const page = await pageOf(browser, rocket, rocket.ben);
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
