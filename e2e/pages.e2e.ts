// Rules of every page: unknown and failed pages, version, themes, print and titles.
import type { Page } from '@playwright/test';

import { testedSizes } from './each-size.ts';
import { perFile } from './per-file.ts';
import { spec } from './spec-texts.ts';
import {
  call,
  expect,
  expectNoSidewaysScroll,
  join,
  logIn,
  newMeeting,
  newPerson,
  newTeam,
  openAs,
  sizes,
  type Somebody,
  test as base,
  openBoard,
} from './walk.ts';

const test = base.extend<{ ada: Somebody & { teamId: string } }>({
  ada: perFile(async (product) => {
    const ada = await newPerson(product, 'ada-pages@example.com', ['Ada', 'Byron']);
    const { id } = await newTeam(ada, 'Rocket');
    return { ...ada, teamId: id };
  }),
});

for (const [size, viewport] of Object.entries(testedSizes)) {
  test(`${size}: an unknown address says so and links home`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const answer = await page.goto('/no/such/page');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: spec.notFound.title })).toBeVisible();
    await expect(page).toHaveTitle('Page Not Found · Wentwell');
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'Go to Homepage' }).click();
    await expect(page).toHaveURL('/');
  });

  test(`${size}: an error page replaces a page that throws`, async ({ browser }) => {
    // Without the guard, because the error is intended.
    const page = await browser.newPage({ viewport });
    await page.route('**/assets/VersionInfo-*.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'export function VersionInfo() { throw new Error("broken"); } export { VersionInfo as t, VersionInfo as n };',
      }),
    );
    await page.goto('/version');
    await expect(
      page.getByRole('heading', { level: 1, name: spec.errorFallback.title }),
    ).toBeVisible();
    await expect(page).toHaveTitle('Something went wrong · Wentwell');
    await expectNoSidewaysScroll(page);
    await expect(page.getByRole('link', { name: spec.errorFallback.home })).toHaveAttribute(
      'href',
      '/',
    );
    await page.unrouteAll();
    await page.getByRole('button', { name: spec.errorFallback.refresh }).click();
    await expect(page.getByRole('heading', { name: 'Version Information' })).toBeVisible();
    await page.context().close();
  });
}

test('the version is shown, returned as plain JSON, and known without the server', async ({
  page,
  product,
}) => {
  const answer = await page.request.get(`${product.url}/api/version`);
  const version: Record<string, string> = await answer.json();
  expect(Object.keys(version).toSorted()).toEqual([
    'buildDate',
    'buildId',
    'commitHash',
    'version',
  ]);
  expect(await (await page.request.get(`${product.url}/version.json`)).json()).toEqual(version);
  await page.goto('/login');
  await page.goto('/version');
  await expect(page.getByText(version['buildId'] ?? '')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).not.toHaveURL(/version/);
  await page.route('**/version.json', (route) => route.abort());
  await page.goto('/version');
  await expect(page.getByText(version['commitHash'] ?? '').first()).toBeVisible();
});

test('the profile menu changes the theme immediately, it follows the account to another browser, and one chosen offline later', async ({
  page,
  product,
  newPage,
}) => {
  const cleo = await newPerson(product, 'cleo-pages@example.com');
  const choose = async (theme: string) => {
    await page.getByRole('button', { name: /^Profile menu/ }).click();
    await page.getByRole('menuitemradio', { name: theme }).click();
  };
  const isTold = (theme: string) =>
    page.waitForResponse(
      (answer) =>
        answer.request().method() === 'PATCH' &&
        answer.request().postData()?.includes(theme) === true,
    );
  await openAs(page, cleo, '/dashboard');
  const theme = page.locator('html');
  await expect(theme).toHaveAttribute('data-theme', 'catppuccin-mocha');
  await page.getByRole('button', { name: /^Profile menu/ }).click();
  await expect(page.getByRole('menuitemradio')).toHaveCount(10);
  const choice = isTold('dracula');
  await page.getByRole('menuitemradio', { name: 'Dracula' }).click();
  await expect(theme).toHaveAttribute('data-theme', 'dracula');
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dracula');
  await choice;
  await page.reload();
  await expect(theme).toHaveAttribute('data-theme', 'dracula');
  const token = await logIn(product, cleo.email);
  const other = await openAs(await newPage(), { token }, '/dashboard');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dracula');
  await other.reload();
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dracula');

  const nextChoice = isTold('nord');
  await choose('Nord');
  await nextChoice;

  await test.step('nor does a page without a login in between bring back the one before', async () => {
    await page.getByRole('button', { name: /^Profile menu/ }).click();
    await page.getByRole('menuitem', { name: 'Version Info' }).click();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByRole('button', { name: /^Profile menu/ })).toBeVisible();
    await expect(theme).toHaveAttribute('data-theme', 'nord');
  });

  await page.route('**/api/v1/users/me', (route) => route.abort());
  await choose('Monokai');
  await expect(theme).toHaveAttribute('data-theme', 'monokai');
  await page.unrouteAll();
  const lateChoice = isTold('monokai');
  await page.reload();
  await lateChoice;
  await expect(theme).toHaveAttribute('data-theme', 'monokai');
  await page.evaluate(() => localStorage.setItem('theme', 'tango'));
  await page.reload();
  await expect(theme).toHaveAttribute('data-theme', 'monokai');
});

