// Every page with little room: 400 % zoom, phone landscape, large default letters, and WCAG 1.4.12 text spacing. Nothing is
// cut or overlaps, and everything can be scrolled into view.
import type { Page } from '@playwright/test';

import { isAllSizes } from './each-size.ts';
import { openBoardSettings } from './four-people.ts';
import { newBoard, openAs } from './frame-board.ts';
import { cards, expectNoPageScroll, wholeNotes } from './frame-measures.ts';
import { textFaults } from './layout-faults.ts';
import { judgeRoom, looks, looksOfDialogs, names, sidewaysScroll } from './little-room.ts';
import { judgeForced, judgePrint } from './other-media.ts';
import { perFile } from './per-file.ts';
import { adminPlaces, memberPlaces, pages, visitorPlaces, visitPlaces } from './places.ts';
import { spec } from './spec-texts.ts';
import { newSuperuser } from './superuser.ts';
import { historySettles, openDrawer } from './visit.ts';
import {
  call,
  chooseInMenu,
  expect,
  guestPath,
  invite,
  join,
  newMeeting,
  newPerson,
  newTeam,
  password,
  signedInAs,
  type Somebody,
  test as base,
  waitAhead,
} from './walk.ts';

interface Scene {
  robin: Somebody;
  sasha: Somebody;
  team: { id: string; name: string };
  boards: Readonly<Record<string, string>>;
  /** Visible to anybody with the link. */
  screens: readonly string[];
  /** For a guest awaiting admission. */
  guest: string;
}

const test = base.extend<{ scene: Scene }>({
  scene: perFile(async (product) => {
    const [robin, sasha] = await Promise.all([
      newPerson(product, 'robin-zoom@example.com', ['Robin', 'Field']),
      newPerson(product, 'sasha-zoom@example.com', ['Sasha', 'Brook']),
    ]);
    const team = { ...(await newTeam(robin, 'Rocket')), name: 'Rocket' };
    await join(robin, team.id, sasha);
    // Reviewed in joining.
    const late = { text: 'Book a room', assignee_id: sasha.id, due_on: '2026-01-09' };
    await call(robin, ['POST', `/api/v1/teams/${team.id}/actions`], late);
    const boards: Record<string, string> = {};
    for (const phase of Object.keys(spec.phases)) {
      const board = await newBoard({ robin, sasha, team }, phase === 'joining' ? 0 : 9);
      await board.moveTo(phase);
      if (phase === 'discussing') await discuss(robin, board.path);
      if (phase === 'grouping') await group(robin, board.path);
      boards[phase] = board.path;
    }
    for (const status of ['planned', 'closed', 'archived'] as const) {
      const notes = status === 'closed' ? ([['went_well', 'Kept']] as const) : [];
      boards[status] = (await newMeeting(robin, team, { status, notes })).path;
    }
    const screens: string[] = [];
    for (const shown of [...Object.keys(spec.phases), 'planned']) {
      const link = `/api/v1${boards[shown]}/spectator-link`;
      const { secret } = await call<{ secret: string }>(robin, ['POST', link]);
      screens.push(`/watch#${secret}`);
    }
    const other = await newMeeting(robin, team, { phase: 'joining' });
    const guest = await guestPath(robin, other.id, true);
    return { robin, sasha, team, boards, screens, guest };
  }),
});

/** The first topic has a comment and an action item. */
async function discuss(lead: Somebody, path: string): Promise<void> {
  const own = `/api/v1${path}`;
  const { discussion } = await call<{ discussion: { current: string } }>(lead, [
    'GET',
    `${own}/board`,
  ]);
  const topic = discussion.current;
  await call(lead, ['POST', `${own}/topics/${topic}/comments`], { content: 'Said of it' });
  await call(lead, ['POST', `${own}/actions`], { text: 'Ask Sasha', topic_id: topic });
}

