// A meeting's participants, and the messages of a lost connection.
import type { Page } from '@playwright/test';

import { judgeState, takePicture } from './judge.ts';
import { force } from './other-media.ts';
import { test } from './rocket.ts';
import { spec } from './spec-texts.ts';
import {
  call,
  expect,
  holdBack,
  newMeeting,
  openAs,
  signedInAs,
  waitAhead,
  openBoard,
} from './walk.ts';

interface Frame {
  type: string;
  data: { people: object; left: object; gone?: null };
}

const socket = /\/api\/v1\/ws\/meetings\//;

test('the participants: oneself, others, and those who left, with how long ago; or nobody', async ({
  page,
  rocket,
}) => {
  const meeting = await newMeeting(rocket.ada, { id: rocket.teamId, name: 'Full house' });
  const { now, minutes, hours, days } = spec.participants.lastSeen;
  const ages = [5, 3 * 60 + 5, 2 * 3600 + 5, 4 * 86_400 + 5, 9e5, 9e5, 9e5];
  const left = ages.map((seconds, index) => [idOf(index), momentBefore(seconds)]);
  const gone = ages.map((_, index) => [idOf(index), `Gone ${index}`]);
  const here = Array.from({ length: 8 }, (_, index) => [idOf(index + 20), `Here ${index}`]);
  let isEmpty = false;
  await page.routeWebSocket(socket, (ws) => {
    ws.connectToServer().onMessage((text) => {
      const frame: Frame = JSON.parse(String(text));
      if (frame.type === 'presence_changed' && isEmpty) {
        frame.data = { ...frame.data, people: {}, gone: null };
      } else if (frame.type === 'presence_changed') {
        Object.assign(frame.data.people, Object.fromEntries([...here, ...gone]));
        Object.assign(frame.data.left, Object.fromEntries(left));
      }
      ws.send(JSON.stringify(frame));
    });
  });
  await openAs(page, rocket.ada, meeting.path);
  const panel = page.getByRole('region', { name: spec.participants.title });
  await expect(panel.getByText(spec.participants.online(8))).toBeVisible();
  await expect(panel.getByText(spec.participants.live, { exact: true })).toBeVisible();
  await expect(panel.getByText(spec.participants.connected(9, 9))).toBeVisible();
  await expect(panel.getByText(spec.participants.you, { exact: true })).toBeVisible();
  await expect(panel.getByText(spec.participants.recent(7))).toBeVisible();
  await expect(panel.getByText(spec.participants.more(2))).toBeVisible();
  await expect(panel.getByText(spec.participants.quickView, { exact: true })).toBeVisible();
  for (const age of [now, minutes, hours, days]) {
    await expect(panel.getByText(age, { exact: true })).toBeVisible();
  }
  await expect(panel.getByRole('heading', { level: 3 })).toHaveText([
    'You',
    'Online (8)',
    'Recently Active (7)',
    'Quick View',
  ]);
  await force(page);
  for (const [name, border] of [
    ['Here 0', '2px'],
    ['Gone 0', '0px'],
  ] as const) {
    const person = panel.getByRole('listitem').filter({ hasText: name });
    await expect(person.locator('.relative > :last-child')).toHaveCSS('border-top-width', border);
  }
  isEmpty = true;
  await page.reload();
  await expect(panel.getByText(spec.participants.nobody)).toBeVisible();
});

function idOf(index: number): string {
  return `0198f2c4-7f00-7000-8000-0000000001${String(index).padStart(2, '0')}`;
}

function momentBefore(seconds: number): string {
  return new Date(Date.now() - seconds * 1000).toISOString();
}

test('each code that closes a connection has its sentence, and leads go on without a socket', async ({
  page,
  rocket,
}) => {
  const team = { id: rocket.teamId, name: 'Lost' };
  const meeting = await newMeeting(rocket.ada, team, { phase: 'revealing' });
  await signedInAs(page, rocket.ada.token);
  let code = 0;
  await page.routeWebSocket(socket, (ws) => void ws.close({ code, reason: 'Tested' }));
  for (const [next, text, phase] of [
    [1003, spec.connection.rejected, spec.phases.grouping],
    [1006, spec.connection.lost, spec.phases.voting],
    [1011, spec.connection.unavailable, spec.phases.discussing],
    [4403, spec.connection.refused, spec.phases.closing_ready],
  ] as const) {
    await test.step(`${next}: "${text}"`, async () => {
      code = next;
      await page.goto(meeting.path);
      await expect(page.getByText(text)).toBeVisible();
      await expect(page.getByText(spec.meeting.disconnected, { exact: true })).toBeVisible();
      await expectPanelOffline(page);
      if (code === 4403) await judgeState(page, 'meeting-lost');
      await page.getByRole('button', { name: spec.meeting.next(phase) }).click();
      await expect(page.locator('[aria-current=step]')).toContainText(phase);
    });
  }
});

test('a board at an address that the server does not know says what its operator must set', async ({
  page,
  product,
  rocket,
}) => {
  const { ada, teamId } = rocket;
  const meeting = await newMeeting(ada, { id: teamId, name: 'Astray' }, { phase: 'writing' });
  const other = product.url.replace('localhost', 'retro.test');
  await openAs(page, ada, other + meeting.path);
  const told = page
    .getByRole('status')
    .filter({ hasText: 'The server does not know this address' });
  await expect(told).toContainText(`Ask the operator to set PUBLIC_URL to ${other}.`);
});

