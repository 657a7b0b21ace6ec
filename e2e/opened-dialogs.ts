// Dialogs and menus over pages of a team with a planned meeting, a member and a board, for tests of their layout.
import { expect, type Page } from '@playwright/test';

import { spec } from './spec-texts.ts';

export type State = readonly [name: string, show: (page: Page) => Promise<void>];

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first();

/** A dialog, drawer or menu; most load at their first opening. */
export const opened = (page: Page) =>
  page.locator('[role=dialog], [role=alertdialog], [role=menu]').filter({ visible: true }).first();

export const onMeetings: readonly State[] = [
  [
    'create',
    async (page) => {
      await button(page, spec.meetings.create).click();
      const dialog = page.getByRole('dialog');
      // The columns load last.
      await expect(dialog.getByRole('button', { name: /^Change the columns/ })).toBeVisible();
      await dialog.getByRole('radio', { name: spec.meetingDialogs.later }).check();
      await dialog.getByRole('button', { name: 'Create Meeting' }).click();
      await expect(page.getByText(spec.meetingRules.schedule)).toBeVisible();
    },
  ],
  [
    'edit',
    (page) =>
      page
        .getByRole('row')
        .filter({ hasText: spec.meetingStatus.planned })
        .getByRole('button', { name: /^Edit/ })
        .first()
        .click(),
  ],
  ['start', (page) => button(page, /^Start/).click()],
  ['delete', (page) => button(page, /^Delete/).click()],
  ['profile-menu', (page) => button(page, /^Profile menu/).click()],
  ['team-switcher', (page) => button(page, /^Team: /).click()],
  ['palette', (page) => page.keyboard.press('Control+k')],
];

export const onMembers: readonly State[] = [
  [
    'invite',
    async (page) => {
      await button(page, spec.members.invite).click();
      await page.getByRole('button', { name: spec.memberDialogs.send }).click();
      await expect(page.getByText(spec.inviteRules.text)).toBeVisible();
    },
  ],
  ['invitations', (page) => button(page, spec.members.viewInvitations).click()],
  [
    'remove',
    async (page) => {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .last()
        .click();
      await page.getByRole('menuitem', { name: spec.members.remove }).click();
    },
  ],
];

export const onBoard: readonly State[] = [
  ['edit', (page) => button(page, 'Edit note').click()],
  ['note-menu', (page) => button(page, /^Actions for/).click()],
];
