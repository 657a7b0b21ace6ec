// Pictures of every screen for a comparison by eye: `npm run e2e -- --pictures beside` writes e2e/screens/beside.html.
// BESIDE names a folder of reference pictures, which stand beside them there.
import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

import type { Browser, Page } from '@playwright/test';

import { addNoteAs, button, region, seatOf } from './four-people.ts';
import { theme } from './judge.ts';
import { spec } from './spec-texts.ts';
import {
  asAuthor,
  call,
  expect,
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
const wall = { width: 1920, height: 1080 };
const shown: string[] = [];

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

/** Saves the page under its target's name, once nothing is loading and no notice covers it. */
async function show(page: Page, name: string, id = theme): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.evaluate((next) => (document.documentElement.dataset['theme'] = next), id);
  for (const close of await button(
    region(page, 'Notifications').or(page.locator('#none')),
    'Dismiss',
  ).all()) {
    await close.click();
  }
  const path = fileURLToPath(new URL(`./screens/beside-${name}.png`, import.meta.url));
  await page.screenshot({ path, animations: 'disabled' });
  await page.evaluate((next) => (document.documentElement.dataset['theme'] = next), theme);
  shown.push(name);
}

async function seats(browser: Browser, team: Team, path: string): Promise<Record<string, Page>> {
  const pages = {
    mara: await seatOf(browser, { who: team.mara, path, viewport: desk }),
    aiko: await seatOf(browser, { who: team.aiko, path, viewport: desk }),
    luca: await seatOf(browser, { who: team.luca, path, viewport: phone }),
    jonas: await seatOf(browser, { who: team.jonas, path, viewport: phone }),
    priya: await seatOf(browser, { who: team.priya, path, viewport: desk }),
  };
  for (const page of Object.values(pages)) {
    await expect(page.getByText(spec.meeting.connected, { exact: true })).toBeVisible();
  }
  return pages;
}

test('a retro as the pictures show it', async ({ browser, product }) => {
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
  await show(page, '36a-joining-with-panel');
  await button(page, 'Hide panel').click();
  await show(page, '18-joining');
  await page.setViewportSize(phone);
  await show(page, '18-phone-joining', 'catppuccin-latte');
  await page.setViewportSize(desk);

  await show(screen, '11-room-joining');

  await move(team, meeting, 'writing');
  await call(mara, ['PUT', `${own}/timer`], { action: 'start', seconds: 300 });
  for (const [who, type, text] of written) await addNoteAs(team[who], meeting, [type, text]);
  for (const who of [aiko, luca, priya]) await call(who, ['PUT', `${own}/ready`], { ready: true });
  const line = page.getByRole('textbox', { name: /^Write a note/ }).first();
  await line.fill('Pairing with Jonas on the ');
  await show(page, '01-writing');
  await show(page, '08-writing-light', 'catppuccin-latte');
  await page.setViewportSize({ width: 1280, height: 600 });
  await show(page, '40-board-1280x600');
  await page.setViewportSize(desk);
  await line.fill('');
  await show(pages['jonas']!, '09-phone-writing', 'catppuccin-latte');
  await show(screen, '12a-room-writing');
  await button(page, 'Meeting menu').click();
  await show(page, '36b-menu');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').last().fill('fin');
  await show(page, '15-palette');
  await page.keyboard.press('Escape');
  await line.fill('The new search is fast. Two customers wrote to say so.');
  await page.context().setOffline(true);
  await line.press('Enter');
  await expect(page.getByText(/Your notes are kept/)).toBeVisible();
  await show(page, '39a-offline');
  await page.context().setOffline(false);
  await expect(page.getByText(/Your notes are kept/)).toHaveCount(0);

  await move(team, meeting, 'revealing');
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
  await show(page, '03-grouping');
  await call(mara, ['PUT', `${own}/groups/${builds.id}`], {
    note_ids: ['The build takes', 'Flaky test', 'Build queue'].map(id),
    version: 1,
  }).catch(() => undefined);
  await move(team, meeting, 'voting');
  const vote = (who: Somebody, topic: string | undefined, count: number) =>
    call(who, ['PUT', `${own}/topics/${topic}/votes`], { count });
  await vote(aiko, builds.id, 2);
  await vote(aiko, id('Two stories'), 1);
  await show(pages['aiko']!, '04-voting');
  await pages['aiko']!.emulateMedia({ forcedColors: 'active' });
  await show(pages['aiko']!, '47-forced-colours');
  await pages['aiko']!.emulateMedia({ forcedColors: 'none' });
  await vote(luca, meetings.id, 2);
  await vote(luca, builds.id, 1);
  await show(pages['luca']!, '10-phone-voting', 'catppuccin-latte');
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
  await show(pages['jonas']!, '19-phone-discussing', 'catppuccin-latte');
  await show(screen, '12c-room-discussing');
  await page.getByRole('combobox', { name: 'New action item' }).fill('');
  await agree('Quarantine the flaky checkout test', builds.id, jonas);
  await agree('Ask sales for a heads-up on prices', id('We find out'));
  for (const who of [aiko, luca, priya]) {
    await score(who, 'worth', 4);
  }
  await move(team, meeting, 'closing_ready');
  for (const who of [aiko, luca, priya]) await score(who, 'mood', 4);
  await button(page, spec.meeting.finish).click();
  await show(page, '17-finish-dialog');
  await button(page.getByRole('alertdialog'), /Finish/).click();
  await expect(page.getByRole('dialog', { name: 'Done.' })).toBeVisible();
  await show(page, '06-finish');
  await show(screen, '46b-room-end');
  await page
    .getByRole('dialog', { name: 'Done.' })
    .getByRole('button', { name: /^To the/ })
    .click();
  await show(page, '07-report');
  await page.goto(`${product.url}/actions`);
  await expect(page.getByText('Ask sales')).toBeVisible();
  await show(page, '33-actions');
  await page.goto(`${product.url}/search?q=build`);
  await expect(page.getByText('found')).toBeVisible();
  await show(page, '35b-search');
  await page.goto(`${product.url}/team-members`);
  await expect(page.getByText('Aiko Tanaka').first()).toBeVisible();
  await show(page, '41a-members');
  await page.goto(`${product.url}/profile`);
  await show(page, '41b-profile');
});