/** A group's notes with reactions. */
async function group(lead: Somebody, path: string): Promise<void> {
  const own = `/api/v1${path}`;
  const { notes } = await call<{ notes: { id: string }[] }>(lead, ['GET', `${own}/board`]);
  const note_ids = notes.slice(0, 2).map(({ id }) => id);
  await call(lead, ['POST', `${own}/groups`], { note_ids });
  for (const id of note_ids) await call(lead, ['PUT', `${own}/notes/${id}/reactions/👍`]);
}

async function judgeAll(page: Page, url: string, places: Parameters<typeof visitPlaces>[1]) {
  test.slow();
  await visitPlaces({ page, site: url }, places, async (what, isOver) => {
    await expect(page.getByText('Select a team', { exact: true })).toHaveCount(0);
    await judgeForced(page, what);
    await judgePrint(page, what);
    await judgeRoom(page, what, isOver ? looksOfDialogs : looks);
  });
}

test('visitors can read and use every page', async ({ page, product, scene }) => {
  const invited = await invite(scene.robin, scene.team.id, 'invited-zoom@example.com');
  const account = { email: 'verified-zoom@example.com', password };
  await call({ product, token: null }, ['POST', '/api/v1/auth/register'], account);
  const { links } = await product.mail.next({ to: account.email });
  const { pathname, search } = new URL(links.find((url) => url.includes('/verify?')) ?? '');
  const places = [...pages([pathname + search, invited.path]), ...visitorPlaces];
  await judgeAll(page, product.url, places);
});

test('members can read and use every page', async ({ page, product, scene }) => {
  await signedInAs(page.context(), scene.robin.token);
  const { closed = '' } = scene.boards;
  // As after a retro as a guest.
  await page.addInitScript(
    (id) => localStorage.setItem(`guestDraft:${id}`, 'kept'),
    closed.split('/').at(-1),
  );
  await judgeAll(page, product.url, [
    ...pages([`${closed}/keep`]),
    ...(await memberPlaces(scene.robin, scene.team)),
  ]);
  await page.keyboard.press('Control+k');
  await judgeRoom(page, 'the palette', looksOfDialogs);
  await page.getByRole('combobox', { name: 'Search commands' }).fill('Kept');
  await expect(page.getByRole('option', { name: /Kept/ }).first()).toBeVisible();
  await judgeRoom(page, 'found in the palette', looksOfDialogs);
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeInViewport({ ratio: 1 });
  await page.goto(`${product.url}/meetings`);
  await openDrawer(page);
  await judgeRoom(page, 'the drawer about teams', looksOfDialogs);
  await page.getByRole('tab', { name: 'Members' }).click();
  await judgeRoom(page, 'the members in the drawer', looksOfDialogs);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: spec.meetings.create }).first().click();
  await page.getByRole('button', { name: /^Change the columns/ }).click();
  await judgeRoom(page, 'the choice of columns', looksOfDialogs);
});

test('a user without a team can read and use every page', async ({ page, product, scene }) => {
  const alone = await newPerson(product, 'alone-zoom@example.com');
  await signedInAs(page.context(), alone.token);
  const { path } = await invite(scene.robin, scene.team.id, alone.email);
  await judgeAll(page, product.url, pages([path]));
  for (const own of ['/dashboard', '/meetings', '/team-members', '/actions']) {
    await page.goto(product.url + own);
    await expect(page.getByRole('button', { name: 'Select a team' })).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await judgeRoom(page, `${own} without a team`, looks);
  }
  await page.getByRole('button', { name: 'Select a team' }).click();
  await judgeRoom(page, 'the team switcher', looksOfDialogs);
});

test('guests can read and use their page before admission', async ({ page, product, scene }) => {
  await judgeAll(page, product.url, pages([scene.guest]));
  await page.getByLabel('Your name').fill('Sven');
  await page.getByRole('button', { name: 'Ask to come in' }).click();
  await expect(page.getByRole('heading', { name: 'Robin Field will let you in' })).toBeVisible();
  await judgeRoom(page, 'a guest who waits', looks);
});

