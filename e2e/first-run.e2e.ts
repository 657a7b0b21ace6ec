// A new user's first run: three steps from an empty account to a live retro, and how others join.
import { expect, type Page } from '@playwright/test';

import { atEachSize } from './each-size.ts';
import { test } from './rocket.ts';
import { spec } from './spec-texts.ts';
import {
  expectNoSidewaysScroll,
  holdBack,
  inTeam,
  invite,
  join,
  newMeeting,
  newPerson,
  newTeam,
  openAs,
  ownAnswer,
  signedInAs,
  waitAhead,
} from './walk.ts';

const steps = (page: Page) => page.getByRole('region', { name: 'Your first retro in three steps' });

atEachSize(test, (size) => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('three steps lead from an empty account to a live retro', async ({ page, product }) => {
    const lone = await newPerson(product, `first-${size}@example.com`);
    await openAs(page, lone, '/dashboard');
    const card = steps(page);
    await expect(card.getByText('Once you have a team.')).toBeVisible();
    await expect(card.getByRole('button')).toHaveCount(1);
    // “Get started with AI” promised this.
    await expect(card.getByRole('link', { name: 'Health' })).toBeVisible();
    await expect(card).not.toContainText('AI');
    // The steps have what to do; figures and lists without content are small.
    await expect(page.getByText(spec.dashboard.noTeams)).toBeVisible();
    await expect(page.getByText('N/A', { exact: true })).toHaveCSS('font-size', '14px');
    await expect(page.getByRole('button', { name: spec.meetings.create })).toHaveCount(1);
    await card.getByPlaceholder('First name').fill('Robin');
    await card.getByPlaceholder('Team name, e.g. Payments').fill(`Comet ${size}`);
    await card.getByRole('button', { name: 'Create Team' }).click();
    await expect(card.getByText('Last name is required')).toBeVisible();
    await card.getByPlaceholder('Last name').fill('Field');
    const held = Promise.withResolvers<void>();
    await page.route('**/api/v1/meetings*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await card.getByRole('button', { name: 'Create Team' }).click();
    await expect(card.getByRole('heading', { name: 'Team (done)' })).toBeVisible();

    const field = card.getByRole('textbox', { name: 'Email addresses' });
    await expect(field).toBeFocused();
    held.resolve();
    const send = card.getByRole('button', { name: 'Send Invitations' });
    await send.click();
    await expect(card.getByText('Please enter at least one email address.')).toBeVisible();
    await field.fill('ben@nowhere');
    await send.click();
    await expect(card.getByText('Not an email address: ben@nowhere')).toBeVisible();
    const [cyd, dee] = [`cyd-${size}@example.com`, `dee-${size}@example.com`];
    await field.fill(`${cyd}, ${lone.email}\n${dee}`);
    await send.click();
    const sent = card.getByRole('list', { name: 'Invitations sent' });
    await expect(sent.getByRole('listitem')).toHaveCount(3);
    // A refused address stays for correction, with the reason.
    await expect(field).toHaveValue(lone.email);
    await expect(sent.getByText('This person is already a member of the team.')).toBeVisible();
    const lines = await sent.getByText(lone.email).evaluate((node) => {
      const address = document.createRange();
      address.selectNode(node.firstChild ?? node);
      return address.getClientRects().length;
    });
    expect(lines, 'the reason leaves the address its line').toBe(1);
    await expect(
      card.getByRole('heading', { name: 'Invite the others', exact: true }),
    ).toBeVisible();
    await card.getByRole('button', { name: `Copy link for ${cyd}` }).click();
    await expect(page.getByText('Invitation link copied.')).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toContain(`${product.url}/invitations/`);
    // The mailed link signs its reader in, so nobody else gets it.
    const mail = await product.mail.next({ to: cyd });
    expect(mail.links).not.toContain(link);
    await expectNoSidewaysScroll(page);
    await field.fill('');
    await page.reload();
    await expect(card.getByRole('heading', { name: '2 invited (done)' })).toBeVisible();
    await expect(field).toHaveCount(0);
    await card.getByRole('button', { name: 'Add more' }).click();
    await field.fill(`eve-${size}@example.com`);
    const letGo = await holdBack(page, /\/invitations$/);
    await send.click();
    await field.fill(`fay-${size}@example.com`);
    await letGo();
    await expect(sent.getByRole('listitem')).toHaveCount(1);
    await expect(field, 'typed meanwhile').toHaveValue(`fay-${size}@example.com`);
    await expect(field).toBeFocused();
    await send.click();
    await expect(card.getByRole('heading', { name: '4 invited (done)' })).toBeVisible();
    await expect(field).toHaveCount(0);
    await expect(sent.getByRole('listitem')).toHaveCount(2);

    await card.getByRole('button', { name: 'Schedule for later' }).click();
    const dialog = page.getByRole('dialog', { name: spec.meetingDialogs.create });
    await expect(dialog.getByLabel('Meeting name')).toHaveValue(/^Retro, /);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const meetingName = card.getByRole('textbox', { name: 'Meeting name' });
    await expect(meetingName).toHaveValue(/^Retro, /);
    await meetingName.fill('Our first');
    await card.getByRole('button', { name: 'Start now' }).click();
    await expect(page.getByText(spec.meeting.waiting)).toBeVisible();
    await expect(page.getByText('1 person present · 4 invited')).toBeVisible();
    await expect(page.getByText('1 of 5 here')).toBeAttached();
    await page.getByRole('button', { name: spec.meeting.next(spec.phases.writing) }).click();
    await expect(page.getByText('Type below. Enter adds.')).toBeVisible();
    if (size === 'desk') await expect(page.getByText('Only you are here.')).toBeVisible();
    await page.goto('/dashboard');
    await expect(page.getByRole('link', { name: 'Join Our first' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Live now' })).toContainText('You lead');
    await expect(card).toHaveCount(0);
    const figures = page.getByRole('region', { name: spec.dashboard.overview });
    const tops = await figures
      .getByRole('listitem')
      .evaluateAll((tiles) => tiles.map((tile) => tile.getBoundingClientRect().top));
    expect(new Set(tops).size, 'the figures share one row').toBe(1);
  });

  test('a person who accepts an invitation is asked for a missing name beside the team’s live meeting, which keeps its place when it ends', async ({
    page,
    product,
    rocket,
  }) => {
    const team = await newTeam(rocket.ada, `Nameless ${size}`);
    const running = await newMeeting(rocket.ada, { id: team.id, name: 'Running' });
    const guest = await newPerson(product, `nameless-${size}@example.com`);
    const { path } = await invite(rocket.ada, team.id, guest.email);
    await page.clock.install();
    await openAs(page, guest, path);
    await page.getByRole('button', { name: 'Accept' }).click();
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('link', { name: 'Join Running' })).toBeVisible();
    const card = page.getByRole('region', { name: 'What is your name?' });
    await expectNoSidewaysScroll(page);
    await card.getByPlaceholder('First name').fill('Gus');
    await card.getByPlaceholder('Last name').fill('Guest');
    await card.getByRole('button', { name: 'Save Name' }).click();
    await expect(card).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Profile menu, Gus Guest' })).toBeVisible();
    await expect(page.getByText('Ada leads')).toBeVisible();
    // Its time takes as many letters as later.
    await waitAhead(page, page.getByText(/began \d+ minutes ago/), 60_000);
    const below = page.getByRole('heading', { name: 'Latest Meetings' });
    const place = await below.boundingBox();
    await running.change({ status: 'closed' });
    const report = page.getByRole('link', { name: 'Report on Running' });
    await waitAhead(page, report, 30_000);
    await expect(page.getByRole('region', { name: 'Finished' })).toBeVisible();
    expect(await below.boundingBox()).toEqual(place);
    await report.click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Meeting Notes');

    await test.step('finished ones hide no live one, and a canceled one goes', async () => {
      const [first, ...others] = await Promise.all(
        [1, 2, 3, 4].map(async (day) => {
          const about = { id: team.id, name: `Long ${day}` };
          const meeting = await newMeeting(rocket.ada, about, { status: 'planned' });
          await meeting.change({ status: 'live', start_time: `2026-01-0${day}T09:00:00Z` });
          return meeting;
        }),
      );
      await page.goto('/dashboard');
      await expect(page.getByRole('link', { name: 'Join Long 4' })).toBeVisible();
      for (const each of others) await each.change({ status: 'closed' });
      await waitAhead(page, page.getByRole('link', { name: 'Join Long 1' }), 30_000);
      await expect(page.getByRole('link', { name: 'Report on Long 4' })).toBeVisible();
      await first?.change({ status: 'canceled' });
      const finished = page.getByRole('region', { name: 'Finished' });
      await waitAhead(page, finished, 30_000);
      await expect(finished).not.toContainText('Long 1');
    });
  });

  test('a member gives a name and waits for the retro that a colleague starts', async ({
    page,
    product,
    rocket,
  }) => {
    const team = await newTeam(rocket.ada, `Waiting ${size}`);
    const member = await newPerson(product, `waiting-${size}@example.com`);
    await join(rocket.ada, team.id, member);
    await page.clock.install();
    await openAs(page, member, '/dashboard');
    const card = page.getByRole('region', { name: 'Your first retro in two steps' });
    await expect(card.getByRole('heading', { name: 'Wait for or start a retro' })).toBeVisible();
    await card.getByPlaceholder('First name').fill('Wim');
    await expectNoSidewaysScroll(page);
    const place = await card.boundingBox();
    for (const name of ['Earlier', 'Begun']) await newMeeting(rocket.ada, { id: team.id, name });
    await waitAhead(page, page.getByRole('link', { name: 'Join Begun' }), 30_000);
    await expect(page.getByRole('status').filter({ hasText: 'Begun is live' })).toBeAttached();
    const late = page.getByRole('region', { name: 'Started meanwhile' });
    await expect(late).toContainText('Ada leads');
    await expect(late.getByRole('link')).toHaveCount(1);
    // The name that is being typed stays, also in place.
    expect(await card.boundingBox()).toEqual(place);
    await expect(card.getByPlaceholder('First name')).toHaveValue('Wim');
    await card.getByPlaceholder('Last name').fill('Waits');
    await card.getByRole('button', { name: 'Save Name' }).click();
    await expect(card).toHaveCount(0);
    const covered = page.getByRole('link', { name: 'View Earlier' });
    await covered.focus();
    const box = await covered.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan((await late.boundingBox())?.y ?? 0);
    await page.setViewportSize({ width: 390, height: 400 });
    await expect(page.locator('html'), 'nothing is covered').toHaveCSS(
      'scroll-padding-bottom',
      '0px',
    );
  });

  test('the steps lead to a retro without a name', async ({ page, product }) => {
    const lone = await newPerson(product, `plain-${size}@example.com`);
    const team = await newTeam(lone, `Plain ${size}`);
    await invite(lone, team.id, `gil-${size}@example.com`);
    await openAs(page, lone, '/dashboard');
    await expect(
      steps(page).getByRole('heading', { name: 'Your name', exact: true }),
    ).toBeVisible();
    await expect(steps(page)).toContainText(`Your name is shown on your notes in Plain ${size}.`);
    await expect(steps(page).getByPlaceholder('First name')).toBeVisible();
    await expect(steps(page).locator('[aria-current=step]')).toContainText('Start a retro');
  });

  test('a planned retro leaves the first steps until somebody is invited, and later no failed list shows them', async ({
    page,
    product,
  }) => {
    const somebody = await newPerson(product, `met-${size}@example.com`);
    const team = await newTeam(somebody, `Met before ${size}`);
    await signedInAs(page, somebody.token);
    await inTeam(page, team.id);
    await page.goto('/dashboard');
    await steps(page).getByRole('button', { name: 'Schedule for later' }).click();
    const dialog = page.getByRole('dialog', { name: spec.meetingDialogs.create });
    await expect(dialog.getByRole('radio', { name: spec.meetingDialogs.later })).toBeChecked();
    await dialog.getByLabel('Meeting name').fill(`Met ${size}`);
    await dialog.getByRole('button', { name: 'Create Meeting' }).click();
    await expect(dialog).toHaveCount(0);
    const planned = steps(page).getByRole('link', { name: `Met ${size}` });
    await expect(planned).toBeVisible();
    await page.reload();
    await expect(planned).toBeVisible();
    await invite(somebody, team.id, `hal-${size}@example.com`);
    await page.reload();
    await expect(page.getByRole('link', { name: `Met ${size}`, exact: true })).toBeVisible();
    await expect(steps(page)).toHaveCount(0);
    await page.route('**/api/v1/meetings*', (route) => route.fulfill(ownAnswer({}, 400)));
    await page.reload();
    await expect(page.getByText('Failed to load meetings')).toBeVisible();
    await expect(steps(page)).toHaveCount(0);
  });
});

test('the landing page leads signed-in people into the product', async ({
  page,
  product,
  rocket,
}) => {
  await page.goto(product.url);
  const header = page.getByRole('navigation', { name: 'Main' });
  await expect(header.getByRole('link', { name: spec.landing.logIn })).toBeVisible();
  await openAs(page, rocket.ada, product.url);
  await header.getByRole('link', { name: 'Open Wentwell' }).click();
  await expect(page).toHaveURL('/dashboard');
});
