// Parts with an order, a condition or a size in the specification.
import type { Locator } from '@playwright/test';

import { atEachSize } from './each-size.ts';
import { test } from './rocket.ts';
import { spec } from './spec-texts.ts';
import {
  expect,
  inTeam,
  invite,
  newMeeting,
  newPerson,
  newTeam,
  openAs,
  signedInAs,
} from './walk.ts';

const smallestTarget = 44;

/** Accessible names of an element's buttons and links in tab order. */
function controlsIn(element: Locator): Promise<(string | null)[]> {
  return element
    .locator('button, a')
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? each.textContent));
}

atEachSize(test, (size) => {
  test('the first button accepts an invitation, the second declines it', async ({
    page,
    product,
    rocket,
  }) => {
    const guest = await newPerson(product, `asked-${size}@example.com`);
    const { path } = await invite(rocket.ada, rocket.teamId, guest.email);
    await signedInAs(page, guest.token);
    const both = [spec.invitation.accept, spec.invitation.decline];
    const answers = page.getByRole('button', { name: /^(Accept|Decline)$/ });
    await page.goto(path);
    await expect(answers).toHaveText(both);
    await page.goto('/dashboard');
    await expect(answers).toHaveText(both);
  });

  test('a meeting’s row offers view, start, edit, delete', async ({ page, rocket }) => {
    const team = await newTeam(rocket.ada, `Order ${size}`);
    await newMeeting(rocket.ada, { id: team.id, name: 'Soon' }, { status: 'planned' });
    await signedInAs(page, rocket.ada.token);
    await inTeam(page, team.id);
    const inOrder = ['View Soon', 'Start Soon', 'Edit Soon', 'Delete Soon'];
    for (const path of ['/meetings', '/dashboard']) {
      await page.goto(path);
      const actions = page.getByRole('row', { name: 'Soon' }).getByRole('cell').last();
      await expect(actions).toBeVisible();
      expect(await controlsIn(actions)).toEqual(inOrder);
    }
  });

  test('every button of a note is 44 by 44 px', async ({ page, rocket }) => {
    const notes = [
      ['went_well', 'Own, to be edited'],
      ['went_well', 'Another'],
    ] as const;
    const meeting = await newMeeting(rocket.ada, { id: rocket.teamId, name: 'Targets' }, { notes });
    await openAs(page, rocket.ada, meeting.path);
    const buttons = page.getByRole('article').first().getByRole('button');
    await expect(buttons.filter({ visible: true }).first()).toBeVisible();
    const targets = await buttons.evaluateAll((all) =>
      all
        // An element without pointer events is no target: the card below it is.
        .filter((each) => getComputedStyle(each).pointerEvents !== 'none')
        .map((each) => {
          const { width, height, left, right } = each.getBoundingClientRect();
          return { name: each.getAttribute('aria-label'), width, height, left, right };
        }),
    );
    expect(targets.length).toBeGreaterThanOrEqual(2);
    for (const { name, width, height } of targets) {
      expect(width, `${name} is too narrow`).toBeGreaterThanOrEqual(smallestTarget);
      expect(height, `${name} is too low`).toBeGreaterThanOrEqual(smallestTarget);
    }
  });
});

test('the participants panel lists you, present and former participants, and the quick view', async ({
  page,
  browser,
  product,
  rocket,
}) => {
  const cara = await newPerson(product, 'cara@example.com', ['Cara', 'Lind']);
  const { path: invitation } = await invite(rocket.ada, rocket.teamId, cara.email);
  const meeting = await newMeeting(rocket.ada, { id: rocket.teamId, name: 'Panel' });
  const join = async (token: string) => {
    const other = await browser.newContext();
    await signedInAs(other, token);
    return other.newPage();
  };
  const caraPage = await join(cara.token);
  await caraPage.goto(invitation);
  await caraPage.getByRole('button', { name: spec.invitation.accept }).click();
  await expect(caraPage.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await caraPage.goto(meeting.path);
  const benPage = await join(rocket.ben.token);
  await benPage.goto(meeting.path);
  await openAs(page, rocket.ada, meeting.path);
  const panel = page.getByRole('region', { name: spec.participants.title });
  await expect(panel.getByRole('heading', { name: 'Online (2)' })).toBeVisible();
  await caraPage.context().close();
  await expect(panel.getByRole('heading', { level: 3 })).toHaveText([
    'You',
    'Online (1)',
    'Recently Active (1)',
    'Quick View',
  ]);
  await benPage.context().close();
});

test('an empty board invites adding notes only while that is possible', async ({
  page,
  rocket,
}) => {
  await signedInAs(page, rocket.ada.token);
  const make = (phase: string) =>
    newMeeting(rocket.ada, { id: rocket.teamId, name: phase }, { phase });
  for (const [phase, asks] of [
    ['writing', 1],
    ['grouping', 1],
    ['voting', 0],
  ] as const) {
    const meeting = await make(phase);
    await page.goto(meeting.path);
    await expect(page.getByText(spec.board.empty)).toBeVisible();
    await expect(page.getByText(spec.board.emptyText)).toHaveCount(asks);
  }
});