test('on a phone guests read names whole, and the phase below the title; leads a guest’s name in the panel and its menu', async ({
  page,
  newPage,
  product,
  scene: { robin, team },
}) => {
  const notes = [['went_well', 'Kept']] as const;
  const meeting = await newMeeting(robin, team, { phase: 'joining', notes });
  const guest = await newPage({ viewport: { width: 390, height: 844 } });
  await guest.goto(product.url + (await guestPath(robin, meeting.id, false)));
  await guest.getByLabel('Your name').fill('Sven Lundqvist-Andersson');
  await guest.getByRole('button', { name: 'Come in' }).click();
  await expect(guest.getByRole('list', { name: 'People present' })).toContainText('(guest)');
  expect((await textFaults(guest, [])).cut).toEqual([]);
  const lefts = await guest.locator('.meeting-title > div, .rail-now').evaluateAll((parts) =>
    parts.map((part) => {
      const range = document.createRange();
      range.selectNodeContents(part);
      return Math.round(range.getBoundingClientRect().left);
    }),
  );
  expect(lefts).toEqual([lefts[0], lefts[0]]);
  await meeting.moveTo('writing');
  await expect(guest.getByRole('article')).toBeVisible();
  await guest.getByRole('button', { name: 'Meeting menu' }).click();
  await judgeRoom(guest, 'the menu of a guest', looksOfDialogs);
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, robin, meeting);
  await chooseInMenu(page, /^People and activity/);
  const row = page.getByRole('button', { name: /^Sven Lundqvist-Andersson/ });
  await expect(row).toBeVisible();
  await judgeRoom(page, 'the people', looksOfDialogs);
  await row.click();
  await judgeRoom(page, 'a guest’s menu', looksOfDialogs);
});

test('a screen is readable in every phase', async ({ page, product, scene }) => {
  await judgeAll(page, product.url, pages(scene.screens));
});

test('administrators can read and use every page', async ({ page, product }) => {
  const root = await newSuperuser(product, 'root-zoom@example.com');
  await newTeam(root, 'Rocket');
  await signedInAs(page.context(), root.token);
  await judgeAll(page, product.url, adminPlaces);
  await page.goto(`${product.url}/admin/audit`);
  await page.setViewportSize({ width: 320, height: 568 });
  const day = await page.getByLabel('From').boundingBox();
  expect(day?.width, 'room for a day and its sign').toBeGreaterThan(140);
});

// Leads have more on the page.
for (const who of ['robin', 'sasha'] as const) {
  test(`${who} can read and use the meeting in every phase`, async ({ page, product, scene }) => {
    await signedInAs(page.context(), scene[who].token);
    const { discussing = '' } = scene.boards;
    const boards = who === 'robin' || isAllSizes ? Object.values(scene.boards) : [discussing];
    await judgeAll(page, product.url, pages(boards));
  });
}

test('leads see that the time is up, set the timer, and see the meeting’s title', async ({
  page,
  scene: { robin, sasha, team },
}) => {
  test.slow();
  await signedInAs(page.context(), robin.token);
  const empty = await newMeeting(robin, team, { phase: 'writing' });
  await page.goto(robin.product.url + empty.path);
  await expect(page.getByText('No notes yet')).toBeVisible();
  const cdp = await page.context().newCDPSession(page);
  const show = async ([width, height, standard]: Size) => {
    await cdp.send('Page.setFontSizes', { fontSizes: { standard } });
    await page.setViewportSize({ width, height });
    expect(await sidewaysScroll(page), `${width} × ${height}, ${standard} px`).toBeLessThanOrEqual(
      0,
    );
  };
  for (const size of sizes) {
    await show(size);
    const hint = page.locator('.note-columns-empty');
    const isWhole = await hint.evaluate(
      (box) => (box.firstElementChild?.clientHeight ?? 0) <= box.clientHeight,
    );
    expect(isWhole, `the hint at ${String(size)}`).toBe(true);
  }
  const board = await newBoard({ robin, sasha, team }, 4);
  await board.moveTo('discussing');
  await call(robin, ['PUT', `/api/v1${board.path}/timer`], { action: 'start', seconds: 5 });
  await page.clock.install();
  await page.goto(robin.product.url + board.path);
  await waitAhead(page, page.getByRole('group', { name: 'Time is up' }));
  for (const size of sizes) {
    await show(size);
    const title = await page.locator('.meeting-title > div').boundingBox();
    expect(title?.width, `the title at ${String(size)}`).toBeGreaterThan(100);
  }
  await show([844, 390, 16]);
  await expect(page.locator('.topic-foot')).toHaveCSS('position', 'static');
  await show([320, 256, 16]);
  await page.getByRole('button', { name: /^Timer/ }).click();
  await expect(page.getByRole('dialog', { name: 'Timer' })).toBeInViewport({ ratio: 1 });
});

