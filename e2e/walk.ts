// Shared setup: people made by the API, failing and delayed calls, and a guard that fails a test if a page throws, opens a
// dialog or violates its content security policy.
import type { BrowserContext, BrowserContextOptions, Locator, Page, Route } from '@playwright/test';
import { type LiveClient, openLiveClient } from '@wentwell/server/test/live-client';

import { expect, type Product, sendLittle, test as base } from './product.ts';
import { spec } from './spec-texts.ts';

export { expect } from './product.ts';
export { sizes } from './visit.ts';

/** The password of all test users. */
export const password = 'Retro2026now';

/** A page in a browser context of its own, which ends with the test. */
export type NewPage = (options?: BrowserContextOptions) => Promise<Page>;

export const test = base.extend<{ faults: string[]; newPage: NewPage }>({
  faults: [
    async ({ context }, use) => {
      const faults: string[] = [];
      watch(context, faults);
      await use(faults);
      expect(faults, 'what pages must never do').toEqual([]);
    },
    { auto: true },
  ],
  newPage: async ({ browser, faults }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      watch(context, faults);
      await sendLittle(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

function watch(context: BrowserContext, faults: string[]): void {
  context.on('weberror', (error) => faults.push(`thrown: ${error.error().message}`));
  context.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('console', (message) => {
    if (/Content Security Policy|Trusted ?(Type|HTML|Script)/i.test(message.text())) {
      faults.push(message.text());
    }
  });
}

/** One API call. */
export async function call<T>(
  { product, token, headers }: Caller,
  [method, path]: [method: string, path: string],
  body?: unknown,
): Promise<T> {
  const answer = await fetch(product.url + path, {
    method,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  const text = await answer.text();
  return JSON.parse(text || 'null');
}

interface Caller {
  product: Product;
  token: string | null;
  headers?: Record<string, string>;
}

/** The person with an author key, which replaces the name by its hash. */
export function asAuthor(who: Somebody): Caller {
  const key = Buffer.from(who.id.replaceAll('-', '')).toString('base64url');
  return { ...who, headers: { 'x-author-key': key } };
}

export interface Somebody {
  id: string;
  email: string;
  token: string;
  product: Product;
}

export async function logIn(product: Product, email: string): Promise<string> {
  const body = new URLSearchParams({ username: email, password });
  const answer = await fetch(`${product.url}/api/v1/auth/login`, { method: 'POST', body });
  const session: { access_token: string } = await answer.json();
  return session.access_token;
}

/** A verified user with this address and optional name. */
export async function newPerson(
  product: Product,
  email: string,
  name?: [first: string, last: string],
): Promise<Somebody> {
  const open = { product, token: null };
  await call(open, ['POST', '/api/v1/auth/register'], { email, password });
  const mail = await product.mail.next({ to: email });
  const link = mail.links.find((url) => url.includes('/verify?'));
  const verification = new URL(link ?? '').searchParams.get('token');
  await call(open, ['POST', '/api/v1/auth/verify'], { token: verification });
  const token = await logIn(product, email);
  const { id } = await call<{ id: string }>({ product, token }, ['GET', '/api/v1/users/me']);
  const person = { id, email, token, product };
  if (name) {
    const [first_name, last_name] = name;
    await call(person, ['PATCH', '/api/v1/users/me'], { first_name, last_name });
  }
  return person;
}

export function newTeam(owner: Somebody, name: string): Promise<{ id: string }> {
  return call(owner, ['POST', '/api/v1/teams'], { name, description: '' });
}

function postInvitation(owner: Somebody, teamId: string, email: string) {
  const invitations = ['POST', `/api/v1/teams/${teamId}/invitations`] as const;
  return call<{ id: string }>(owner, [...invitations], { invited_user_email: email });
}

/** Invites by the API. Returns the invitation and the emailed secret. */
export async function invite(owner: Somebody, teamId: string, email: string) {
  const { id } = await postInvitation(owner, teamId, email);
  for (;;) {
    const mail = await owner.product.mail.next({ to: email });
    const link = mail.links.find((url) => url.includes('/invitations/'));
    if (link !== undefined) return { id, path: new URL(link).pathname };
  }
}

export async function join(owner: Somebody, teamId: string, guest: Somebody): Promise<void> {
  const { id } = await postInvitation(owner, teamId, guest.email);
  await call(guest, ['POST', `/api/v1/me/team-invitations/${id}/respond`], { status: 'accepted' });
}

interface MeetingOptions {
  status?: 'planned' | 'live' | 'closed' | 'canceled' | 'archived';
  phase?: string;
  notes?: readonly (readonly [note_type: string, content: string])[];
  settings?: object;
}

/** A meeting, which its owner leads by the API. */
export interface Meeting {
  id: string;
  path: string;
  /** Its path in the API. */
  api: string;
  moveTo(phase: string): Promise<void>;
  /** Changes its name, status, settings or columns. */
  change(changes: object): Promise<void>;
  write(who: Somebody, column: string, content: string): Promise<{ id: string }>;
  notes(): Promise<{ id: string; content: string; note_type: string }[]>;
  /** The id of the note with this text. */
  idOf(content: string): Promise<string>;
  /** Makes a link for a screen. Returns its path. */
  screenPath(): Promise<string>;
}

/** A meeting of the team in this status and phase, with notes. */
export async function newMeeting(
  owner: Somebody,
  team: { id: string; name: string },
  { status = 'live', phase = 'grouping', notes = [], settings }: MeetingOptions = {},
): Promise<Meeting> {
  const body = { name: team.name, team_id: team.id, start_time: null, end_time: null };
  const { id } = await call<{ id: string }>(owner, ['POST', '/api/v1/meetings'], body);
  const api = `/api/v1/meetings/${id}`;
  const meeting: Meeting = {
    id,
    path: `/meetings/${id}`,
    api,
    moveTo: (to) =>
      call(owner, ['POST', `${api}/phase/transition`], { phase: to, duration_minutes: null }),
    change: (changes) => call(owner, ['PUT', api], changes),
    write: (who, note_type, content) => call(who, ['POST', `${api}/notes`], { note_type, content }),
    notes: () => call(owner, ['GET', `${api}/notes`]),
    async idOf(content) {
      const found = (await meeting.notes()).find((note) => note.content === content);
      if (!found) throw new Error(`no note says ${content}`);
      return found.id;
    },
    async screenPath() {
      const link = ['POST', `${api}/spectator-link`] as const;
      const { secret } = await call<{ secret: string }>(owner, [...link]);
      return `/watch#${secret}`;
    },
  };
  if (settings) await meeting.change({ settings });
  if (status !== 'planned' && status !== 'canceled') {
    await meeting.change({ status: 'live' });
    if (notes.length > 0) await meeting.moveTo('grouping');
    for (const note of notes) await meeting.write(owner, ...note);
    await meeting.moveTo(phase);
  }
  if (status === 'closed' || status === 'archived') await meeting.change({ status: 'closed' });
  if (status === 'canceled' || status === 'archived') await meeting.change({ status });
  return meeting;
}

/** The path of a guest link, with or without admission. */
export async function guestPath(owner: Somebody, id: string, admit: boolean): Promise<string> {
  const own = `/api/v1/meetings/${id}`;
  await call(owner, ['PUT', own], { settings: { guests: true } });
  const link = await call<{ secret: string }>(owner, ['POST', `${own}/guest-link`], { admit });
  return `/guest#${link.secret}`;
}

/** A participant's page, as the server sees it. */
export async function arrive(who: Caller, meetingId: string): Promise<LiveClient> {
  const own = `/api/v1/meetings/${meetingId}`;
  const { ticket } = await call<{ ticket: string }>(who, ['POST', `${own}/live-ticket`]);
  const address = new URL(`/api/v1/ws/meetings/${meetingId}?token=${ticket}`, who.product.url);
  address.protocol = 'ws:';
  const client = await openLiveClient(address.href);
  await client.untilType('welcome');
  return client;
}

/** Chooses an entry of the bar's menu. */
export async function chooseInMenu(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Meeting menu' }).click();
  await page.getByRole('menuitem', { name }).click();
}

/** Runs a command of the palette. */
export async function runCommand(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('combobox').fill(typed);
  await page.keyboard.press('Enter');
}

/** Closes the end's page. With reduced motion it waits for a press. */
export async function passTheEnd(page: Page): Promise<void> {
  const end = page.getByRole('dialog', { name: 'Done.' });
  await end.getByRole('button', { name: /^To the/ }).click();
  await expect(end).toHaveCount(0);
}

const contextOf = (at: BrowserContext | Page) => ('context' in at ? at.context() : at);

/** Signs the page's context in from its first load on; signing out survives reloads. */
export async function signedInAs(at: BrowserContext | Page, token: string): Promise<void> {
  await contextOf(at).addInitScript((value) => {
    if (location.protocol === 'about:' || sessionStorage.getItem('walk') !== null) return;
    sessionStorage.setItem('walk', 'signed in once');
    localStorage.setItem('authToken', value);
  }, token);
}

/** Opens a page of the site for a user, in the current or this team. */
export async function openAs(
  page: Page,
  { token, teamId }: { token: string; teamId?: string },
  path: string,
): Promise<Page> {
  await signedInAs(page, token);
  if (teamId !== undefined) await inTeam(page, teamId);
  await page.goto(path);
  return page;
}

export const connected = (page: Page) =>
  page.getByText(spec.meeting.connected, { exact: true }).first();

/** Opens a live board for a user, and waits for its connection. */
export async function openBoard(page: Page, who: Somebody, path: string): Promise<Page> {
  await openAs(page, who, path);
  await expect(connected(page)).toBeVisible();
  return page;
}

export const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** Selects the current team for a user in several. */
export async function inTeam(at: BrowserContext | Page, teamId: string): Promise<void> {
  await contextOf(at).addInitScript((id) => localStorage.setItem('currentTeamId', id), teamId);
}

interface Failure {
  status: number;
  /** The server's text; without it the page shows its own. */
  detail?: string;
  /** Only calls of this method fail. */
  method?: string;
}

/** Answers the page's next calls to this path for the server. */
export async function answerWith(
  page: Page,
  url: string | RegExp,
  failure: number | Failure,
): Promise<void> {
  const { status, detail, method }: Failure =
    typeof failure === 'number' ? { status: failure } : failure;
  await page.route(url, (route) => {
    if (method !== undefined && route.request().method() !== method) return route.fallback();
    return route.fulfill(ownAnswer({ detail: detail ?? '' }, status));
  });
}

/** An answer with the server's headers, without which a page rejects it. */
export function ownAnswer(json: unknown, status = 200) {
  const problem = { type: 'about:blank', title: 'A problem', status, request_id: 'tested' };
  return {
    status,
    contentType: status < 400 ? 'application/json' : 'application/problem+json',
    headers: { 'x-request-id': 'tested' },
    body: JSON.stringify(status < 400 ? json : { ...problem, detail: '', ...Object(json) }),
  };
}

export async function paste(field: Locator, text: string): Promise<void> {
  const page = field.page();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await field.focus();
  await page.keyboard.press('Control+V');
}

export async function pastePicture(field: Locator): Promise<void> {
  await field.evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['png'], 'shot.png', { type: 'image/png' }));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
}

/** Holds calls to this path until the returned function is called. */
export async function holdBack(
  page: Page | BrowserContext,
  url: string | RegExp,
): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let open = false;
  await page.route(url, async (route) => {
    if (open) await route.fallback();
    else held.push(route);
  });
  return async () => {
    open = true;
    for (const route of held) await route.fallback();
  };
}

/**
 * Advances the page's clock until the target appears, for retries after seconds. A step is shorter than any awaited toast's
 * duration, or the toast would come and go unseen.
 */
export async function waitAhead(page: Page, target: Locator, step = 3000): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(step);
    await expect(target).toBeVisible({ timeout: 300 });
    // Answers need real time between steps, but less than the runner's second.
  }).toPass({ timeout: 40_000, intervals: [200] });
}

