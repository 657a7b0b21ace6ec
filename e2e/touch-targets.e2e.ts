// Touch targets of 44 px, even if less is visible (docs/design.md D-14).
import type { Page } from '@playwright/test';

import { test } from './crew.ts';
import { newBoard } from './frame-board.ts';
import { importRetro } from './past-retros.ts';
import { adminPlaces, memberPlaces, visitorPlaces, visitPlaces } from './places.ts';
import { spec } from './spec-texts.ts';
import { newSuperuser } from './superuser.ts';
import { call, expect, guestPath, newMeeting, signedInAs } from './walk.ts';

test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

/** Controls that a finger misses 20 px off their centre. Links in text have their line's height. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const dialogs = document.querySelectorAll('[aria-modal=true]:not([inert])');
    const scope = [...dialogs].at(-1) ?? document;
    const all = scope.querySelectorAll<HTMLElement>('button, a[href], [role=radio]');
    for (const control of all) {
      if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (control.closest('.sr-only, p, [inert]')) continue;
      const { position, pointerEvents } = getComputedStyle(control);
      if (position === 'fixed' || pointerEvents === 'none') continue;
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const isMissed = [-20, 20].some((off) => {
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        const hits = [document.elementFromPoint(x, y + off), document.elementFromPoint(x + off, y)];
        return hits.some(
          (hit) => !hit || !(control.contains(hit) || hit.closest('label')?.contains(control)),
        );
      });
      const name = (control.getAttribute('aria-label') ?? control.textContent).slice(0, 40);
      if (isMissed) faults.push(`${name}, ${Math.round(bottom - top)} px`);
    }
    return faults;
  });
}

test('every control of the board responds 20 px off its centre, in each phase', async ({
  page,
  crew,
}) => {
  const board = await newBoard(crew, 3);
  const own = `/api/v1${board.path}`;
  const { notes } = await call<{ notes: { id: string; note_type: string }[] }>(crew.robin, [
    'GET',
    `${own}/board`,
  ]);
  await board.moveTo('discussing');
  for (const { id } of notes.filter(({ note_type }) => note_type !== 'action')) {
    await call(crew.sasha, ['POST', `${own}/topics/${id}/comments`], { content: 'Said of it' });
    await call(crew.sasha, ['PUT', `${own}/notes/${id}/reactions/👍`]);
  }
  await signedInAs(page.context(), crew.robin.token);
  await page.goto(crew.robin.product.url + board.path);
  for (const [phase, label] of Object.entries(spec.phases)) {
    if (phase === 'joining') continue;
    await board.moveTo(phase);
    await expect(page.locator('[aria-current=step]')).toContainText(label);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    // Their code loads after the phase.
    if (phase === 'discussing')
      await expect(page.getByRole('button', { name: '👍 1' })).toBeVisible();
    expect.soft(await smallTargets(page), phase).toEqual([]);
  }
});

test('every control of other pages responds 20 px off its centre', async ({ page, crew }) => {
  // Lists of links wrap.
  await page.setViewportSize({ width: 320, height: 844 });
  const { url } = crew.robin.product;
  const judge = async (what: string) => expect.soft(await smallTargets(page), what).toEqual([]);
  await visitPlaces({ page, site: url }, visitorPlaces, judge);
  await signedInAs(page.context(), crew.robin.token);
  const past = { lead: crew.robin, teamId: crew.team.id, people: ['Robin', 'Sasha'] } as const;
  for (const at of [3, 4, 5, 6]) await importRetro(past, at, 'A sprint of long builds');
  await visitPlaces({ page, site: url }, await memberPlaces(crew.robin, crew.team), judge);
});

test('every control of guests and administrators responds 20 px off its centre', async ({
  page,
  product,
  crew: { robin, team },
}) => {
  async function judge(what: string): Promise<void> {
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    expect.soft(await smallTargets(page), what).toEqual([]);
  }
  const root = await newSuperuser(product, 'root-touch@example.com');
  const { id } = await newMeeting(robin, team, { phase: 'joining' });
  await page.goto(product.url + (await guestPath(robin, id, false)));
  await judge('before a guest comes in');
  await page.getByLabel('Your name').fill('Sven');
  await page.getByRole('button', { name: 'Come in' }).click();
  await expect(page.getByRole('list', { name: 'People present' })).toBeVisible();
  await judge('a guest in joining');
  await page.goto(`${product.url}/login`);
  await page.evaluate((token) => localStorage.setItem('authToken', token), root.token);
  await visitPlaces({ page, site: product.url }, adminPlaces, judge);
});
