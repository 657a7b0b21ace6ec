// Every page, and what a lead opens over one. All sweeps visit these places, so that a new one is listed once.
import type { Locator, Page } from '@playwright/test';

import { openBoardSettings } from './four-people.ts';
import { importRetro } from './past-retros.ts';
import { spec } from './spec-texts.ts';
import { historySettles } from './visit.ts';
import {
  call,
  chooseInMenu,
  expect,
  guestPath,
  invite,
  newMeeting,
  type Somebody,
} from './walk.ts';

interface Place {
  what: string;
  path: string;
  /** Opens a dialog. */
  open?: (page: Page) => Promise<unknown>;
  /** The part that it is listed for, if that arrives later than the page. */
  shown?: (page: Page) => Locator;
}

/** In place of a part that has thrown. */
export const partError = 'This part could not be shown. Reload the page.';

export const pages = (paths: readonly string[]): Place[] =>
  paths.map((path) => ({ what: path.replace(/[0-9a-f-]{36}|#.*/, ' …'), path }));

export const visitorPlaces = pages([
  '/',
  '/login',
  '/register',
  '/reset-password?token=none',
  '/verify?token=none',
  '/resend-verification',
  '/verification-pending',
  '/invitations/none',
  '/watch',
  '/watch#none',
  '/guest#none',
  '/try',
  '/version',
  '/no/such/page',
]);

export const adminPlaces = pages(
  ['users', 'teams', 'deleted', 'mail', 'audit', 'sessions', 'settings', 'check'].map(
    (section) => `/admin/${section}`,
  ),
);

const settingsTab = (name: string) => async (page: Page) => {
  const settings = await openBoardSettings(page);
  await settings.getByRole('tab', { name }).click();
};

/** For a lead. Makes past retros, and meetings that have an action item and an agreement, guests, or neither. */
export async function memberPlaces(
  lead: Somebody,
  team: { id: string; name: string },
): Promise<Place[]> {
  const past = { lead, teamId: team.id, people: ['Ada Byron', 'Ben Okri'] } as const;
  for (const at of [3, 4, 5, 6]) await importRetro(past, at, 'A Sprint of long builds');
  await invite(lead, team.id, 'invited-place@example.com');
  const joining = await newMeeting(lead, team, { phase: 'joining' });
  await guestPath(lead, joining.id, false);
  await joining.change({ settings: { check_in: true } });
  await call(lead, ['PUT', `${joining.api}/check-in/turn`], { done: true });
  const secret = await newMeeting(lead, team, { phase: 'joining' });
  await secret.change({ settings: { anonymous: true } });
  const notes = [['went_well', 'Kept']] as const;
  const [closing, closed] = await Promise.all([
    newMeeting(lead, team, { phase: 'closing_ready', notes }),
    newMeeting(lead, team, { phase: 'closing_ready', notes }),
  ]);
  let ids = '';
  for (const { api } of [closing, closed]) {
    const { id } = await call<{ id: string }>(lead, ['POST', `${api}/actions`], {
      text: 'Ask all',
    });
    const agreement = { text: 'Small changes first', from: { kind: 'action', id } };
    await call(lead, ['POST', `/api/v1/teams/${team.id}/agreements`], agreement);
    ids = id;
  }
  await closed.change({ status: 'closed' });
  const inMenu = (item: string) => (page: Page) => chooseInMenu(page, item);
  return [
    ...pages([
      '/dashboard',
      '/meetings',
      '/team-members',
      '/actions',
      `/actions?ids=${ids}`,
      '/team-health',
      '/team-health?year=2026',
      '/search?q=a&before=2099-12-31',
      '/profile',
    ]),
    { what: 'evidence of anonymity', path: `${secret.path}/anonymity` },
    {
      what: 'joining',
      path: joining.path,
      shown: (page) => page.getByRole('list', { name: 'People present' }).getByRole('listitem'),
    },
    { what: 'board settings', path: joining.path, open: (page) => openBoardSettings(page) },
    { what: 'columns', path: joining.path, open: settingsTab('Columns') },
    { what: 'templates', path: joining.path, open: settingsTab('Templates') },
    { what: 'guest link', path: joining.path, open: inMenu('Guest link…') },
    { what: 'screen in the room', path: joining.path, open: inMenu('Screen in the room…') },
    {
      what: 'agreements of a retro',
      path: closing.path,
      shown: (page) => page.getByRole('textbox', { name: 'Team agreement 1' }),
    },
    {
      what: 'a report',
      path: closed.path,
      shown: (page) => page.getByRole('list', { name: 'Team agreements' }),
    },
    {
      what: 'the next retro',
      path: closed.path,
      open: (page) => page.getByRole('button', { name: 'Schedule next retro' }).click(),
      shown: (page) => page.getByRole('dialog').getByLabel('Meeting name'),
    },
    { what: 'catch-up', path: `${closed.path}/catch-up` },
  ];
}

/** Judges each place once it has loaded, and whether it broke. `isOver`: a dialog is open. */
export async function visitPlaces(
  { page, site }: { page: Page; site: string },
  places: readonly Place[],
  judge?: (what: string, isOver: boolean) => Promise<void>,
): Promise<void> {
  let loaded = '';
  for (const { what, path, open, shown } of places) {
    if (open && path === loaded) {
      // It opens over the same page as the last.
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await historySettles(page);
    } else {
      // A changed fragment alone loads nothing.
      if (path.includes('#')) await page.goto('about:blank');
      await page.goto(site + path);
      loaded = path;
    }
    await expect(page.locator('h1'), what).toHaveCount(1);
    await expect(page.locator('[aria-busy=true]'), what).toHaveCount(0);
    await open?.(page);
    if (open) await expect(page.getByRole('dialog').first(), what).toBeVisible();
    if (shown) await expect(shown(page), what).toBeVisible();
    await judge?.(what, open !== undefined);
    for (const text of [spec.errorFallback.title, partError]) {
      await expect(page.getByText(text), what).toHaveCount(0);
    }
  }
}