test('what a lead opens over a meeting, and a focused line, can be read', async ({
  page,
  product,
  scene: { robin, boards },
}) => {
  test.slow();
  await openAs(page, robin, { path: boards['writing'] ?? '' });
  await page
    .getByRole('textbox', { name: /^Write a note/ })
    .first()
    .focus();
  await judgeRoom(page, 'a focused line', looks);
  await page.goto(product.url + boards['discussing']);
  await page.getByRole('button', { name: 'Meeting menu' }).click();
  await page.getByRole('menuitem', { name: spec.meeting.finish }).click();
  await expect(page.getByRole('combobox', { name: 'Owner of Ask Sasha' })).toBeVisible();
  await judgeRoom(page, 'finishing', looksOfDialogs);
  await page.keyboard.press('Escape');
  await historySettles(page);
  await page.keyboard.press('b');
  await page.getByRole('button', { name: '1 comment', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Comments' })).toContainText('Said of it');
  await judgeRoom(page, 'comments', looksOfDialogs);
  await page.goto(`${product.url}/actions`);
  for (const item of ['Edit', 'Drop…']) {
    await page.getByRole('button', { name: 'Actions for Book a room' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await judgeRoom(page, item, looksOfDialogs);
    await page.keyboard.press('Escape');
  }
  await page.goto(`${product.url}/meetings`);
  await page.getByRole('button', { name: 'Import…' }).click();
  await expect(page.getByRole('dialog', { name: 'Import a meeting' })).toBeVisible();
  await judgeRoom(page, 'the import', looksOfDialogs);
  await page.goto(product.url + boards['writing']);
  await chooseInMenu(page, 'Export…');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await page.setViewportSize({ width: 390, height: 844 });
  const item = page.getByRole('menuitem', { name: /^CSV, commas/ });
  const name = await item.getByText('CSV, commas').boundingBox();
  expect(name?.width, 'room for a format’s name').toBeGreaterThan(96);
});

test('a done action item of a meeting with a long title fits', async ({
  page,
  product,
  scene: { robin, team },
}) => {
  const name = 'A retro whose title says all of it';
  const { path } = await newMeeting(robin, { ...team, name }, { phase: 'discussing' });
  const { id } = await call<{ id: string }>(robin, ['POST', `/api/v1${path}/actions`], {
    text: 'Say less',
  });
  await call(robin, ['PUT', `/api/v1/actions/${id}`], { status: 'done' });
  await signedInAs(page.context(), robin.token);
  await page.goto(`${product.url}/actions`);
  await page.getByRole('radio', { name: /^Done/ }).check();
  await expect(page.getByText('Say less')).toBeVisible();
  await page.setViewportSize({ width: 320, height: 568 });
  const place = page.getByRole('main').getByText(name);
  const menu = page.getByRole('button', { name: 'Actions for Say less' });
  const [text, button] = [await place.boundingBox(), await menu.boundingBox()];
  expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThanOrEqual(button?.x ?? 0);
});

test('guests read a board and the end of a meeting in a low window', async ({
  page,
  product,
  scene: { robin, team },
}) => {
  const notes = [['went_well', 'Kept']] as const;
  const { id, path } = await newMeeting(robin, team, { phase: 'writing', notes });
  await page.goto(product.url + (await guestPath(robin, id, false)));
  await page.getByLabel('Your name').fill('Sven');
  await page.getByRole('button', { name: 'Come in' }).click();
  await expect(page.getByRole('textbox', { name: /^Write a note/ }).first()).toBeVisible();
  await judgeRoom(page, 'a guest who writes', looks);
  const next = { phase: 'closing_ready', duration_minutes: null };
  await call(robin, ['POST', `/api/v1${path}/phase/transition`], next);
  await expect(page.locator('.closing-area')).toBeVisible();
  await judgeRoom(page, 'a guest in Ready to Close', looks);
  await call(robin, ['PUT', `/api/v1${path}`], { status: 'closed' });
  await expect(page.getByRole('dialog', { name: 'Done.' })).toBeVisible();
  const low = { name: 'letters of 32 px in a low window', width: 480, height: 384, letters: 32 };
  await judgeRoom(page, 'the end', [...looksOfDialogs, low]);
});

test('toasts are readable, and their buttons within reach', async ({
  page,
  scene: { robin, team },
}) => {
  const notes = [['went_well', 'Kept']] as const;
  await openAs(page, robin, await newMeeting(robin, team, { phase: 'writing', notes }));
  const cdp = await page.context().newCDPSession(page);
  for (const [width, height, standard] of [...sizes, [320, 256, 32]] as const) {
    await cdp.send('Page.setFontSizes', { fontSizes: { standard } });
    await page.setViewportSize({ width, height });
    await cards(page).first().locator('article').focus();
    await page.keyboard.press('Delete');
    const toasts = page.getByRole('region', { name: 'Notifications' });
    const toast = toasts.getByRole('group').filter({ hasText: 'Note deleted' });
    // Under the pointer it stays.
    await toast.hover();
    const what = `${width} × ${height}, ${standard} px`;
    for (const name of ['Dismiss', 'Undo']) {
      await expect(toast.getByRole('button', { name }), what).toBeInViewport({ ratio: 1 });
    }
    const text = await toast.getByText('Note deleted').boundingBox();
    expect(text?.width, `${what}: width of the text`).toBeGreaterThan(3 * standard);
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect(toast).toHaveCount(0);
  }
});

test('on a phone a new action item’s owner has room, and a day changes in large letters', async ({
  page,
  product,
  scene,
}) => {
  await signedInAs(page.context(), scene.robin.token);
  await page.goto(`${product.url}/actions`);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'New action' }).click();
  const chosen = await page.getByRole('main').getByLabel('Owner', { exact: true }).boundingBox();
  expect(chosen?.width, 'room for a new item’s owner').toBeGreaterThan(140);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.setViewportSize({ width: 320, height: 256 });
  const owner = await page.getByLabel('Owner of Book a room').boundingBox();
  expect(owner?.width, 'room for a name').toBeGreaterThan(240);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  for (const [width, height] of [
    [320, 256],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.getByRole('button', { name: /days late: Book a room/ }).click();
    const day = page.getByLabel('Day of Book a room');
    await expect(day).toBeFocused();
    expect(await sidewaysScroll(page), `${width} × ${height}`).toBeLessThanOrEqual(0);
    await day.press('Escape');
  }
});

type Size = readonly [width: number, height: number, letters: number];
const sizes: readonly Size[] = [
  [844, 390, 16],
  [390, 844, 24],
  [390, 844, 32],
  [320, 256, 16],
];

test('leads of a vote see its sentences, cards and buttons at every width', async ({
  page,
  scene,
}) => {
  await openAs(page, scene.robin, { path: scene.boards['voting'] ?? '' });
  const cdp = await page.context().newCDPSession(page);
  for (const [width, height, letters] of [
    [1280, 800, 24],
    [1100, 800, 16],
    [1024, 768, 16],
    [768, 1024, 16],
    [844, 390, 16],
    [390, 844, 24],
    [320, 256, 16],
  ] as const) {
    await cdp.send('Page.setFontSizes', { fontSizes: { standard: letters } });
    await page.setViewportSize({ width, height });
    const what = `${width} × ${height}, letters of ${letters} px`;
    expect(await linesOfStatus(page), what).toBeLessThanOrEqual(3);
    expect((await textFaults(page, names)).overlapping, what).toEqual([]);
    expect(await roomBeforeTimer(page), `${what}: from the phase to the timer`).toBeGreaterThan(4);
    const columns = await page.locator('.note-columns').boundingBox();
    expect(columns?.height, what).toBeGreaterThanOrEqual(180);
    await expect(page.getByRole('button', { name: spec.meeting.finish }), what).toBeInViewport({
      ratio: 1,
    });
  }
  await openBoardSettings(page);
  await judgeRoom(page, 'the board settings', looksOfDialogs);
});

/** In px; without a rail the phase's name is beside the timer. */
function roomBeforeTimer(page: Page): Promise<number> {
  return page.evaluate(() => {
    const phase = document.querySelector('.rail-now');
    const timer = document.querySelector('.timer-place');
    if (!phase?.checkVisibility() || !timer) return Infinity;
    const range = document.createRange();
    range.selectNodeContents(phase);
    return timer.getBoundingClientRect().left - range.getBoundingClientRect().right;
  });
}

/** The maximum number of lines of a sentence above the board. */
function linesOfStatus(page: Page): Promise<number> {
  return page.locator('.phase-purpose > p').evaluateAll((sentences) => {
    const lines = sentences.map((each) => {
      const { height, width } = each.getBoundingClientRect();
      return width < 2
        ? 0
        : Math.round(height / Number.parseFloat(getComputedStyle(each).lineHeight));
    });
    return Math.max(...lines);
  });
}

const noteIsWhole = (page: Page) => expect.poll(() => wholeNotes(page)).toBeGreaterThanOrEqual(2);

test('at 400 % zoom and in a low window the page scrolls with its bars, and two notes are whole', async ({
  page,
  scene,
}) => {
  await openAs(page, scene.robin, { path: scene.boards['writing'] ?? '' });
  for (const [width, height] of [
    [320, 256],
    [480, 384],
    [568, 320],
  ] as const) {
    await page.setViewportSize({ width, height });
    await cards(page).filter({ visible: true }).last().scrollIntoViewIfNeeded();
    await noteIsWhole(page);
    await expect(page.locator('.meeting-bar')).not.toBeInViewport();
    await page.evaluate(() => scrollTo(0, 0));
    await expect(page.getByRole('button', { name: spec.meeting.finish })).toBeInViewport({
      ratio: 1,
    });
  }

  // In a low window the page scrolls the board, and the composer sticks to the edge.
  await page.setViewportSize({ width: 1280, height: 600 });
  const columns = page.locator('.note-columns');
  const composer = page.locator('.note-composer').first();
  const heights = () =>
    columns.evaluate((element) => {
      const { top, bottom, height } = element.getBoundingClientRect();
      return { height, inView: Math.min(bottom, innerHeight) - Math.max(top, 0) };
    });
  expect(await heights()).toEqual({ height: 600, inView: expect.any(Number) });
  expect((await heights()).inView).toBeGreaterThanOrEqual(440);
  await expect(composer).toBeInViewport({ ratio: 1 });
  await columns.hover({ position: { x: 80, y: 100 } });
  await page.mouse.wheel(0, 400);
  await expect.poll(async () => (await heights()).inView).toBeGreaterThan(580);
  await expect(composer).toBeInViewport({ ratio: 1 });

  await test.step('a filter is seen', async () => {
    await page.evaluate(() => scrollTo(0, 0));
    await cards(page).first().locator('article').focus();
    await page.keyboard.press('/');
    await expect(page.getByLabel('Filter notes')).toBeInViewport({ ratio: 1 });
  });

  await test.step('from the lowest window on that holds it, the page does not scroll', async () => {
    await page.setViewportSize({ width: 1280, height: 756 });
    await expectNoPageScroll(page);
  });
});
