// Members and profile: states, rules, rights and toasts.
import { atEachSize } from './each-size.ts';
import { judgeDialog, judgeState } from './judge.ts';
import { test } from './rocket.ts';
import { spec } from './spec-texts.ts';
import {
  answerWith,
  expect,
  expectDuration,
  expectNoSidewaysScroll,
  expectReason,
  holdBack,
  join,
  newPerson,
  newTeam,
  openAs,
  ownAnswer,
  password,
  sizes,
  waitAhead,
} from './walk.ts';

const members = '**/api/v1/teams/*/members*';

atEachSize(test, (size) => {
  test('an admin sees all members and removes one after a confirmation', async ({
    page,
    product,
    rocket,
  }) => {
    const team = await newTeam(rocket.ada, `Leavers ${size}`);
    const guest = await newPerson(product, `gil-${size}@example.com`, ['Gil', 'Moss']);
    await join(rocket.ada, team.id, guest);
    await page.clock.install();
    const letGo = await holdBack(page, members);
    await openAs(page, { ...rocket.ada, teamId: team.id }, '/team-members');
    await page.clock.runFor(300);
    await expect(page.getByText(spec.members.loading)).toBeVisible();
    await letGo();
    await expect(page.getByRole('heading', { level: 1, name: spec.members.title })).toBeVisible();
    await expect(page.getByText(spec.members.manage(`Leavers ${size}`))).toBeVisible();
    const viewport = page.viewportSize() ?? sizes.desk;
    await page.setViewportSize(sizes.desk);
    for (const column of Object.values(spec.memberColumns)) {
      await expect(page.getByRole('columnheader', { name: column })).toBeVisible();
    }
    await page.setViewportSize(viewport);
    const own = page.getByRole('row', { name: 'Ada Byron' });
    const other = page.getByRole('row', { name: 'Gil Moss' });
    await expect(own.getByText(spec.members.you)).toBeVisible();
    await expect(own.getByText('Admin', { exact: true })).toBeVisible();
    await expect(other.getByText('Member', { exact: true })).toBeVisible();
    await expect(other.getByText(spec.members.active, { exact: true })).toBeVisible();
    await expectNoSidewaysScroll(page);

    await own.getByRole('button', { name: /^Actions/ }).click();
    const ownRemove = page.getByRole('menuitem', { name: spec.members.remove });
    await expectReason(page, ownRemove, spec.permissions.self);
    await page.keyboard.press('Escape');

    await other.getByRole('button', { name: /^Actions/ }).click();
    await expect(page.getByRole('menuitem', { name: spec.members.changeRole })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await page.getByRole('menuitem', { name: spec.members.remove }).click();
    const ask = page.getByRole('alertdialog', { name: spec.memberDialogs.removeTitle });
    await expect(ask.getByText(spec.memberDialogs.removeQuestion('Gil Moss'))).toBeVisible();
    await expect(ask.getByText(spec.memberDialogs.removeWarning)).toBeVisible();
    await expect(ask.getByRole('button', { name: spec.memberDialogs.cancel })).toBeVisible();
    await expectNoSidewaysScroll(page);
    const remove = ask.getByRole('button', { name: spec.members.remove });
    await answerWith(page, '**/api/admin/teams/**', { status: 403, detail: 'Not you.' });
    await remove.click();
    await expect(page.getByText('Not you.')).toBeVisible();
    await expect(page.getByText(spec.memberToasts.removeFailed)).toBeVisible();
    await page.unrouteAll();
    const goOn = await holdBack(page, '**/api/admin/teams/**');
    await remove.click();
    await expect(ask.getByRole('button', { name: spec.memberDialogs.removing })).toBeVisible();
    await goOn();
    await expectDuration(page, spec.memberToasts.removed, 3000);
    await expect(other).toHaveCount(0);
  });

  test('a member sees why actions are disabled', async ({ page, rocket }) => {
    await openAs(page, { ...rocket.ben, teamId: rocket.teamId }, '/team-members');
    const actions = page.getByRole('row', { name: 'Ada Byron' }).getByRole('button');
    await expectReason(page, actions, spec.permissions.admins);
    await actions.click({ force: true });
    await expect(page.getByRole('menu')).toHaveCount(0);
  });

  test('the profile: rules, focus on the first error, inline failures', async ({
    page,
    product,
  }) => {
    const me = await newPerson(product, `own-${size}@example.com`, ['Own', 'Name']);
    await openAs(page, me, '/profile');
    const { title, information, passwords } = spec.profile;
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    for (const name of [information, passwords]) {
      await expect(page.getByRole('heading', { name })).toBeVisible();
    }
    await expect(page.getByLabel('Email')).toHaveJSProperty('readOnly', true);
    for (const badge of ['Verified', 'Active']) {
      await expect(page.getByText(badge, { exact: true })).toBeVisible();
    }
    const [first, last] = [page.getByLabel('First name'), page.getByLabel('Last name')];
    const update = page.getByRole('button', { name: spec.profile.update });
    for (const [names, texts] of [
      [
        ['', ''],
        [spec.profileRules.first, spec.profileRules.last],
      ],
      [
        ['A', 'B'],
        [spec.profileRules.firstShort, spec.profileRules.lastShort],
      ],
      [
        ['A'.repeat(101), 'B'.repeat(101)],
        [spec.profileRules.firstLong, spec.profileRules.lastLong],
      ],
    ] as const) {
      await first.fill(names[0]);
      await last.fill(names[1]);
      await update.click();
      for (const text of texts) await expect(page.getByText(text)).toBeVisible();
      await expect(first).toBeFocused();
      await expect(last).toHaveValue(names[1]);
    }
    const change = page.getByRole('button', { name: spec.profile.change });
    await change.click();
    await expect(page.getByText(spec.profileRules.newPassword)).toBeVisible();
    await expect(page.getByText(spec.profileRules.confirm)).toBeVisible();
    await judgeState(page, 'profile-errors');
    await first.fill('Owen');
    await last.fill('Name');
    await answerWith(page, '**/api/v1/users/me', { status: 422, method: 'PATCH' });
    await update.click();
    await expect(page.getByText(spec.profileErrors.update)).toBeVisible();
    await expect(page.getByText(spec.generic[422])).toBeVisible();
    await expect(first).toHaveValue('Owen');
    await page.unrouteAll();
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await update.click();
    expect((await sent).postDataJSON()).toEqual({ first_name: 'Owen' });
    await expect(page.getByText('Profile updated.')).toBeVisible();
    await expectNoSidewaysScroll(page);

    await test.step('a failure removes an earlier success message', async () => {
      // Hovering keeps toasts open, so one that disappears has another reason.
      await page.getByText('Profile updated.').hover();
      await answerWith(page, '**/api/v1/users/me', { status: 409, method: 'PATCH' });
      await first.fill('Tilda');
      await first.press('Enter');
      await expect(page.getByText(spec.profileErrors.update)).toBeVisible();
      await expect(page.getByText('Profile updated.')).toHaveCount(0);
      await page.unrouteAll();
    });

    await test.step('passwords', async () => {
      const field = (name: string) => page.getByRole('textbox', { name, exact: true });
      await field('Current Password').fill(password);
      await field('New Password').fill('short');
      await field('Confirm Password').fill('other');
      await change.click();
      await expect(page.getByText(spec.profileRules.length)).toBeVisible();
      await expect(page.getByText(spec.profileRules.match)).toBeVisible();
      await expect(field('New Password')).toBeFocused();
      await field('New Password').fill('Better7horse');
      await field('Confirm Password').fill('Better7horse');
      await answerWith(page, '**/auth/change-password', 500);
      await change.click();
      await expect(page.getByText(spec.profileErrors.change)).toBeVisible();
      await expect(field('New Password')).toHaveValue('Better7horse');
      await page.unrouteAll();
      await field('Current Password').fill('not this one');
      await change.click();
      await expect(field('Current Password')).toBeFocused();
      await expect(page.getByText(spec.profileErrors.change)).toBeVisible();
      await expect(page.getByText('This browser')).toBeVisible();
      await judgeState(page, 'profile-refused');
    });

    await test.step('a forgotten one', async () => {
      await page.getByRole('button', { name: spec.profile.forgot }).click();
      const dialog = page.getByRole('dialog', { name: spec.profile.reset });
      await expect(dialog).toBeVisible();
      await judgeDialog(page, 'profile-reset');
      await answerWith(page, '**/auth/forgot-password', 429);
      await dialog.getByRole('button', { name: spec.profile.sendReset }).click();
      await expect(dialog.getByText(spec.profileErrors.reset)).toBeVisible();
      await page.unrouteAll();
      await dialog.getByRole('button', { name: spec.profile.sendReset }).click();
      await expect(dialog.getByText('Check your email')).toBeVisible();
      await expectNoSidewaysScroll(page);
    });
  });
});

test('failed members, an empty list, and an inactive member', async ({ page, rocket }) => {
  await page.clock.install();
  await answerWith(page, members, { status: 503, detail: 'The server’s own words.' });
  await openAs(page, { ...rocket.ben, teamId: rocket.teamId }, '/team-members');
  await waitAhead(page, page.getByText(spec.members.error));
  await expect(page.getByText('The server’s own words.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('row', { name: 'Ada Byron' })).toBeVisible();
  await page.route(members, (route) => route.fulfill(ownAnswer([])));
  await page.reload();
  await expect(page.getByText(spec.members.empty)).toBeVisible();
  await expect(page.getByText(spec.members.emptyText)).toBeVisible();
  await page.unrouteAll();
  await page.route(members, async (route) => {
    const answer = await route.fetch();
    const list: { user: { is_active: boolean } }[] = await answer.json();
    for (const { user } of list) user.is_active = false;
    await route.fulfill({ response: answer, json: list });
  });
  await page.reload();
  await expect(
    page.getByRole('row', { name: 'Ada Byron' }).getByText(spec.members.inactive),
  ).toBeVisible();

  await test.step('more than a page of them', async () => {
    await page.unrouteAll();
    await page.route(members, async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), 'x-total-count': '60' };
      await route.fulfill({ response, headers, json: await response.json() });
    });
    const first = page.waitForRequest(/members\?limit=50$/);
    await page.reload();
    await first;
    const next = page.waitForRequest(/members\?limit=100$/);
    await page.getByRole('button', { name: 'Show 50 more' }).click();
    await next;
    await expect(page.getByRole('row', { name: 'Ada Byron' })).toBeVisible();
    // Pending answers end with the page.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});