async function screenOf(browser: Browser, mara: Somebody, meetingId: string): Promise<Page> {
  const link = `/api/v1/meetings/${meetingId}/spectator-link`;
  const { secret } = await call<{ secret: string }>(mara, ['POST', link]);
  const context = await browser.newContext({ viewport: wall });
  const page = await context.newPage();
  await page.goto(`${mara.product.url}/watch#${secret}`);
  await expect(page.getByRole('heading').first()).toBeVisible();
  return page;
}

test('the pages around a retro as the pictures show them', async ({ browser, product }) => {
  const mara = await newPerson(product, 'mara-first@example.org', ['Mara', 'Olsen']);
  const { id } = await newTeam(mara, 'Payments');
  const team = { id, name: 'Payments' };
  for (const name of ['aiko', 'luca', 'priya']) await invite(mara, id, `${name}-first@example.org`);
  const page = await seatOf(browser, { who: mara, path: '/dashboard', viewport: desk });
  await show(page, '13-dashboard');
  const meeting = await newMeeting(mara, { ...team, name: 'Sprint 42' }, { phase: 'writing' });
  await page.goto(product.url + meeting.path);
  await expect(page.getByText(spec.meeting.connected, { exact: true })).toBeVisible();
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
  await show(visitor, '44a-landing-light', 'catppuccin-latte');
  await show(visitor, '44b-landing-dark');
  await visitor.setViewportSize(phone);
  await show(visitor, '44c-phone-landing', 'catppuccin-latte');
});

test.afterAll(() => {
  const targets = process.env['BESIDE'];
  const row = (name: string) => `<h2>${name}</h2><div>
    ${targets ? `<img src="${pathToFileURL(`${targets}/${name}.png`).href}" alt="target">` : ''}
    <img src="beside-${name}.png" alt="product"></div>`;
  writeFileSync(
    new URL('./screens/beside.html', import.meta.url),
    `<!doctype html><meta charset="utf-8"><title>Beside their pictures</title>
    <style>div{display:flex;gap:8px}img{min-width:0;flex:1;max-width:50%}</style>${shown.map(row).join('')}`,
  );
});
