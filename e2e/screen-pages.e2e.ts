// Nobody scrolls a screen: it pages through everything (docs/retro.md R-234).
import type { Locator, Page } from '@playwright/test';

import { test } from './rocket.ts';
import { arrive, call, expect, expectNoSidewaysScroll, guestPath, newMeeting } from './walk.ts';

const contents = Array.from({ length: 24 }, (_, at) =>
  at === 11 ? `Note 12 ${'is long and goes on. '.repeat(40)}` : `Note ${at + 1}`,
);

/** Notes wholly in view, or the end of a note higher than its place. */
function readableNotes(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.watch-note')].flatMap((note) => {
      const place = (note.closest('[data-paged]') ?? document.body).getBoundingClientRect();
      const { top, bottom } = note.getBoundingClientRect();
      const from = Math.max(place.top, 0) - 1;
      const to = Math.min(place.bottom, innerHeight) + 1;
      const isWhole = top >= from && bottom <= to;
      const fills = bottom - top > to - from && bottom > from && bottom <= to;
      return isWhole || fills ? [/Note \d+/.exec(note.textContent)?.[0] ?? ''] : [];
    }),
  );
}

test('R-234 a screen pages through all notes, counts the hidden ones, and is no wider than its window', async ({
  browser,
  rocket,
}) => {
  const { ada, teamId } = rocket;
  const name = 'Retrospektive'.repeat(12);
  const { id } = await newMeeting(ada, { id: teamId, name }, { phase: 'writing' });
  const own = `/api/v1/meetings/${id}`;
  for (const content of contents) {
    await call(ada, ['POST', `${own}/notes`], { note_type: 'to_improve', content });
  }
  const { secret } = await call<{ secret: string }>(ada, ['POST', `${own}/spectator-link`]);
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const screen = await context.newPage();
  await screen.clock.install();
  await screen.goto(`/watch#${secret}`);
  await expect(screen.getByText('24 notes')).toBeVisible();
  const reveal = { phase: 'revealing', duration_minutes: null };
  await call(ada, ['POST', `${own}/phase/transition`], reveal);
  await expect(screen.getByText(/page 1 of/)).toBeAttached();
  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 390, height: 844 },
  ]) {
    await screen.setViewportSize(viewport);
    await expect(screen.locator('.watch-card')).toHaveCount(contents.length);
    await expect(screen.getByText(/^\+\d+ more$/).first()).toBeVisible();
    await expectNoSidewaysScroll(screen);
    const seen = new Set<string>();
    await expect(async () => {
      for (const text of await readableNotes(screen)) seen.add(text);
      await screen.clock.runFor(8000);
      expect(seen.size).toBe(contents.length);
    }).toPass({ intervals: [50] });
  }
  await call(ada, ['POST', `${own}/phase/transition`], {
    phase: 'discussing',
    duration_minutes: null,
  });
  await expect(screen.getByRole('region', { name: 'Next topics' })).toContainText('+21 more');
  await context.close();
});

/** The place cuts some entries, and says how many. */
async function expectCounted(place: Locator, total: number): Promise<void> {
  const shownAndMore = () =>
    place.evaluate((root) => {
      const shown = [...root.querySelectorAll('.watch-card, .watch-seat')].filter((entry) => {
        const around = (entry.closest('[data-paged]') ?? document.body).getBoundingClientRect();
        const { top, bottom } = entry.getBoundingClientRect();
        return top >= around.top - 1 && bottom <= around.bottom + 1;
      });
      const counts = [...root.querySelectorAll('.watch-more')].map(({ textContent }) =>
        Number.parseInt(textContent || '0', 10),
      );
      const more = counts.reduce((sum, count) => sum + count, 0);
      return more > 0 ? shown.length + more : `all ${shown.length} are shown`;
    });
  await expect.poll(shownAndMore).toBe(total);
}

test('R-234 a screen counts the people, notes and action items that it has no room for', async ({
  page: screen,
  product,
  rocket: { ada, teamId },
}) => {
  const meeting = await newMeeting(ada, { id: teamId, name: 'No room' }, { phase: 'joining' });
  const secret = (await guestPath(ada, meeting.id, false)).split('#').at(-1);
  for (let at = 0; at < 20; at += 1) {
    const guest = await call<{ access_token: string }>(
      { product, token: null },
      ['POST', '/api/v1/guest/session'],
      { secret, name: `Guest-with-a-long-first-name ${at}` },
    );
    await arrive({ product, token: guest.access_token }, meeting.id);
  }
  await screen.setViewportSize({ width: 770, height: 480 });
  await screen.goto(await meeting.screenPath());
  const body = screen.locator('body');
  await test.step('guests, and two members who are missing', () => expectCounted(body, 22));
  await meeting.moveTo('writing');
  await test.step('the guests', () => expectCounted(body, 20));
  const tooWide = await screen
    .locator('.watch-seat')
    .evaluateAll((seats) => seats.filter((seat) => seat.scrollWidth > seat.clientWidth).length);
  expect(tooWide, 'names wider than their seats').toBe(0);
  await meeting.moveTo('grouping');
  const note_ids: string[] = [];
  for (const content of contents) {
    note_ids.push((await meeting.write(ada, 'to_improve', content)).id);
  }
  const group = { note_ids, title: 'All of them' };
  const topic = await call<{ id: string }>(ada, ['POST', `${meeting.api}/groups`], group);
  await meeting.moveTo('discussing');
  for (const text of contents) {
    await call(ada, ['POST', `${meeting.api}/actions`], {
      text: text.slice(0, 40),
      topic_id: topic.id,
    });
  }
  for (const name of ['Current topic', 'Action items']) {
    await test.step(name, () => expectCounted(screen.getByRole('region', { name }), 24));
  }
  await meeting.moveTo('closing_ready');
  await test.step('action items in Ready to Close', () => expectCounted(body, 24));
});

test('R-234 R-235 a large screen shows all notes at once, in the theme of its address', async ({
  browser,
  rocket,
}) => {
  const { ada, teamId } = rocket;
  const name = 'At once';
  const { id } = await newMeeting(ada, { id: teamId, name }, { phase: 'grouping' });
  const own = `/api/v1/meetings/${id}`;
  const short = Array.from({ length: 16 }, (_, at) => `Note ${at + 1}`);
  for (const [at, content] of short.entries()) {
    const note_type = at % 2 ? 'to_improve' : 'went_well';
    await call(ada, ['POST', `${own}/notes`], { note_type, content });
  }
  const { secret } = await call<{ secret: string }>(ada, ['POST', `${own}/spectator-link`]);
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const screen = await context.newPage();
  await screen.setViewportSize({ width: 1920, height: 1080 });
  await screen.goto(`/watch?theme=nord#${secret}`);
  await expect(screen.locator('html')).toHaveAttribute('data-theme', 'nord');
  await expect.poll(async () => (await readableNotes(screen)).length).toBe(short.length);
  await expect(screen.getByText(/^\+\d+ more$/)).toHaveCount(0);
  await screen.goto(`/watch?theme=none#${secret}`);
  await expect(screen.getByRole('heading', { name })).toBeVisible();
  await expect(screen.locator('html')).toHaveAttribute('data-theme', /^(?!none)./);
  await context.close();
});
