// Names of maximum length in one unbroken word widen no page and cover nothing, at any size, and are printed whole.
import type { Page } from '@playwright/test';

import { isAllSizes } from './each-size.ts';
import { takePicture } from './judge.ts';
import { coveredControls, endAnimations, spilledTexts } from './layout-faults.ts';
import { type Kind, kinds, type Long, makeLong } from './long-scene.ts';
import { button, onBoard, onMeetings, onMembers, opened, type State } from './opened-dialogs.ts';
import { judgePrint } from './other-media.ts';
import { perFile } from './per-file.ts';
import { spec } from './spec-texts.ts';
import { openDrawer } from './visit.ts';
import { chooseInMenu, expect, inTeam, signedInAs, test as base } from './walk.ts';

const widths = isAllSizes ? [360, 820, 1280] : [360];

async function judgeWidth(page: Page, what: string): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await takePicture(page, `long-${what}`);
  await endAnimations(page);
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  // Soft: one run lists every faulty screen.
  expect.soft(over, `${what} scrolls sideways`).toBeLessThanOrEqual(0);
  expect.soft(await spilledTexts(page), `${what}: text beyond its place`).toEqual([]);
  expect.soft(await coveredControls(page), `${what}: controls`).toEqual([]);
}

/** Pages without their own dialogs. */
const plainPages: readonly [name: string, path: (long: Long) => string][] = [
  ['dashboard', () => '/dashboard'],
  ['profile', () => '/profile'],
  ['joining', ({ joining }) => joining.path],
  ['closing', ({ closing }) => closing.path],
  ['closed', ({ closed }) => closed.path],
  ['discussing', ({ discussing }) => discussing.path],
];

/** A page to judge, and its dialogs. */
interface Screen {
  name: string;
  path(long: Long): string;
  states: readonly State[];
}

const screens: Screen[] = [
  {
    name: 'meetings',
    path: () => '/meetings',
    states: [
      ...onMeetings,
      ['drawer', openDrawer],
      [
        'drawer-members',
        async (page) => {
          await openDrawer(page);
          await page.getByRole('tab', { name: 'Members' }).click();
        },
      ],
    ],
  },
  { name: 'members', path: () => '/team-members', states: onMembers },
  {
    name: 'board',
    path: ({ grouping }) => grouping.path,
    states: [...onBoard, ['finish', (page) => chooseInMenu(page, spec.meeting.finish)]],
  },
];

const test = base.extend<{ longs: Record<Kind, Long> }>({
  longs: perFile(async (product) => ({
    letters: await makeLong(product, 'letters'),
    'CJK and emoji': await makeLong(product, 'CJK and emoji'),
  })),
});
// Read-only, so they can run in parallel.
test.describe.configure({ mode: 'parallel' });

const resize = (page: Page, width: number) => page.setViewportSize({ width, height: 800 });

/** Judges what is open at each width, the tightest first. Widths are only CSS: nothing needs reloading or reopening. */
async function judgeAt(page: Page, judged: readonly number[], what: (width: number) => string) {
  for (const width of judged) {
    await resize(page, width);
    await judgeWidth(page, what(width));
  }
}

async function openSignedIn(page: Page, url: string): Promise<void> {
  // The bar's profile menu, or the logo containing it, shows that the page has loaded.
  await resize(page, 1280);
  await page.goto(url);
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(button(page, /^(Profile menu|Menu$)/).first()).toBeVisible();
}

for (const kind of ['letters', 'CJK and emoji'] as const) {
  // Breakable texts are checked only at the tightest width.
  const own = kind === 'letters' ? widths : widths.slice(0, 1);
  // All dialogs share one layout, so ordinary runs check only their pages and the board.
  const isWhole = isAllSizes || kind === 'letters';
  const [tightest = 360] = own;
  const named = (what: string) => (width: number) => `${what}-${kind.slice(0, 3)}-${width}`;

  test(`${kind} do not widen pages at ${own.join(', ')} px`, async ({
    page,
    context,
    product,
    longs,
  }) => {
    const long = longs[kind];
    await signedInAs(context, long.owner.token);
    await inTeam(context, long.team.id);
    for (const [name, path] of plainPages) {
      await openSignedIn(page, product.url + path(long));
      await judgeAt(page, own, named(name));
      await judgePrint(page, named(name)(794));
    }
  });

  for (const { name, path, states } of screens) {
    if (!isWhole && name !== 'board') continue;
    test(`${kind} do not widen ${name}, nor what opens above it, at ${own.join(', ')} px`, async ({
      page,
      context,
      product,
      longs,
    }) => {
      const long = longs[kind];
      await signedInAs(context, long.owner.token);
      await inTeam(context, long.team.id);
      await openSignedIn(page, product.url + path(long));
      await judgeAt(page, own, named(name));
      await judgePrint(page, named(name)(794));
      for (const [state, show] of states) {
        await resize(page, tightest);
        await show(page);
        await expect(opened(page)).toBeVisible();
        await judgeAt(page, own, named(state));
        await page.keyboard.press('Escape');
        await expect(opened(page)).toBeHidden();
      }
    });
  }

  if (!isWhole) continue;
  test(`${kind} do not widen the invitation and its toasts at ${own.join(', ')} px`, async ({
    page,
    product,
    longs,
    newPage,
  }) => {
    const long = longs[kind];
    await page.goto(product.url + long.invitation.path);
    await expect(page.getByText(spec.invitation.authentication)).toBeVisible();
    await judgeAt(page, own, named('invitation-visitor'));
    const guest = await newPage();
    await signedInAs(guest, long.invitation.guest.token);
    for (const [name, path] of [
      ['invitation', long.invitation.path],
      ['invited', '/dashboard'],
    ] as const) {
      await guest.goto(product.url + path);
      await expect(button(guest, spec.invitation.accept)).toBeVisible();
      await judgeAt(guest, own, named(name));
    }
    await openDrawer(guest);
    await guest.getByLabel('Team name').last().fill(kinds[kind](100));
    await guest.getByRole('dialog').getByRole('button', { name: 'Create Team' }).click();
    await expect(guest.getByText('Team created.')).toBeVisible();
    for (const width of own) {
      await resize(guest, width);
      // It stays while hovered.
      await guest.getByText('Team created.').hover();
      await judgeWidth(guest, named('toast')(width));
      await expect(guest.getByText('Team created.')).toBeVisible();
    }
  });
}

test('truncated names are complete in tooltips and for screen readers', async ({
  page,
  context,
  product,
  longs,
}) => {
  const long = longs.letters;
  await signedInAs(context, long.owner.token);
  await inTeam(context, long.team.id);
  await page.goto(`${product.url}/meetings`);
  const name = long.planned.name;
  await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible();
  await expect(page.getByTitle(name, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: `Team: ${long.team.name}` })).toHaveAttribute(
    'title',
    long.team.name,
  );
  await button(page, /^Profile menu/).click();
  await expect(page.getByRole('menu').getByTitle(long.person, { exact: true })).toBeVisible();
  const menu = await page.getByRole('menu').boundingBox();
  expect(menu?.width).toBeLessThanOrEqual(320);
  await page.goto(product.url + long.grouping.path);
  await expect(page.getByTitle(name, { exact: true }).first()).toBeVisible();
});