/** Fade-out time of a toast in ms. */
const fade = 220;

/**
 * Expects a toast to stay exactly this long, in ms, by the page's installed clock. The pointer's leaving restarts its timer:
 * by then the clock stands still, so a slow machine does not matter.
 */
export async function expectDuration(page: Page, title: string, duration: number): Promise<void> {
  const toasts = page.getByRole('region', { name: 'Notifications' });
  const toast = toasts.getByText(title, { exact: true });
  await toast.hover();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  await page.mouse.move(1, 1);
  await expect(toast).toBeVisible();
  await page.clock.runFor(duration - 1);
  await expect(toast).toBeVisible();
  await page.clock.runFor(1 + fade);
  await expect(toast).toHaveCount(0);
  await page.clock.resume();
}

/** A disabled control shows its reason on hover. */
export async function expectReason(page: Page, target: Locator, reason: string): Promise<void> {
  await expect(target).toHaveAttribute('aria-disabled', 'true');
  // Closed tooltips of other controls are in the page, too.
  const tooltip = page.getByRole('tooltip').filter({ hasText: reason });
  // Content that arrives meanwhile may move the control from under the pointer.
  await expect(async () => {
    await target.hover();
    await expect(tooltip).toBeVisible({ timeout: 1000 });
  }).toPass();
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(over, 'the page scrolls sideways').toBeLessThanOrEqual(0);
}
