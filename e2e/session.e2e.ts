// Protected pages, the return after a login, and the end of a session.
import type { Page } from '@playwright/test';

import { perFile } from './per-file.ts';
import { spec } from './spec-texts.ts';
import {
  answerWith,
  expect,
  logIn,
  newMeeting,
  newPerson,
  newTeam,
  ownAnswer,
  password,
  signedInAs,
  type Somebody,
  test as base,
} from './walk.ts';

const test = base.extend<{ ada: Somebody & { board: string } }>({
  ada: perFile(async (product) => {
    const ada = await newPerson(product, 'ada-session@example.com', ['Ada', 'Byron']);
    const { id } = await newTeam(ada, 'Rocket');
    const notes = [['went_well', 'Only for Rocket']] as const;
    const { path } = await newMeeting(ada, { id, name: 'Sprint 12' }, { notes });
    return { ...ada, board: path };
  }),
});

const protectedPages = ['/dashboard', '/team-members', '/meetings', '/profile'];

test('protected pages redirect visitors to the login, which returns', async ({ page, ada }) => {
  for (const path of [...protectedPages, ada.board]) {
    await page.goto(path);
    await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(path)}`);
  }
  await page.getByLabel('Email').fill(ada.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await page.getByRole('button', { name: spec.login.submit, exact: true }).click();
  await expect(page.getByRole('button', { name: spec.login.busy })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('authToken')), 'signed in')
    .not.toBeNull();
  await page.clock.runFor(90);
  await expect(page).toHaveURL(/\/login/);
  await page.clock.resume();
  await expect(page).toHaveURL(ada.board);
  await expect(page.getByText('Only for Rocket')).toBeVisible();
  await test.step('replacing the login in the history', async () => {
    await page.goBack();
    await expect(page.getByRole('button', { name: spec.login.submit, exact: true })).toHaveCount(0);
  });
});

test('an invalid stored token ends the session with a warning', async ({ page }) => {
  await signedInAs(page, 'not-a-token');
  await page.goto('/meetings');
  await expect(page).toHaveURL('/login?redirect=%2Fmeetings');
  await expect(page.getByText(spec.auth.expired)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
});

/** From the dashboard to a page whose request gets a 401. */
async function endSessionOnMembers(page: Page, email: string): Promise<void> {
  await expect(page.getByText(`Welcome, ${email}`)).toBeVisible();
  // The dashboard counts members, too, and its request must not be the refused one.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await answerWith(page, '**/api/v1/teams/*/members*', { status: 401, detail: 'No.' });
  // Without a pointer, whose hover would prefetch and sign out before the press.
  await page.getByRole('link', { name: spec.topBar.members, exact: true }).dispatchEvent('click');
}

test('any 401 signs out, clears token and team, and the login returns to the page', async ({
  page,
  product,
  ada,
}) => {
  await signedInAs(page, await logIn(product, ada.email));
  await page.goto('/dashboard');
  await endSessionOnMembers(page, ada.email);
  await expect(page).toHaveURL('/login?redirect=%2Fteam-members');
  await expect(page.getByText(spec.auth.expired)).toBeVisible();
  const kept = await page.evaluate(() => Object.keys(localStorage));
  expect(kept).not.toContain('authToken');
  expect(kept).not.toContain('currentTeamId');
  await page.unrouteAll();
  await page.getByLabel('Email').fill(ada.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: spec.login.submit, exact: true }).click();
  await expect(page).toHaveURL('/team-members');
});

test('a session that ends while the next page loads returns to that page', async ({
  page,
  product,
  ada,
}) => {
  await signedInAs(page, await logIn(product, ada.email));
  await page.clock.install();
  await page.route(/\/assets\/TeamMembers-/, () => undefined);
  const pressed = Promise.withResolvers<void>();
  await page.route('**/api/v1/teams/*/members*', async (route) => {
    await pressed.promise;
    await route.fulfill(ownAnswer({ detail: 'No.' }, 401));
  });
  await page.goto('/dashboard');
  await expect(page.getByText(`Welcome, ${ada.email}`)).toBeVisible();
  // After a moment the loading page would be shown.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('link', { name: spec.topBar.members, exact: true }).dispatchEvent('click');
  await expect(page).toHaveURL('/team-members');
  pressed.resolve();
  await expect(page).toHaveURL('/login?redirect=%2Fteam-members');
});

test('signing in again returns both tabs to the page where the session ended', async ({
  page,
  context,
  product,
  ada,
}) => {
  const token = await logIn(product, ada.email);
  await page.goto('/login');
  await page.evaluate((value) => localStorage.setItem('authToken', value), token);
  await page.goto('/dashboard');
  const other = await context.newPage();
  await other.goto(ada.board);
  await expect(other.getByText('Only for Rocket')).toBeVisible();
  await endSessionOnMembers(page, ada.email);
  await expect(page).toHaveURL('/login?redirect=%2Fteam-members');
  await expect(other).toHaveURL(`/login?redirect=${encodeURIComponent(ada.board)}`);
  await expect(other.getByText(spec.auth.expired)).toBeVisible();
  await page.unrouteAll();
  await page.getByLabel('Email').fill(ada.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: spec.login.submit, exact: true }).click();
  await expect(page).toHaveURL('/team-members');
  await expect(other).toHaveURL(ada.board);
  await expect(other.getByText('Only for Rocket')).toBeVisible();
});

test('a login from the version page returns there, from a missing page it does not', async ({
  page,
  ada,
}) => {
  await page.goto('/no-such-page');
  await page.getByRole('link', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/login');
  await page.goto('/version');
  await page.getByRole('link', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/login?redirect=%2Fversion');
  await page.getByLabel('Email').fill(ada.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: spec.login.submit, exact: true }).click();
  await expect(page).toHaveURL('/version');
});

async function openSprint(page: Page, site: string): Promise<void> {
  await page.goto(`${site}/meetings`);
  await page.getByRole('link', { name: 'Sprint 12', exact: true }).click();
  await expect(page.getByText('Only for Rocket')).toBeVisible();
}

test('logging out clears everything, even if the server does not answer', async ({
  page,
  product,
  ada,
}) => {
  await signedInAs(page, await logIn(product, ada.email));
  await openSprint(page, product.url);
  await page.route('**/api/v1/auth/logout', (route) => route.abort());
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('button', { name: /^Profile menu/ }).click();
  await page.getByRole('menuitem', { name: spec.topBar.signOut }).click();
  await expect(page).toHaveURL('/login');
  const left = await page.evaluate(async () => {
    const kept = { ...localStorage, ...sessionStorage };
    const texts = JSON.stringify([document.documentElement.outerHTML, kept]);
    const caches = await window.caches.keys();
    return { texts, stores: [...caches, ...(await indexedDB.databases())] };
  });
  expect(left.texts).not.toContain('Only for Rocket');
  expect(left.texts).not.toContain('authToken"');
  expect(left.stores).toEqual([]);
  await page.goBack();
  await expect(page.getByRole('button', { name: spec.login.submit, exact: true })).toBeVisible();
  await expect(page.getByText('Only for Rocket')).toHaveCount(0);
});

test('going back before the login page has loaded opens the login page', async ({
  page,
  product,
  ada,
}) => {
  await signedInAs(page, await logIn(product, ada.email));
  await page.goto('/meetings');
  await page.getByRole('link', { name: 'Members' }).click();
  await expect(page.getByRole('heading', { name: 'Team Members', exact: true })).toBeVisible();
  await page.evaluate(() => {
    const { replaceState } = history;
    history.replaceState = (state, title, url) => {
      replaceState.call(history, state, title, url);
      if (!String(url).startsWith('/login')) return;
      history.replaceState = replaceState;
      history.back();
    };
  });
  await page.getByRole('button', { name: /^Profile menu/ }).click();
  await page.getByRole('menuitem', { name: spec.topBar.signOut }).click();
  await expect(page.getByRole('button', { name: spec.login.submit, exact: true })).toBeVisible();
});

// redirect-target.test.ts has all kinds.
const evil = ['//evil.test', 'javascript:alert(1)'];

test('a login never redirects to another site', async ({ page, product, ada }) => {
  await signedInAs(page, await logIn(product, ada.email));
  await page.route(/^https?:\/\/[^/]*evil\.test/, (route) => route.fulfill({ body: 'evil' }));
  for (const target of evil) {
    await page.goto(`/login?redirect=${encodeURIComponent(target)}`);
    await expect(page, target).toHaveURL('/dashboard');
  }
});

test('only visitors see links to log in and sign up; signed-in users see the dashboard', async ({
  page,
  product,
  ada,
}) => {
  await page.goto('/version');
  await expect(page.getByRole('link', { name: spec.topBar.signUp })).toHaveAttribute(
    'href',
    '/register?redirect=%2Fversion',
  );
  await expect(page.getByRole('link', { name: spec.topBar.login, exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Wentwell' })).toHaveAttribute('href', '/login');
  await signedInAs(page, await logIn(product, ada.email));
  await page.reload();
  await expect(page.getByRole('link', { name: 'Wentwell' })).toHaveAttribute('href', '/dashboard');
  await expect(page.getByRole('link', { name: spec.topBar.signUp })).toHaveCount(0);
});

test('a session check that failed is retried automatically', async ({ page, product, ada }) => {
  await signedInAs(page, await logIn(product, ada.email));
  await page.route('**/api/v1/users/me', (route) => route.abort());
  await page.goto('/dashboard');
  await expect(page.getByText(spec.auth.unreachable)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.unrouteAll();
  await expect(page.getByText(`Welcome, ${ada.email}`)).toBeVisible();
});
