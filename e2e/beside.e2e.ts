// Pictures of every screen for a comparison by eye: `npm run e2e -- --pictures beside` writes e2e/screens/beside.html.
// BESIDE names a folder of reference pictures to show beside them. A test leads through a whole retro, because each picture
// needs the one before.
import type { Browser, Page } from '@playwright/test';

import { addNoteAs, button, region, seatOf } from './four-people.ts';
import { theme } from './judge.ts';
import { histograms, importRetro } from './past-retros.ts';
import { show, writeBook } from './picture-book.ts';
import { spec } from './spec-texts.ts';
import { newSuperuser } from './superuser.ts';
import {
  asAuthor,
  call,
  expect,
  guestPath,
  invite,
  join,
  newMeeting,
  newPerson,
  newTeam,
  type Somebody,
  test,
} from './walk.ts';

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const finger = { viewport: phone, hasTouch: true, isMobile: true };
const wall = { width: 1920, height: 1080 };
const bar = { x: 0, y: 0, width: 1440, height: 104 };

test.describe.configure({ timeout: 300_000 });

interface Team {
  team: { id: string; name: string };
  mara: Somebody;
  aiko: Somebody;
  luca: Somebody;
  jonas: Somebody;
  priya: Somebody;
}

async function newPayments(product: Somebody['product'], mark: string): Promise<Team> {
  const person = (first: string, last: string) =>
    newPerson(product, `${first.toLowerCase()}-${mark}@example.org`, [first, last]);
  const mara = await person('Mara', 'Olsen');
  const aiko = await person('Aiko', 'Tanaka');
  const luca = await person('Luca', 'Berg');
  const jonas = await person('Jonas', 'Weber');
  const priya = await person('Priya', 'Rao');
  const name = 'Payments';
  const { id } = await newTeam(mara, name);
  for (const guest of [aiko, luca, jonas, priya]) await join(mara, id, guest);
  return { team: { id, name }, mara, aiko, luca, jonas, priya };
}

type Written = readonly [keyof Omit<Team, 'team'>, 'went_well' | 'to_improve' | 'action', string];
const written: readonly Written[] = [
  ['mara', 'went_well', 'Support sat in on our planning, and nobody was surprised on Friday.'],
  ['jonas', 'went_well', 'The demo for the bank went great.'],
  ['priya', 'went_well', 'Reviews before ten: average wait is down to three hours.'],
  ['aiko', 'went_well', 'Luca explained the ledger so that all of us get it now.'],
  ['jonas', 'went_well', 'Nobody waits for me any more, and I wait for nobody.'],
  ['luca', 'went_well', 'No incident on a weekend. First time since May!'],
  ['aiko', 'to_improve', 'The build takes 14 minutes again.'],
  ['mara', 'to_improve', 'Two stories grew while we built them. We noticed in the demo.'],
  ['luca', 'to_improve', 'Standup runs long when we solve things in it.'],
  ['jonas', 'to_improve', 'Flaky test in checkout: I ran it five times on Monday.'],
  ['luca', 'to_improve', 'Build queue is full after lunch.'],
  ['priya', 'to_improve', 'Too many meetings on Thursday.'],
  ['priya', 'to_improve', 'We find out about price changes from customers.'],
  ['luca', 'action', 'Split the build into two jobs.'],
  ['jonas', 'action', 'Rotate review duty daily.'],
  ['mara', 'action', 'Keep Wednesday afternoons free of meetings.'],
  ['priya', 'action', 'Ask sales for a heads-up on prices.'],
];

async function idsOf(team: Team, meeting: { id: string }): Promise<Map<string, string>> {
  const notes = await call<{ id: string; content: string }[]>(team.mara, [
    'GET',
    `/api/v1/meetings/${meeting.id}/notes`,
  ]);
  return new Map(notes.map(({ id, content }) => [content, id]));
}

async function move({ mara }: Team, meeting: { id: string }, phase: string): Promise<void> {
  const path = `/api/v1/meetings/${meeting.id}/phase/transition`;
  await call(mara, ['POST', path], { phase, duration_minutes: null });
}

async function seats(browser: Browser, team: Team, path: string): Promise<Record<string, Page>> {
  const pages = {
    mara: await seatOf(browser, { who: team.mara, path, viewport: desk }),
    aiko: await seatOf(browser, { who: team.aiko, path, viewport: desk }),
    luca: await seatOf(browser, { who: team.luca, path, ...finger }),
    jonas: await seatOf(browser, { who: team.jonas, path, ...finger }),
    priya: await seatOf(browser, { who: team.priya, path, viewport: desk }),
  };
  for (const page of Object.values(pages)) {
    await expect(page.getByText(spec.meeting.connected, { exact: true })).toBeVisible();
  }
  return pages;
}

