// Names as long as they may be, of one unbroken word: they widen no page and cover nothing, at any size.
import type { Page } from '@playwright/test';

import { takePicture } from './judge.ts';
import { perFile } from './per-file.ts';
import { spec } from './spec-texts.ts';
import { openDrawer } from './visit.ts';
import {
  call,
  expect,
  inTeam,
  invite,
  join,
  newMeeting,
  newPerson,
  newTeam,
  signedInAs,
  type Somebody,
  test as base,
} from './walk.ts';

const widths = [360, 820, 1280];

/** So many letters as a field takes, without a place to break. */
const kinds = {
  letters: (length: number) => 'W'.repeat(length),
  'CJK and emoji': (length: number) => '漢字🎉'.repeat(length / 4),
} as const;

interface Long {
  owner: Somebody;
  team: { id: string; name: string };
  person: string;
  planned: { name: string };
  joining: { path: string };
  grouping: { path: string };
  closed: { path: string };
  invitation: { path: string; guest: Somebody };
}

async function makeLong(product: Somebody['product'], kind: Kind): Promise<Long> {
  const long = kinds[kind];
  const key = kind === 'letters' ? 'l' : 'c';
  const address = (who: string) => `${who}-${key}-${'m'.repeat(48)}@${'d'.repeat(60)}.example.com`;
  const owner = await newPerson(product, address('owner'), [long(100), long(100)]);
  const mate = await newPerson(product, address('mate'), [long(100), long(100)]);
  const name = long(100);
  const team = { ...(await newTeam(owner, name)), name };
  await newTeam(owner, name);
  await join(owner, team.id, mate);
  const make = (options: Parameters<typeof newMeeting>[2]) =>
    newMeeting(owner, { id: team.id, name: long(200) }, options);
  const notes = [
    ['went_well', long(400)],
    ['to_improve', 'Short'],
    ['action', long(40)],
  ] as const;
  await make({ status: 'planned' });
  const guest = await newPerson(product, address('guest'));
  const other = { ...(await newTeam(owner, long(100))) };
  const invitation = { ...(await invite(owner, other.id, guest.email)), guest };
  await call(owner, ['PUT', `/api/v1/teams/${team.id}`], { description: long(400) });
  return {
    owner,
    team,
    person: `${long(100)} ${long(100)}`,
    planned: { name: long(200) },
    joining: await make({ phase: 'joining' }),
    grouping: await make({ phase: 'grouping', notes }),
    closed: await make({ status: 'closed', notes }),
    invitation,
  };
}

/** What can be pressed and is seen must be pressable: at its middle there is nothing of another control. */
function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // What is open above the page is looked at alone: covering the rest is its nature.
    const modal = [
      ...document.querySelectorAll(
        '[role=dialog]:not([popover]), [role=alertdialog], :popover-open',
      ),
    ]
      .filter((each) => each.checkVisibility())
      .at(-1);
    const within = modal ?? document;
    const faults: string[] = [];
    for (const control of within.querySelectorAll('button, a[href], input, select, textarea')) {
      if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (getComputedStyle(control).pointerEvents === 'none') continue;
      control.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, right, top, bottom, width, height } = control.getBoundingClientRect();
      if (width < 2 || height < 2) continue;
      const name = (control.getAttribute('aria-label') ?? control.textContent).slice(0, 40);
      if (left < -1 || right > innerWidth + 1) faults.push(`${name} is cut off`);
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const other = hit?.closest('button, a[href], input, select, textarea');
      if (other?.closest('[data-toasts]')) continue;
      if (other && other !== control && !control.contains(other) && !other.contains(control)) {
        faults.push(`${name} is covered by ${(other.textContent ?? '').slice(0, 40)}`);
      }
    }
    return faults;
  });
}

/** Text that its own box does not hold and does not cut: it would run over its neighbours. */
function spilledTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    for (const element of document.querySelectorAll('body *')) {
      const own = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
      );
      if (!own || !element.checkVisibility({ visibilityProperty: true })) continue;
      if (element.closest('.sr-only, [aria-hidden=true], select, textarea, script, style'))
        continue;
      const range = document.createRange();
      range.selectNodeContents(element);
      const { right, left } = range.getBoundingClientRect();
      let edge = innerWidth;
      for (let box: Element | null = element; box; box = box.parentElement) {
        if (getComputedStyle(box).overflowX !== 'visible') {
          edge = Number.POSITIVE_INFINITY;
          break;
        }
      }
      if (right > edge + 1 || left < -1) {
        faults.push(`${element.tagName} ${(element.textContent ?? '').slice(0, 30)}`);
      }
    }
    return faults;
  });
}

async function judgeWidth(page: Page, what: string): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await takePicture(page, `long-${what}`);
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  // Soft: one walk names every screen that is wrong.
  expect.soft(over, `${what} scrolls sideways`).toBeLessThanOrEqual(0);
  expect.soft(await spilledTexts(page), `${what}: text beyond its place`).toEqual([]);
  expect.soft(await coveredControls(page), `${what}: controls`).toEqual([]);
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