test('a user sees their own theme where another account has set one', async ({ page, product }) => {
  const [eve, finn] = await Promise.all([
    newPerson(product, 'eve-pages@example.com'),
    newPerson(product, 'finn-pages@example.com'),
  ]);
  await call(eve, ['PATCH', '/api/v1/users/me'], { theme: 'dracula' });
  const theme = page.locator('html');
  const signIn = async (token: string, shown: string) => {
    await page.evaluate((value) => localStorage.setItem('authToken', value), token);
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await expect(theme).toHaveAttribute('data-theme', shown);
  };
  await page.goto(product.url);
  // Stored before accounts had themes.
  await page.evaluate(() => localStorage.setItem('theme', 'nord'));
  await signIn(finn.token, 'nord');
  await signIn(eve.token, 'dracula');
  await signIn(finn.token, 'catppuccin-mocha');
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('catppuccin-mocha');
  await signIn(eve.token, 'dracula');
});

test('an unknown theme is ignored with a warning, whatever the system prefers', async ({
  page,
}) => {
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.addInitScript(() => localStorage.setItem('theme', 'solarized'));
  await page.goto('/login');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'catppuccin-mocha');
  await expect.poll(() => warnings.join('\n')).toContain('Unknown theme "solarized" ignored.');
});

test('on a phone the navigation is a drawer, and the first Tab skips to the content', async ({
  page,
  ada,
}) => {
  await page.setViewportSize(sizes.phone);
  await openAs(page, ada, '/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: spec.topBar.skip });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const drawer = page.getByRole('dialog');
  for (const name of [spec.topBar.dashboard, spec.topBar.members, spec.topBar.meetings]) {
    await expect(drawer.getByRole('link', { name, exact: true })).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await page.getByRole('button', { name: /^Profile menu/ }).click();
  await expect(page.getByRole('menuitem', { name: spec.topBar.profile })).toBeVisible();
  await page.getByRole('menuitem', { name: spec.topBar.version }).click();
  await expect(page).toHaveURL('/version');
});

test('the tab shows phase, meeting and remaining time, and by its icon what others changed while it was hidden; notices wait until it is shown', async ({
  page,
  product,
  ada,
}) => {
  const ben = await newPerson(product, 'ben-icon@example.com', ['Ben', 'Okri']);
  await join(ada, ada.teamId, ben);
  const meeting = await newMeeting(ada, { id: ada.teamId, name: 'Sprint 12' });
  const write = (who: Somebody, content: string) =>
    call(who, ['POST', `${meeting.api}/notes`], {
      content,
      note_type: 'went_well',
    });
  await page.clock.install();
  await openBoard(page, ada, meeting.path);
  const icon = page.locator('link[rel=icon]');
  await write(ben, 'Seen as it comes');
  await expect(page.getByText('Seen as it comes').first()).toBeVisible();
  await lookAway(page, 'hidden');
  await write(ada, 'My own, from elsewhere');
  await expect(page.getByText('My own, from elsewhere').first()).toBeVisible();
  await expect(icon).toHaveAttribute('href', '/favicon.svg');
  await write(ben, 'Not seen yet');
  await expect(icon).toHaveAttribute('href', '/favicon-news.svg');
  await lookAway(page, 'visible');
  await expect(icon).toHaveAttribute('href', '/favicon.svg');

  await expect(page).toHaveTitle('Grouping · Sprint 12 · Wentwell');
  await call(ada, ['POST', `${meeting.api}/phase/transition`], {
    phase: 'discussing',
    duration_minutes: 5,
  });
  await expect(page).toHaveTitle(/^\((5:00|4:5\d)\) Discussing · Sprint 12 · Wentwell$/);

  await lookAway(page, 'hidden');
  await page.keyboard.press('Control+z');
  const notice = page.getByText('Nothing to undo');
  await expect(notice).toBeVisible();
  await page.clock.runFor(10_000);
  await expect(notice).toBeVisible();
  await lookAway(page, 'visible');
  await page.clock.runFor(10_000);
  await expect(notice).toHaveCount(0);
});

/** Headless browsers report every tab as visible, so visibility is set explicitly. */
function lookAway(page: Page, state: DocumentVisibilityState): Promise<void> {
  return page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

test('a shared link has a preview', async ({ page, product }) => {
  await page.goto(product.url);
  const metas = await page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('meta[property^="og:"], meta[name^="twitter:"]')].map(
        (meta) => [
          meta.getAttribute('property') ?? meta.getAttribute('name'),
          meta.getAttribute('content'),
        ],
      ),
    ),
  );
  expect(metas['og:title']).toContain('Wentwell');
  expect(metas['og:description']).not.toBe('');
  expect(metas['twitter:card']).toBe('summary_large_image');
  const image = await page.request.get(metas['og:image'] ?? '');
  expect(metas['og:image']).toMatch(/^http/);
  expect(image.headers()['content-type']).toBe('image/png');
  const png = await image.body();
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
});