test('a retro beside its pictures', async ({ browser, product }) => {
  const team = await newPayments(product, 'beside');
  const { mara, aiko, luca, jonas, priya } = team;
  const before = await newMeeting(
    mara,
    { ...team.team, name: 'Sprint 41' },
    { phase: 'discussing' },
  );
  const act = (text: string, who: Somebody | null) =>
    call(mara, ['POST', `/api/v1/meetings/${before.id}/actions`], {
      text,
      topic_id: null,
      note_id: null,
      assignee_id: who?.id ?? null,
      due_on: null,
    });
  await act('Review before ten each day', priya);
  await act('Write down who owns the price list', null);
  await call(mara, ['PUT', `/api/v1/meetings/${before.id}`], { status: 'closed' });

  const meeting = await newMeeting(
    mara,
    { ...team.team, name: 'Sprint 42 · Checkout rewrite' },
    { phase: 'joining' },
  );
  const own = `/api/v1/meetings/${meeting.id}`;
  const pages = await seats(browser, team, meeting.path);
  const page = pages['mara']!;
  const screen = await screenOf(browser, mara, meeting.id);
  const score = (who: Somebody, kind: string, given: number) =>
    call(asAuthor(who), ['PUT', `${own}/${kind}`], { score: given });
  await score(aiko, 'mood', 4);
  await score(luca, 'mood', 3);
  await score(priya, 'mood', 4);
  for (const each of [page, pages['aiko']!, pages['priya']!])
    await button(each, 'Hide panel').click();
  await page.mouse.move(700, 620);
  await show(page, '18-joining');

  await show(screen, '11-room-joining');

  await move(team, meeting, 'writing');
  await call(mara, ['PUT', `${own}/timer`], { action: 'start', seconds: 300 });
  for (const [who, type, text] of written) await addNoteAs(team[who], meeting, [type, text]);
  await show(page, '16-bar-states', { clip: bar });
  for (const who of [aiko, luca, priya]) await call(who, ['PUT', `${own}/ready`], { ready: true });
  await expect(page.getByText('3 of 4 done')).toBeAttached();
  await show(page, '16-bar-states', { clip: bar });
  await call(jonas, ['PUT', `${own}/ready`], { ready: true });
  await expect(page.getByText('All done Reveal')).toBeVisible();
  await show(page, '16-bar-states', { clip: bar });
  await call(jonas, ['PUT', `${own}/ready`], { ready: false });
  const line = page.getByRole('textbox', { name: /^Write a note/ }).first();
  await line.fill('Pairing with Jonas on the ');
  await show(page, '01-writing');
  await show(page, '08-writing-light', { id: 'catppuccin-latte' });
  for (const id of ['dracula', 'nord', 'monokai', 'tango'])
    await show(page, '48-four-themes', { id });
  await page.setViewportSize({ width: 1280, height: 600 });
  await show(page, '16-bar-states', { clip: { ...bar, width: 1280 } });
  await show(page, '40-board-1280x600');
  await page.setViewportSize({ width: 1100, height: 900 });
  await show(page, '16-bar-states', { clip: { ...bar, width: 1100 } });
  await page.setViewportSize(desk);
  await line.fill('');
  const jonasPage = pages['jonas']!;
  await jonasPage.getByRole('button', { name: /^To Improve/ }).click();
  await show(jonasPage, '09-phone-writing');
  await show(screen, '12a-room-writing');
  await button(page, 'Meeting menu').click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await show(page, '36b-menu');
  await page.keyboard.press('Escape');
  await page.setViewportSize(phone);
  await button(page, 'Meeting menu').click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await show(page, '36d-phone-menu');
  await page.keyboard.press('Escape');
  await page.setViewportSize(desk);
  await page.getByRole('article').first().focus();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').last().fill('re');
  await show(page, '15-palette');
  await page.keyboard.press('Escape');
  await line.fill('The new search is fast. Two customers wrote to say so.');
  await page.context().setOffline(true);
  await line.press('Enter');
  await expect(page.getByTitle('Waiting to be sent')).toBeVisible();
  await show(page, '39a-offline');
  await page.context().setOffline(false);
  await expect(page.getByText(/Your notes are kept/)).toHaveCount(0);
  await jonasPage.context().setOffline(true);
  await jonasPage
    .getByRole('textbox', { name: /^Write a note/ })
    .fill('Nobody told me the demo moved.');
  await jonasPage.getByRole('textbox', { name: /^Write a note/ }).press('Enter');
  await expect(jonasPage.getByTitle('Waiting to be sent')).toBeVisible();
  await expect(jonasPage.getByText('Offline · 1 change waiting')).toBeVisible();
  await show(jonasPage, '39b-phone-offline');
  await jonasPage.context().setOffline(false);
  await expect(jonasPage.getByTitle('Waiting to be sent')).toHaveCount(0);

  const aikoPage = pages['aiko']!;
  await aikoPage.emulateMedia({ reducedMotion: 'no-preference' });
  await move(team, meeting, 'revealing');
  await stopAt(aikoPage, 1000);
  await show(aikoPage, '02a-reveal-countdown', { moves: true });
  await stopAt(aikoPage, 2500);
  await show(aikoPage, '02b-reveal-turning', { moves: true });
  await aikoPage.emulateMedia({ reducedMotion: 'reduce' });
  await expect(screen.getByText('No incident on a weekend.')).toBeVisible();
  await show(screen, '12b-room-reading');
  await move(team, meeting, 'grouping');
  const notes = await idsOf(team, meeting);
  const id = (text: string) => [...notes].find(([content]) => content.startsWith(text))?.[1];
  const group = (title: string, ...texts: string[]) =>
    call<{ id: string }>(mara, ['POST', `${own}/groups`], { note_ids: texts.map(id), title });
  const reviews = await group('Reviews are quick', 'Reviews before', 'Nobody waits');
  const meetings = await group('Too many meetings', 'Too many', 'Standup');
  const builds = await group('Slow and flaky builds', 'The build takes', 'Flaky test');
  const held = page.getByRole('article').filter({ hasText: 'Build queue' }).first();
  const onto = page.getByRole('article').filter({ hasText: 'Flaky test' }).first();
  await expect(page.getByText('Slow and flaky builds')).toBeVisible();
  await expect(async () => {
    await page.mouse.up();
    await held.hover({ position: { x: 60, y: 20 } });
    await page.mouse.down();
    const over = await onto.boundingBox();
    await page.mouse.move((over?.x ?? 0) + 90, (over?.y ?? 0) + 20, { steps: 4 });
    await page.mouse.move((over?.x ?? 0) + 110, (over?.y ?? 0) + 30, { steps: 4 });
    await expect(page.getByText(/^Group with/)).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 30_000 });
  await show(page, '03-grouping');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await button(page, /online/).click();
  await show(page, '36a-panel');
  const beside = { x: 1120, y: 56, width: 320, height: 844 };
  for (const tab of ['People', 'Activity', 'Actions']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tabpanel')).not.toBeEmpty();
    await show(page, '36c-panels', { clip: beside });
  }
  await page.getByRole('tab', { name: 'People' }).click();
  await button(page, 'Hide panel').click();
  await button(page, 'Meeting menu').click();
  await page.getByRole('menuitem', { name: 'Board settings' }).click();
  await expect(page.getByRole('dialog', { name: 'Board settings' })).toBeVisible();
  await show(page, '36c-panels');
  await page.keyboard.press('Escape');
  await call(mara, ['PUT', `${own}/groups/${builds.id}`], {
    note_ids: ['The build takes', 'Flaky test', 'Build queue'].map(id),
    version: 1,
  }).catch(() => undefined);
  await move(team, meeting, 'voting');
  const vote = (who: Somebody, topic: string | undefined, count: number) =>
    call(who, ['PUT', `${own}/topics/${topic}/votes`], { count });
  await vote(aiko, builds.id, 2);
  await vote(aiko, id('Two stories'), 1);
  await expect(aikoPage.getByText('is dragging…')).toHaveCount(0);
  await expect(aikoPage.locator('.topic-ballot [data-vote]').first()).toBeVisible();
  await show(aikoPage, '04-voting');
  await show(aikoPage, '16-bar-states', { clip: bar });
  await aikoPage.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await show(aikoPage, '47-forced-colours');
  await aikoPage.emulateMedia({ forcedColors: 'none' });
  await button(aikoPage, /^I'm done voting/).click();
  await show(aikoPage, '16-bar-states', { clip: bar });
  await vote(luca, meetings.id, 2);
  await vote(luca, builds.id, 1);
  await pages['luca']!.getByRole('button', { name: /^To Improve/ }).click();
  await show(pages['luca']!, '10-phone-voting');
  await vote(mara, reviews.id, 3);
  await vote(priya, reviews.id, 3);
  await vote(priya, builds.id, 2);
  await vote(luca, reviews.id, 1);
  await vote(jonas, builds.id, 1);
  await vote(jonas, meetings.id, 2);
  await vote(jonas, id('We find out'), 2);
  await move(team, meeting, 'discussing');
  await button(page, 'Next topic').click();
  const comment = (who: Somebody, content: string) =>
    call(who, ['POST', `${own}/topics/${builds.id}/comments`], { content });
  await comment(priya, 'Half of the time is browser tests. They could run beside the rest.');
  await comment(luca, 'Split it in two jobs and the queue is short again, too.');
  const agree = (text: string, topic_id: string | undefined, who?: Somebody) =>
    call(mara, ['POST', `${own}/actions`], {
      text,
      topic_id,
      assignee_id: who?.id ?? null,
      due_on: who ? new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10) : null,
    });
  await agree('Run browser tests as a job of their own', builds.id, luca);
  await call(mara, ['PUT', `${own}/timer`], { action: 'start', seconds: 300 });
  await page
    .getByRole('combobox', { name: 'New action item' })
    .fill('Quarantine the flaky checkout test @jonas');
  await show(page, '05-discussing');
  await page.setViewportSize({ width: 1280, height: 800 });
  await show(page, '05-discussing');
  await page.setViewportSize(desk);
  await show(jonasPage, '19-phone-discussing');
  await show(screen, '12c-room-discussing');
  await page.getByRole('combobox', { name: 'New action item' }).fill('');
  for (const who of [priya, jonas]) await call(who, ['PUT', `${own}/hand`], { raised: true });
  await expect(page.getByText(/has a hand up/)).toBeVisible();
  await show(page, '45-hands-and-co-leads', { clip: bar });
  await show(pages['priya']!, '45-hands-and-co-leads', { clip: bar });
  await button(page, /online/).click();
  await button(page, /^Priya Rao/).click();
  await show(page, '45-hands-and-co-leads');
  await page.keyboard.press('Escape');
  await button(page, 'Hide panel').click();
  await call(mara, ['DELETE', `${own}/hands`]);
  await agree('Quarantine the flaky checkout test', builds.id, mara);
  await agree('Ask sales for a heads-up on prices', id('We find out'));
  for (const who of [aiko, luca, priya]) {
    await score(who, 'worth', 4);
  }
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').last().fill('Finish');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await show(page, '17-finish-dialog');
  await page.keyboard.press('Escape');
  await move(team, meeting, 'closing_ready');
  const thanks = { to_user_id: luca.id, text: 'Now all of us get the ledger.' };
  await call(mara, ['POST', `${own}/thanks`], thanks);
  for (const who of [aiko, luca, priya]) await score(who, 'mood', 4);
  await button(page, spec.meeting.finish).click();
  await button(page.getByRole('alertdialog'), /Finish/).click();
  await expect(page.getByRole('dialog', { name: 'Done.' })).toBeVisible();
  await expect(page.getByText('2 new badges')).toBeVisible();
  for (const name of ['06-finish', '49-finish-badge']) await show(page, name);
  await show(screen, '46b-room-end');
  await page
    .getByRole('dialog', { name: 'Done.' })
    .getByRole('button', { name: /^To the/ })
    .click();
  await show(page, '07-report');
  await page.goto(`${product.url}/search?q=build`);
  await expect(page.getByText('found')).toBeVisible();
  await show(page, '35b-search');
  await page.goto(`${product.url}/team-members`);
  await expect(page.getByText('Aiko Tanaka').first()).toBeVisible();
  await show(page, '41a-members');
  await page.goto(`${product.url}/profile`);
  await expect(page.getByText('First retro')).toBeVisible();
  await show(page, '41b-profile');
});