/** A dialog, a drawer or a menu; most are fetched at their first opening. */
const opened = (page: Page) =>
  page.locator('[role=dialog], [role=alertdialog], [role=menu]').filter({ visible: true }).first();

type Screen = readonly [
  name: string,
  path: (long: Long) => string,
  show?: (page: Page, long: Long) => Promise<void>,
];

const screens: Screen[] = [
  ['dashboard', () => '/dashboard'],
  ['meetings', () => '/meetings'],
  ['members', () => '/team-members'],
  ['profile', () => '/profile'],
  ['joining', ({ joining }) => joining.path],
  ['board', ({ grouping }) => grouping.path],
  ['closed', ({ closed }) => closed.path],
  ['switcher', () => '/meetings', (page) => button(page, /^Team: /).click()],
  ['profile-menu', () => '/meetings', (page) => button(page, /^Profile menu/).click()],
  ['palette', () => '/meetings', (page) => page.keyboard.press('Control+k')],
  ['drawer', () => '/meetings', openDrawer],
  [
    'drawer-members',
    () => '/meetings',
    async (page) => {
      await openDrawer(page);
      await page.getByRole('tab', { name: 'Members' }).click();
    },
  ],
  ['create', () => '/meetings', (page) => button(page, spec.meetings.create).click()],
  [
    'edit',
    () => '/meetings',
    (page) =>
      page
        .getByRole('row')
        .filter({ hasText: spec.meetingStatus.planned })
        .getByRole('button', { name: /^Edit/ })
        .click(),
  ],
  ['start', () => '/meetings', (page) => button(page, /^Start/).click()],
  ['delete', () => '/meetings', (page) => button(page, /^Delete/).click()],
  [
    'remove',
    () => '/team-members',
    async (page) => {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .last()
        .click();
      await page.getByRole('menuitem', { name: spec.members.remove }).click();
    },
  ],
  ['invite', () => '/team-members', (page) => button(page, spec.members.invite).click()],
  [
    'invitations',
    () => '/team-members',
    (page) => button(page, spec.members.viewInvitations).click(),
  ],
  ['note', ({ grouping }) => grouping.path, (page) => button(page, 'Edit note').click()],
  ['note-menu', ({ grouping }) => grouping.path, (page) => button(page, /^Actions for/).click()],
  ['finish', ({ grouping }) => grouping.path, (page) => button(page, spec.meeting.finish).click()],
];

type Kind = keyof typeof kinds;

const test = base.extend<{ longs: Record<Kind, Long> }>({
  longs: perFile(async (product) => ({
    letters: await makeLong(product, 'letters'),
    'CJK and emoji': await makeLong(product, 'CJK and emoji'),
  })),
});

for (const kind of ['letters', 'CJK and emoji'] as const) {
  test.describe(kind, () => {
    // What breaks elsewhere than between letters is looked at where it is tightest.
    for (const width of kind === 'letters' ? widths : widths.slice(0, 1)) {
      test(`no screen or dialog is widened at ${width} px`, async ({
        page,
        context,
        product,
        longs,
      }) => {
        test.setTimeout(240_000);
        const long = longs[kind];
        await page.setViewportSize({ width, height: 800 });
        await signedInAs(context, long.owner.token);
        await inTeam(context, long.team.id);
        for (const [name, pathOf, show] of screens) {
          await page.goto(product.url + pathOf(long));
          await expect(page.locator('h1')).toHaveCount(1);
          await expect(button(page, /^Profile menu/)).toBeVisible();
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
          if (show) {
            await show(page, long);
            await expect(opened(page)).toBeVisible();
          }
          await judgeWidth(page, `${name}-${kind.slice(0, 3)}-${width}`);
        }
      });

      test(`the invitation and its toasts are not widened at ${width} px`, async ({
        page,
        browser,
        product,
        longs,
      }) => {
        const long = longs[kind];
        await page.setViewportSize({ width, height: 800 });
        await page.goto(product.url + long.invitation.path);
        await expect(page.getByText(spec.invitation.authentication)).toBeVisible();
        await judgeWidth(page, `invitation-visitor-${kind.slice(0, 3)}-${width}`);
        const context = await browser.newContext({ viewport: { width, height: 800 } });
        await signedInAs(context, long.invitation.guest.token);
        const own = await context.newPage();
        await own.goto(product.url + long.invitation.path);
        await expect(button(own, spec.invitation.accept)).toBeVisible();
        await judgeWidth(own, `invitation-${kind.slice(0, 3)}-${width}`);
        await own.goto(`${product.url}/dashboard`);
        await expect(button(own, spec.invitation.accept)).toBeVisible();
        await judgeWidth(own, `invited-${kind.slice(0, 3)}-${width}`);
        await openDrawer(own);
        await own.getByLabel('Team name').last().fill(kinds[kind](100));
        await own.getByRole('dialog').getByRole('button', { name: 'Create Team' }).click();
        await expect(own.getByText('Team created.')).toBeVisible();
        await judgeWidth(own, `toast-${kind.slice(0, 3)}-${width}`);
        await context.close();
      });
    }
  });
}

test('what is cut is there in whole for the pointer and for screen readers', async ({
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
