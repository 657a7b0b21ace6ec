// Cards: the effect of pressing one, its visible text, and the order.
import type { Page } from '@playwright/test';

import { test } from './crew.ts';
import { spec } from './spec-texts.ts';
import { expect, newMeeting, openAs } from './walk.ts';

function column(page: Page) {
  return page.getByRole('region', { name: spec.board.wentWell });
}

test('a card’s buttons appear on hover and focus; pressing it opens one’s own note for editing, others’ for reading', async ({
  page,
  crew,
}) => {
  const meeting = await newMeeting(crew.robin, crew.team, { phase: 'grouping' });
  await meeting.write(crew.robin, 'went_well', 'By Robin');
  await meeting.write(crew.sasha, 'went_well', 'By Sasha');
  // Robin leads, and may edit both.
  await openAs(page, crew.robin, meeting.path);
  const own = column(page).getByRole('article', { name: 'By Robin' });
  const buttons = own.getByRole('button', { name: /^Edit note/ }).locator('..');
  await page.mouse.move(0, 0);
  await expect(buttons).toHaveCSS('opacity', '0');
  await own.focus();
  await expect(buttons).toHaveCSS('opacity', '1');
  await own.blur();
  await expect(buttons).toHaveCSS('opacity', '0');
  await own.hover();
  await expect(buttons).toHaveCSS('opacity', '1');

  const edit = page.getByRole('dialog', { name: spec.board.editNote });
  const view = page.getByRole('dialog', { name: 'View Note' });
  await column(page).getByText('By Robin').click();
  await expect(edit.getByLabel('Content')).toHaveValue('By Robin');
  await page.keyboard.press('Escape');
  await expect(edit).toHaveCount(0);

  const other = column(page).getByRole('article', { name: 'By Sasha' });
  await other.getByText('By Sasha').click();
  await expect(view.getByText('By Sasha')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(view).toHaveCount(0);
  await expect(other).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(view).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(view).toHaveCount(0);

  // Dragging opens neither.
  const from = await other.getByText('By Sasha').boundingBox();
  if (!from) throw new Error('nothing to drag');
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(from.x + 30, from.y + 30, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByText(/stays where it was/)).toBeAttached();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('shows eight lines of a note, and the rest by a button; a link on the last line can be pressed beside “more”', async ({
  page,
  crew,
}) => {
  const meeting = await newMeeting(crew.robin, crew.team, { phase: 'grouping' });
  const lines = Array.from({ length: 20 }, (_, at) => `- item ${at + 1}`).join('\n');
  await meeting.write(
    crew.robin,
    'went_well',
    `Use \`npm ci\`:\n${lines}\nsee https://example.org/x.`,
  );
  await openAs(page, crew.robin, meeting.path);
  const card = column(page).getByRole('article');
  await expect(card.getByRole('listitem')).toHaveCount(20);
  await expect(card.locator('code')).toHaveText('npm ci');
  const less = (await card.boundingBox())?.height ?? 0;
  expect(less).toBeLessThan(280);
  await card.getByRole('button', { name: 'more' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await card.boundingBox())?.height).toBeGreaterThan(less + 250);
  await expect(card.getByRole('link')).toHaveAttribute('href', 'https://example.org/x');
  await card.getByRole('button', { name: 'less' }).click();
  expect((await card.boundingBox())?.height).toBe(less);

  await page.setViewportSize({ width: 390, height: 844 });
  const address = `https://example.org/${'releases/'.repeat(60)}`;
  await meeting.write(crew.robin, 'went_well', address);
  const more = card.filter({ hasText: 'releases/' }).getByRole('button', { name: 'more' });
  const cdp = await page.context().newCDPSession(page);
  for (const standard of [16, 24, 32]) {
    await cdp.send('Page.setFontSizes', { fontSizes: { standard } });
    await expect(more).toBeVisible();
    const isFree = await more.evaluate((button) => {
      button.scrollIntoView({ block: 'center' });
      const link = button.parentElement?.querySelector('a')?.getBoundingClientRect();
      const { top, bottom } = button.getBoundingClientRect();
      if (!link) return false;
      const [x, y] = [(link.left + link.right) / 2, (top + bottom) / 2];
      return button.ownerDocument.elementFromPoint(x, y)?.closest('a') !== null;
    });
    expect(isFree, `letters of ${standard} px`).toBe(true);
  }
});

test('the newest note is on top, and others’ notes are in one pile until the reveal', async ({
  page,
  crew,
}) => {
  const meeting = await newMeeting(crew.robin, crew.team, { phase: 'writing' });
  for (const content of ['First', 'Second']) await meeting.write(crew.robin, 'went_well', content);
  for (const content of ['Secret one', 'Secret two'])
    await meeting.write(crew.sasha, 'went_well', content);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openAs(page, crew.robin, meeting.path);
  const cards = column(page).getByRole('article');
  await expect(cards).toHaveText([/Second/, /First/]);
  await expect(column(page).getByText('2 notes face down')).toBeVisible();
  await meeting.write(crew.sasha, 'went_well', 'Secret three');
  await expect(column(page).getByText('3 notes face down')).toBeVisible();
  // After the countdown cards turn only briefly: record each as its turn begins.
  const turns = await cards.first().evaluateHandle(({ ownerDocument }) => {
    const delays: Record<string, string> = {};
    ownerDocument.addEventListener('animationstart', ({ animationName, target }) => {
      if (!['countdown-number', 'note-turn'].includes(animationName)) return;
      if (!(target instanceof Element)) return;
      const [text = ''] = /^[123]$|one|two|three|First|Second/.exec(target.textContent) ?? [];
      delays[text] = getComputedStyle(target).animationDelay;
    });
    return delays;
  });
  await meeting.moveTo('revealing');
  await expect(cards).toHaveCount(5);
  // Their order is random.
  const texts = await cards.allTextContents();
  const words = texts.map((text) => /one|two|three|First|Second/.exec(text)?.[0] ?? '');
  expect(words.toSorted()).toEqual(['First', 'Second', 'one', 'three', 'two']);
  await expect
    .poll(() => turns.jsonValue(), 'after the countdown they turn one after another, from the top')
    .toEqual({
      3: '0s',
      2: '0.7s',
      1: '1.4s',
      ...Object.fromEntries(words.map((word, at) => [word, `${(2100 + 25 * at) / 1000}s`])),
    });
});
