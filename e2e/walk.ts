// The common part of the walks through the specification's screens: people made by the API, calls that fail or wait,
// and a guard that fails the test when a page throws, opens a dialog or breaks its content security policy.
import type { BrowserContext, Locator, Page, Route } from '@playwright/test';

import { expect, type Product, test as base } from './product.ts';

export { expect } from './product.ts';
export { sizes } from './visit.ts';

/** The password of everybody made here. */
export const password = 'Retro2026now';

export const test = base.extend<{ guarded: void }>({
  guarded: [
    async ({ context }, use) => {
      const faults = watch(context);
      await use();
      expect(faults, 'what pages must never do').toEqual([]);
    },
    { auto: true },
  ],
});

/** Returns the list to which the context's faults are added. */
function watch(context: BrowserContext): string[] {
  const faults: string[] = [];
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
  return faults;
}

/** One call of the API by its own door. */
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

/** The person with an author key, in place of whose name the server stores its hash. */
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

/** A verified person of this address, with a name where one is given. */
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

/** Invites by the API. Returns the invitation and the secret of the email's link. */
export async function invite(owner: Somebody, teamId: string, email: string) {
  const { id } = await call<{ id: string }>(
    owner,
    ['POST', `/api/v1/teams/${teamId}/invitations`],
    { invited_user_email: email },
  );
  for (;;) {
    const mail = await owner.product.mail.next({ to: email });
    const link = mail.links.find((url) => url.includes('/invitations/'));
    if (link !== undefined) return { id, path: new URL(link).pathname };
  }
}

export async function join(owner: Somebody, teamId: string, guest: Somebody): Promise<void> {
  const { id } = await invite(owner, teamId, guest.email);
  await call(guest, ['POST', `/api/v1/me/team-invitations/${id}/respond`], { status: 'accepted' });
}

interface MeetingOptions {
  status?: 'planned' | 'live' | 'closed' | 'canceled' | 'archived';
  phase?: string;
  notes?: readonly (readonly [note_type: string, content: string])[];
}

/** A meeting of the team in this status and phase, with notes. Returns its id and address. */
export async function newMeeting(
  owner: Somebody,
  team: { id: string; name: string },
  { status = 'live', phase = 'grouping', notes = [] }: MeetingOptions = {},
): Promise<{ id: string; path: string }> {
  const body = { name: team.name, team_id: team.id, start_time: null, end_time: null };
  const { id } = await call<{ id: string }>(owner, ['POST', '/api/v1/meetings'], body);
  const own = `/api/v1/meetings/${id}`;
  const become = (next: string) => call(owner, ['PUT', own], { status: next });
  if (status !== 'planned' && status !== 'canceled') {
    await become('live');
    const move = (to: string) =>
      call(owner, ['POST', `${own}/phase/transition`], { phase: to, duration_minutes: null });
    if (notes.length > 0) await move('grouping');
    for (const [note_type, content] of notes) {
      await call(owner, ['POST', `${own}/notes`], { note_type, content });
    }
    await move(phase);
  }
  if (status === 'closed' || status === 'archived') await become('closed');
  if (status === 'canceled' || status === 'archived') await become(status);
  return { id, path: `/meetings/${id}` };
}

/** The path of a link by which guests come into the meeting, at once or when they are let in. */
export async function guestPath(owner: Somebody, id: string, admit: boolean): Promise<string> {
  const own = `/api/v1/meetings/${id}`;
  await call(owner, ['PUT', own], { settings: { guests: true } });
  const link = await call<{ secret: string }>(owner, ['POST', `${own}/guest-link`], { admit });
  return `/guest#${link.secret}`;
}

/** A page that was in the meeting when it ended says so before its report. With reduced motion it waits for a press. */
export async function passTheEnd(page: Page): Promise<void> {
  const end = page.getByRole('dialog', { name: 'Done.' });
  await end.getByRole('button', { name: /^To the/ }).click();
  await expect(end).toHaveCount(0);
}

/** Every page of the context is this person's from its first load on; signing out holds over reloads. */
export async function signedInAs(context: BrowserContext, token: string): Promise<void> {
  await context.addInitScript((value) => {
    if (location.protocol === 'about:' || sessionStorage.getItem('walk') !== null) return;
    sessionStorage.setItem('walk', 'signed in once');
    localStorage.setItem('authToken', value);
  }, token);
}

/** Somebody in several teams has this one before them. */
export async function inTeam(context: BrowserContext, teamId: string): Promise<void> {
  await context.addInitScript((id) => localStorage.setItem('currentTeamId', id), teamId);
}

interface Failure {
  status: number;
  /** The server's words; none: the page has to find its own. */
  detail?: string;
  /** Only calls of this method fail. */
  method?: string;
}

/** Answers the page's next calls of this address in the server's place. */
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

/** An answer as the server gives it: a page takes no other for the site's. */
export function ownAnswer(json: unknown, status = 200) {
  const problem = { type: 'about:blank', title: 'A problem', status, request_id: 'tested' };
  return {
    status,
    contentType: status < 400 ? 'application/json' : 'application/problem+json',
    headers: { 'x-request-id': 'tested' },
    body: JSON.stringify(status < 400 ? json : { ...problem, detail: '', ...Object(json) }),
  };
}

export async function pastePicture(field: Locator): Promise<void> {
  await field.evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['png'], 'shot.png', { type: 'image/png' }));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
}

/** Holds the calls of this address back until the returned function is called. */
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
 * Lets the page's clock run ahead until something is there: for what is tried again after seconds. A step is shorter than
 * any toast that is waited for stays, or the toast would come and go unseen.
 */
export async function waitAhead(page: Page, target: Locator, step = 3000): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(step);
    await expect(target).toBeVisible({ timeout: 300 });
    // Answers need real time between two steps, but not the second that the runner would wait.
  }).toPass({ timeout: 40_000, intervals: [200] });
}

/** As long as a toast takes to fade out. */
const fade = 220;

/**
 * A toast with this title stays so long, in ms, and no longer. The page's clock must be installed. Its time begins anew
 * when the pointer leaves it: by then the clock stands still, so that a slow machine takes nothing of it.
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

/** A control that cannot be used says why when the pointer rests on it. */
export async function expectReason(page: Page, target: Locator, reason: string): Promise<void> {
  await expect(target).toHaveAttribute('aria-disabled', 'true');
  await target.hover();
  // The tooltips of others are in the page, too, and closed.
  await expect(page.getByRole('tooltip').filter({ hasText: reason })).toBeVisible();
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(over, 'the page scrolls sideways').toBeLessThanOrEqual(0);
}