test('on a phone, too, a lost connection can be read, whoever looks', async ({
  browser,
  rocket,
}) => {
  const team = { id: rocket.teamId, name: 'Lost' };
  const meeting = await newMeeting(rocket.ada, team, { phase: 'voting' });
  for (const who of [rocket.ada, rocket.ben]) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    let isLost = true;
    await page.routeWebSocket(socket, (ws) => {
      if (isLost) void ws.close({ code: 1006, reason: 'Tested' });
      else ws.connectToServer();
    });
    await openAs(page, who, meeting.path);
    const text = page.getByText(spec.connection.lost);
    await expect(text).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    const isWhole = await text.evaluate((node) => {
      const { left, top, width, height } = node.getBoundingClientRect();
      const above = [0.05, 0.5, 0.95].map((at) =>
        document.elementFromPoint(left + width * at, top + height / 2),
      );
      return node.scrollWidth <= node.clientWidth && above.every((each) => each === node);
    });
    expect(isWhole, `${who.email} reads it`).toBe(true);
    const tabs = page.locator('.column-tabs');
    const place = await tabs.boundingBox();
    expect(place).not.toBeNull();
    isLost = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(text).toBeHidden();
    expect(await tabs.boundingBox(), 'nothing moves').toEqual(place);
    await context.close();
  }
});

test('C-24: after the last attempt the page says so, and offers another that makes it live again', async ({
  page,
  rocket,
}) => {
  const meeting = await newMeeting(rocket.ada, { id: rocket.teamId, name: 'Outage' });
  let isAway = false;
  let cut = (): void => {};
  await page.routeWebSocket(socket, (ws) => {
    if (isAway) {
      void ws.close({ code: 1006, reason: 'Tested' });
      return;
    }
    ws.connectToServer();
    cut = () => void ws.close({ code: 1006, reason: 'Tested' });
  });
  await page.route(/\/api\/v1\//, (route) => (isAway ? route.abort() : route.fallback()));
  await signedInAs(page, rocket.ada.token);
  await page.clock.install();
  await page.goto(meeting.path);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  isAway = true;
  cut();
  await waitAhead(page, page.getByText(spec.connection.gaveUp), 20_000);
  await page.setViewportSize({ width: 1280, height: 800 });
  const release = await holdBack(page, /\/live-ticket$/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('button[aria-busy]')).toBeVisible();
  await takePicture(page, 'connection-retrying-desk');
  const sentence = page.getByText('Reconnecting. Your notes are kept.');
  const isWhole = await sentence.evaluate((node) => node.scrollWidth <= node.clientWidth);
  expect(isWhole, 'the sentence can be read').toBe(true);
  isAway = false;
  await release();
  await waitAhead(page, page.getByText('Connected', { exact: true }));
  await expect(page.getByText(spec.connection.gaveUp)).toHaveCount(0);
});

async function expectPanelOffline(page: Page): Promise<void> {
  const panel = page.getByRole('region', { name: spec.participants.title });
  await expect(panel.getByText(spec.participants.offline, { exact: true })).toBeVisible();
}

test('A-84: a meeting that has not ended is open for whoever has a clock that is ahead', async ({
  page,
  rocket,
}) => {
  const { ada, ben, teamId: id } = rocket;
  const meeting = await newMeeting(
    ada,
    { id, name: 'Clocks' },
    { notes: [['went_well', 'Deploys are calm']] },
  );
  const end_time = new Date(Date.now() + 30 * 60_000).toISOString();
  await meeting.change({ end_time });
  await page.clock.install({ time: Date.now() + 60 * 60_000 });
  await openBoard(page, ben, meeting.path);
  await expect(page.getByText('Deploys are calm')).toBeVisible();
  await expect(page.getByText('This retro is finished')).toHaveCount(0);
});

test('A-84: pages ask the server again although the clock is set back', async ({
  page,
  rocket: { ada },
}) => {
  await signedInAs(page, ada.token);
  await page.clock.install();
  await page.goto('/profile', { waitUntil: 'networkidle' });
  let asked = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.add(pathname);
  });
  async function visitAll(): Promise<void> {
    asked = new Set();
    for (const name of ['Meetings', 'Actions', 'Health', 'Members', 'Dashboard']) {
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    }
  }
  await visitAll();
  // Without what is asked once.
  await visitAll();
  await page.waitForLoadState('networkidle');
  const before = asked;
  expect(before.size).toBeGreaterThan(4);
  await page.clock.setSystemTime(Date.now() - 3_600_000);
  await visitAll();
  await expect.poll(() => [...before].filter((path) => !asked.has(path))).toEqual([]);
});

test('A-84: whoever has a clock that is behind starts a meeting now, and finishes it', async ({
  page,
  rocket,
}) => {
  const { ada, teamId: id } = rocket;
  const before = Date.now();
  const meeting = await newMeeting(ada, { id, name: 'Behind' }, { status: 'planned' });
  const times = () =>
    call<{ status: string; start_time: string; end_time: string | null }>(ada, [
      'GET',
      meeting.api,
    ]);
  await page.clock.install({ time: before - 2 * 60 * 60_000 });
  await openAs(page, ada, meeting.path);
  await page.getByRole('button', { name: spec.meetingDialogs.start }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: spec.meetingDialogs.start })
    .click();
  await expect(page.getByText(spec.meeting.connected, { exact: true })).toBeVisible();
  expect(Date.parse((await times()).start_time)).toBeGreaterThan(before - 60_000);
  await page.getByRole('button', { name: spec.meeting.finish }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: spec.meeting.finish }).click();
  await expect.poll(async () => (await times()).status).toBe('closed');
  expect(Date.parse((await times()).end_time ?? '')).toBeGreaterThan(before - 60_000);
});
