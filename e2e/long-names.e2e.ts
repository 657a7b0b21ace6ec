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

/** A drawer that slides in is cut off until it is there. */
async function animationsEnd(page: Page): Promise<void> {
  const running = () =>
    document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      ).length;
  await expect.poll(() => page.evaluate(running)).toBe(0);
}

async function judgeWidth(page: Page, what: string): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await takePicture(page, `long-${what}`);
  await animationsEnd(page);
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

type State = readonly [name: string, show: (page: Page) => Promise<void>];

/** What is judged on one page: itself and what opens above it. */
interface Screen {
  name: string;
  path(long: Long): string;
  states?: readonly State[];
}

const screens: Screen[] = [
  { name: 'dashboard', path: () => '/dashboard' },
  { name: 'profile', path: () => '/profile' },
  { name: 'joining', path: ({ joining }) => joining.path },
  { name: 'closed', path: ({ closed }) => closed.path },
  {
    name: 'meetings',
    path: () => '/meetings',
    states: [
      ['switcher', (page) => button(page, /^Team: /).click()],
      ['profile-menu', (page) => button(page, /^Profile menu/).click()],
      ['palette', (page) => page.keyboard.press('Control+k')],
      ['drawer', openDrawer],
      [
        'drawer-members',
        async (page) => {
          await openDrawer(page);
          await page.getByRole('tab', { name: 'Members' }).click();
        },
      ],
      ['create', (page) => button(page, spec.meetings.create).click()],
      [
        'edit',
        (page) =>
          page
            .getByRole('row')
            .filter({ hasText: spec.meetingStatus.planned })
            .getByRole('button', { name: /^Edit/ })
            .click(),
      ],
      ['start', (page) => button(page, /^Start/).click()],
      ['delete', (page) => button(page, /^Delete/).click()],
    ],
  },
  {
    name: 'members',
    path: () => '/team-members',
    states: [
      [
        'remove',
        async (page) => {
          await page
            .getByRole('button', { name: /^Actions for/ })
            .last()
            .click();
          await page.getByRole('menuitem', { name: spec.members.remove }).click();
        },
      ],
      ['invite', (page) => button(page, spec.members.invite).click()],
      ['invitations', (page) => button(page, spec.members.viewInvitations).click()],
    ],
  },
  {
    name: 'board',
    path: ({ grouping }) => grouping.path,
    states: [
      ['note', (page) => button(page, 'Edit note').click()],
      ['note-menu', (page) => button(page, /^Actions for/).click()],
      ['finish', (page) => button(page, spec.meeting.finish).click()],
    ],
  },
];

type Kind = keyof typeof kinds;

const test = base.extend<{ longs: Record<Kind, Long> }>({
  longs: perFile(async (product) => ({
    letters: await makeLong(product, 'letters'),
    'CJK and emoji': await makeLong(product, 'CJK and emoji'),
  })),
});
// They only look: none changes what another shows.
test.describe.configure({ mode: 'parallel' });

/** Widths are CSS alone: an open page is as wide as its window, and need not be loaded for each. */
const resize = (page: Page, width: number) => page.setViewportSize({ width, height: 800 });

for (const kind of ['letters', 'CJK and emoji'] as const) {
  // What breaks elsewhere than between letters is looked at where it is tightest.
  const own = kind === 'letters' ? widths : widths.slice(0, 1);
  const look = (width: number) => `${kind.slice(0, 3)}-${width}`;

  for (const { name, path, states = [] } of screens) {
    test(`${kind} do not widen ${name}, nor what opens above it, at ${own.join(', ')} px`, async ({
      page,
      context,
      product,
      longs,
    }) => {
      const long = longs[kind];
      await signedInAs(context, long.owner.token);
      await inTeam(context, long.team.id);
      await page.goto(product.url + path(long));
      await expect(page.locator('h1')).toHaveCount(1);
      await expect(button(page, /^Profile menu/)).toBeVisible();
      for (const width of own) {
        await resize(page, width);
        await judgeWidth(page, `${name}-${look(width)}`);
        for (const [state, show] of states) {
          await show(page);
          await expect(opened(page)).toBeVisible();
          await judgeWidth(page, `${state}-${look(width)}`);
          await page.keyboard.press('Escape');
          await expect(opened(page)).toBeHidden();
        }
      }
    });
  }

  test(`${kind} do not widen the invitation and its toasts at ${own.join(', ')} px`, async ({
    page,
    browser,
    product,
    longs,
  }) => {
    const long = longs[kind];
    await page.goto(product.url + long.invitation.path);
    await expect(page.getByText(spec.invitation.authentication)).toBeVisible();
    for (const width of own) {
      await resize(page, width);
      await judgeWidth(page, `invitation-visitor-${look(width)}`);
    }
    const context = await browser.newContext();
    await signedInAs(context, long.invitation.guest.token);
    const guest = await context.newPage();
    for (const [name, path] of [
      ['invitation', long.invitation.path],
      ['invited', '/dashboard'],
    ] as const) {
      await guest.goto(product.url + path);
      await expect(button(guest, spec.invitation.accept)).toBeVisible();
      for (const width of own) {
        await resize(guest, width);
        await judgeWidth(guest, `${name}-${look(width)}`);
      }
    }
    await openDrawer(guest);
    await guest.getByLabel('Team name').last().fill(kinds[kind](100));
    await guest.getByRole('dialog').getByRole('button', { name: 'Create Team' }).click();
    await expect(guest.getByText('Team created.')).toBeVisible();
    for (const width of own) {
      await resize(guest, width);
      // It stays while the pointer rests on it.
      await guest.getByText('Team created.').hover();
      await judgeWidth(guest, `toast-${look(width)}`);
      await expect(guest.getByText('Team created.')).toBeVisible();
    }
    await context.close();
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