/** Stops the reveal at this many milliseconds after its start: a picture takes longer than a card needs to turn. */
async function stopAt(page: Page, ms: number): Promise<void> {
  await expect(page.locator('.card-back').first()).toBeAttached();
  await page.evaluate((at) => {
    for (const animation of document.getAnimations()) {
      animation.pause();
      animation.currentTime = at;
    }
  }, ms);
}

async function screenOf(browser: Browser, mara: Somebody, meetingId: string): Promise<Page> {
  const link = `/api/v1/meetings/${meetingId}/spectator-link`;
  const { secret } = await call<{ secret: string }>(mara, ['POST', link]);
  const context = await browser.newContext({ viewport: wall });
  const page = await context.newPage();
  await page.goto(`${mara.product.url}/watch#${secret}`);
  await expect(page.getByRole('heading').first()).toBeVisible();
  return page;
}

test('the pages around a retro beside their pictures', async ({ browser, product }) => {
  const mara = await newPerson(product, 'mara-first@example.org', ['Mara', 'Olsen']);
  const { id } = await newTeam(mara, 'Payments');
  const team = { id, name: 'Payments' };
  for (const name of ['aiko', 'luca', 'priya']) await invite(mara, id, `${name}-first@example.org`);
  const page = await seatOf(browser, { who: mara, path: '/dashboard', viewport: desk });
  await expect(page.getByText(/^Welcome/)).toBeVisible();
  await show(page, '13-dashboard');
  const meeting = await newMeeting(mara, { ...team, name: 'Sprint 42' }, { phase: 'writing' });
  await page.goto(product.url + meeting.path);
  await expect(page.getByText(spec.meeting.connected, { exact: true })).toBeVisible();
  await button(page, 'Hide panel').click();
  await page.mouse.move(700, 620);
  await expect(page.getByText('Only you are here.')).toBeVisible();
  await show(page, '38-first-minute');
  const { path } = await invite(mara, id, 'jonas-first@example.org');
  const guest = await browser.newContext({ viewport: desk });
  const visitor = await guest.newPage();
  await visitor.goto(product.url + path);
  await expect(visitor.getByText('Authentication Required')).toBeVisible();
  await show(visitor, '14-invitation');
  for (const [address, name] of [
    ['/login', '43a-login'],
    ['/register', '43b-register'],
  ] as const) {
    await visitor.goto(product.url + address);
    await show(visitor, name);
  }
  await visitor.goto(product.url);
  await show(visitor, '44a-landing-light', { id: 'catppuccin-latte' });
  await visitor.evaluate(() => scrollTo(0, 900));
  await show(visitor, '44a-landing-light', { id: 'catppuccin-latte' });
  await visitor.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await show(visitor, '44a-landing-light', { id: 'catppuccin-latte' });
  await visitor.evaluate(() => scrollTo(0, 0));
  await button(visitor, 'Switch to dark mode').click();
  await show(visitor, '44b-landing-dark');
  await button(visitor, 'Switch to light mode').click();
  await visitor.setViewportSize(phone);
  await show(visitor, '44c-phone-landing', { id: 'catppuccin-latte' });
});

