// Dialogs, menus and states that no address leads to, judged like every screen (judge.ts).
import type { Page } from '@playwright/test';

import { judge, theme } from './judge.ts';
import { type Rocket, test } from './rocket.ts';
import { spec } from './spec-texts.ts';
import { thrownInPages, openPage } from './visit.ts';
import { answerWith, expect, inTeam, invite, newMeeting, newPerson, sizes } from './walk.ts';

// Each has boards of its own.
test.describe.configure({ mode: 'parallel' });
test.afterEach(() => expect(thrownInPages(), 'errors thrown in a page').toEqual([]));

type State = readonly [name: string, show: (page: Page, url: string) => Promise<void>];

const button = (page: Page, name: string) => page.getByRole('button', { name }).first();

/** What is opened on the list of meetings. */
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

/** Each state from a fresh visit of the page at this address. */
async function judgeEach(
  page: Page,
  { at, look }: { at: string; look: string },
  states: readonly State[],
): Promise<void> {
  for (const [name, show] of states) {
    await page.goto(at);
    await expect(page.locator('h1')).toHaveCount(1);
    await expect(page.getByRole('button', { name: /^Profile menu/ })).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await show(page, at);
    // Most are fetched at their first opening.
    await expect(opened(page)).toBeVisible();
    await judge(page, `${name}-${look}`);
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

async function boards({ ada, teamId }: Rocket) {
  const make = (name: string, options: Parameters<typeof newMeeting>[2]) =>
    newMeeting(ada, { id: teamId, name }, options);
  return {
    planned: await make('Planned', { status: 'planned' }),
    joining: await make('Joining', { phase: 'joining' }),
    grouping: await make('Grouping', { notes: samples }),
    voting: await make('Voting', { phase: 'voting', notes: samples }),
    empty: await make('Empty', { phase: 'writing' }),
    closed: await make('Closed', { status: 'closed', notes: samples }),
  };
}

for (const [size, viewport] of Object.entries(sizes)) {
  test(`dialogs and menus at ${size} size`, async ({ browser, product, rocket }) => {
    const { grouping } = await boards(rocket);
    await invite(rocket.ada, rocket.teamId, 'waiting@example.com').catch(() => {
      // Invited at the other size.
    });
    const page = await openPage(browser, { viewport, theme, token: rocket.ada.token });
    await inTeam(page.context(), rocket.teamId);
    await judgeEach(page, { at: `${product.url}/meetings`, look: size }, onMeetings);
    await judgeEach(page, { at: `${product.url}/team-members`, look: size }, onMembers);
    await judgeEach(page, { at: product.url + grouping.path, look: `board-${size}` }, onBoard);
  });

  test(`further states at ${size} size`, async ({ browser, product, rocket }) => {
    const { joining, voting, empty, closed, planned } = await boards(rocket);
    const guest = await newPerson(product, `stranger-${size}@example.com`);
    const invitation = await invite(rocket.ada, rocket.teamId, guest.email);
    const visitor = await openPage(browser, { viewport, theme });
    for (const [name, path] of [
      ['invitation-visitor', invitation.path],
      ['invitation-invalid', '/invitations/none'],
      ['verification-pending', '/verification-pending'],
    ] as const) {
      await visitor.goto(product.url + path);
      await judge(visitor, `${name}-${size}`);
    }
    const lone = await openPage(browser, { viewport, theme, token: guest.token });
    for (const [name, path] of [
      ['invitation', invitation.path],
      ['dashboard-invited', '/dashboard'],
      ['meetings-no-team', '/meetings'],
      ['members-no-team', '/team-members'],
    ] as const) {
      await lone.goto(product.url + path);
      const waits = path === invitation.path ? spec.invitation.accept : 'Create Team';
      await expect(button(lone, waits)).toBeVisible();
      await judge(lone, `${name}-${size}`);
    }
    const page = await openPage(browser, { viewport, theme, token: rocket.ben.token });
    await inTeam(page.context(), rocket.teamId);
    for (const [name, { path }] of Object.entries({ planned, joining, voting, empty, closed })) {
      await page.goto(product.url + path);
      await expect(page.getByRole('heading', { name: spec.meeting.title })).toBeVisible();
      await judge(page, `meeting-${name}-${size}`);
    }
    await page.goto(product.url + closed.path);
    await button(page, 'View note').click();
    await expect(opened(page)).toBeVisible();
    await judge(page, `note-view-${size}`);
    await page.goto(`${product.url}/meetings/0198f2c4-7f00-7000-8000-000000000009`);
    await expect(page.getByText(spec.meeting.notFound)).toBeVisible();
    await judge(page, `meeting-not-found-${size}`);
    await page.routeWebSocket(/\/ws\/meetings\//, (ws) => void ws.close({ code: 4403 }));
    await page.goto(product.url + voting.path);
    await expect(page.getByText(spec.connection.refused)).toBeVisible();
    await judge(page, `meeting-lost-${size}`);
    await answerWith(page, '**/api/v1/teams/*/meetings*', 400);
    await page.goto(`${product.url}/meetings`);
    await expect(page.getByText(spec.generic[400])).toBeVisible();
    await judge(page, `meetings-failed-${size}`);
  });
}
