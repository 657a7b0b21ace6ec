// Touch targets of 44 px, even if less is visible (docs/design.md D-14). plain-http.e2e.ts judges those of all pages.
import { test } from './crew.ts';
import { newBoard } from './frame-board.ts';
import { smallTargets } from './layout-faults.ts';
import { spec } from './spec-texts.ts';
import { call, expect, guestPath, newMeeting, signedInAs } from './walk.ts';

test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

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
  const widths = [390, 1024].map((width) => ({ width, opened: new Set<string>() }));
  for (const [phase, label] of Object.entries(spec.phases)) {
    if (phase === 'joining') continue;
    await board.moveTo(phase);
    await expect(page.locator('[aria-current=step]')).toContainText(label);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    // Their code loads after the phase.
    if (phase === 'discussing')
      await expect(page.getByRole('button', { name: '👍 1' })).toBeVisible();
    for (const { width, opened } of widths) {
      await page.setViewportSize({ width, height: 844 });
      const what = `${phase}, ${width} px`;
      expect.soft(await smallTargets(page, opened), what).toEqual([]);
    }
  }
});

test('every control of guests responds 20 px off its centre', async ({
  page,
  product,
  crew: { robin, team },
}) => {
  const { id } = await newMeeting(robin, team, { phase: 'joining' });
  await page.goto(product.url + (await guestPath(robin, id, false)));
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  expect.soft(await smallTargets(page), 'before a guest comes in').toEqual([]);
  await page.getByLabel('Your name').fill('Sven');
  await page.getByRole('button', { name: 'Come in' }).click();
  await expect(page.getByRole('list', { name: 'People present' })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  expect(await smallTargets(page), 'a guest in joining').toEqual([]);
});