test('health, search and memory beside their pictures', async ({ browser, product }) => {
  const { team, mara, aiko, luca, jonas, priya } = await newPayments(product, 'past');
  const past = { lead: mara, teamId: team.id, people: ['Mara Olsen', 'Aiko Tanaka'] } as const;
  for (const at of histograms.keys()) await importRetro(past, at);
  const name = 'Sprint 42 · Checkout rewrite';
  const meeting = await newMeeting(mara, { ...team, name }, { phase: 'joining' });
  const own = `/api/v1/meetings/${meeting.id}`;
  const page = await seatOf(browser, { who: mara, path: '/team-health', viewport: desk });
  await expect(page.getByText('Morale fell 3 retros in a row')).toBeVisible();
  await show(page, '30-health');
  await button(page, 'As a table').click();
  await button(page, 'What Delivery risk means').click();
  await show(page, '30b-health-table');
  await page.keyboard.press('Escape');
  await page.setViewportSize(phone);
  await show(page, '31-phone-health');
  await page.setViewportSize(desk);
  for (const text of ['Small changes before large ones', 'No releases on Fridays']) {
    await call(mara, ['POST', `/api/v1/teams/${team.id}/agreements`], { text });
  }
  const lucaPage = await seatOf(browser, { who: luca, path: meeting.path, ...finger });
  const asking = region(lucaPage, 'Did it help?');
  await asking.getByRole('radio', { name: 'Better' }).click();
  await asking.scrollIntoViewIfNeeded();
  await show(lucaPage, '33b-phone-did-it-help');
  const answer = (who: Somebody, path: string, body: object) =>
    fetch(product.url + path, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${who.token}`,
        'content-type': 'application/json',
        'x-author-key': Buffer.from(who.id.replaceAll('-', '')).toString('base64url'),
      },
      body: JSON.stringify(body),
    });
  const { did_it_help: asked = [] } = await call<{ did_it_help?: { id: string }[] }>(mara, [
    'GET',
    `${own}/board`,
  ]);
  for (const each of asked) {
    for (const who of [mara, aiko, jonas]) {
      const outcome = who === jonas ? 'same' : 'better';
      await answer(who, `/api/v1/actions/${each.id}/outcome`, { outcome });
    }
  }
  const questions = ['We can say no to work', 'Releasing is calm', 'I get help within the hour'];
  await call(mara, ['PUT', own], { settings: { check_up: questions } });
  const checkUp = region(lucaPage, 'Check-up');
  await checkUp.getByRole('radio', { name: '2: Hardly' }).click();
  await checkUp.scrollIntoViewIfNeeded();
  await show(lucaPage, '32b-phone-check-up');
  for (const [at, who] of [mara, aiko, jonas, priya].entries()) {
    for (const [row, question] of questions.entries()) {
      await answer(who, `${own}/check-up`, { question, score: row === 0 ? 1 + at : 3 + (at % 2) });
    }
  }
  await page.goto(product.url + meeting.path);
  await button(page, 'Hide panel').click();
  await button(page, 'Check-up results').click();
  await button(page, 'Show to everyone').click();
  await show(page, '32-check-up');
  await page.keyboard.press('Escape');

  await move({ team, mara, aiko, luca, jonas, priya }, meeting, 'grouping');
  for (const [who, type, text] of written)
    await addNoteAs({ mara, aiko, luca, jonas, priya }[who], meeting, [type, text]);
  const more = Array.from({ length: 24 }, (_, at) => `And one more thing, number ${at + 1}`);
  for (const [at, text] of more.entries()) {
    await addNoteAs(jonas, meeting, [['went_well', 'to_improve', 'action'][at % 3] ?? '', text]);
  }
  const screen = await screenOf(browser, mara, meeting.id);
  await expect(screen.locator('.watch-card')).toHaveCount(written.length + more.length);
  await show(screen, '46a-room-pages');
  await move({ team, mara, aiko, luca, jonas, priya }, meeting, 'discussing');
  await button(page, 'Next topic').click();
  await page.getByRole('button', { name: /^The build takes 14 minutes again/ }).click();
  await button(page, 'Discuss it now').click();
  await expect(region(page, 'Came up before')).toBeVisible();
  await show(page, '35a-memory');
  await call(mara, ['PUT', own], { status: 'closed' });
  await page.goto(`${product.url}/actions`);
  await expect(region(page, 'Did it help?')).toBeVisible();
  await show(page, '33-actions');
  await page.goto(`${product.url}/team-health`);
  await page.getByRole('link', { name: 'Year in review' }).click();
  await expect(page.getByText('topics talked through')).toBeVisible();
  for (const viewport of [desk, phone]) {
    await page.setViewportSize(viewport);
    for (const id of ['catppuccin-latte', theme]) await show(page, '34-year', { id });
  }
});

test('guests and accounts beside their pictures', async ({ browser, product }) => {
  const team = await newPayments(product, 'guests');
  const name = 'Sprint 42 · Checkout rewrite';
  const meeting = await newMeeting(team.mara, { ...team.team, name }, { phase: 'writing' });
  const page = await seatOf(browser, { who: team.mara, path: meeting.path, viewport: desk });
  await button(page, 'Hide panel').click();
  for (const [who, type, text] of written) await addNoteAs(team[who], meeting, [type, text]);
  const address = product.url + (await guestPath(team.mara, meeting.id, true));
  const visits = [
    ['37a-guest', { viewport: desk }],
    ['37d-phone-guest', finger],
  ] as const;
  for (const [picture, options] of visits) {
    const visitor = await (await browser.newContext(options)).newPage();
    await visitor.goto(address);
    await visitor.getByLabel('Your name').fill('Sven');
    await show(visitor, picture);
    await button(visitor, 'Ask to come in').click();
    await expect(button(visitor, 'Change name')).toBeVisible();
    if (picture === '37a-guest') await show(visitor, '37b-guest-waiting');
  }
  await expect(page.getByText('Sven asks to come in as a guest')).toBeVisible();
  await show(page, '37c-admission');
  const root = await newSuperuser(product, 'root-beside@example.org');
  const admin = await seatOf(browser, { who: root, path: '/admin/users', viewport: desk });
  await expect(admin.getByRole('row').nth(1)).toBeVisible();
  await show(admin, '42-administration');
});

test.afterAll(writeBook);
