// Boards of one to six columns: notes are written, moved between all of them, and column changes arrive live.
import type { Page } from '@playwright/test';
import { type Column, defaultColumns } from '@wentwell/contract/notes/columns';

import { isAllSizes, testedSizes } from './each-size.ts';
import { judge } from './judge.ts';
import { type Rocket, test } from './rocket.ts';
import { spec } from './spec-texts.ts';
import { expect, newMeeting, sizes, openAs } from './walk.ts';

const sailboat: readonly Column[] = [
  {
    id: 'wind',
    title: 'Wind',
    prompt: 'What moves us forward?',
    tone: 'success',
    kind: 'notes',
  },
  { id: 'anchor', title: 'Anchors', prompt: 'What holds us back?', tone: 'danger', kind: 'notes' },
  {
    id: 'rocks_ahead',
    title: 'Rocks that lie ahead of all of us',
    prompt: 'Which risks do we see coming, and which do we not talk about?',
    tone: 'warning',
    kind: 'notes',
  },
  { id: 'island', title: 'Island', prompt: 'Where to?', tone: 'info', kind: 'notes' },
  { id: 'crew', title: 'Crew', prompt: 'Whom do we thank?', tone: 'neutral', kind: 'notes' },
  {
    id: 'next',
    title: 'Next steps',
    prompt: 'What do we do now?',
    tone: 'accent',
    kind: 'actions',
  },
];

async function openBoard(page: Page, rocket: Rocket, columns: readonly Column[]) {
  const meeting = await newMeeting(rocket.ada, { id: rocket.teamId, name: 'Columns' });
  const change = (next: readonly Column[]) => meeting.change({ columns: next });
  await change(columns);
  await openAs(page, rocket.ada, meeting.path);
  return { change };
}

function columnOf(page: Page, { title }: Column) {
  return page.getByRole('region', { name: title });
}

function tabsOf(page: Page) {
  return page.getByRole('group', { name: 'Column' });
}

/** At desk size a board is judged at phone size, too; phones choose columns by tabs. */
const written = isAllSizes
  ? { desk: [1, 2, 4, 6], phone: [1, 2, 4, 6] }
  : { desk: [1, 6], phone: [6] };

for (const size of ['desk', 'phone'] as const) {
  const viewport = sizes[size];
  for (const count of written[size]) {
    test(`${size}: notes are written and read on a board of ${count} columns`, async ({
      page,
      rocket,
    }) => {
      await page.setViewportSize(viewport);
      const columns = sailboat.slice(-count);
      const isPhone = size === 'phone';
      await openBoard(page, rocket, columns);
      await expect(page.getByText(spec.board.empty)).toBeVisible();
      // Desk size judges the phone's, too.
      if (!isPhone) await judge(page, `board-${count}-columns-empty`);
      const choose = async ({ title }: Column) => {
        if (isPhone && count > 1) await tabsOf(page).getByRole('button', { name: title }).click();
      };
      await expect(tabsOf(page).getByRole('button')).toHaveCount(isPhone && count > 1 ? count : 0);
      await expect(page.locator('section[data-note-type]:visible')).toHaveCount(
        isPhone ? 1 : count,
      );

      for (const column of columns) {
        await choose(column);
        const region = columnOf(page, column);
        await expect(region.getByText(column.prompt)).toBeVisible();
        await region.getByRole('button', { name: spec.board.addNote }).click();
        const dialog = page.getByRole('dialog', { name: spec.board.addNote });
        await expect(dialog.getByRole('combobox')).toHaveValue(column.id);
        await expect(dialog.getByPlaceholder(column.prompt)).toBeFocused();
        await page.keyboard.type(`About ${column.id}`);
        await page.keyboard.press('Control+Enter');
        await expect(region.getByRole('article')).toHaveCount(1);
        await expect(region.getByText(column.prompt)).toHaveCount(0);
      }
      if (!isPhone) await judge(page, `board-${count}-columns`);
    });
  }
}

for (const [size, viewport] of Object.entries(testedSizes)) {
  test(`${size}: a note moves to any other of six columns, and a change of columns arrives, even of the visible one`, async ({
    page,
    rocket,
  }) => {
    await page.setViewportSize(viewport);
    const [first, ...others] = sailboat;
    if (!first) throw new Error('unreachable');
    const { change } = await openBoard(page, rocket, sailboat);
    await columnOf(page, first).getByRole('button', { name: spec.board.addNote }).click();
    await page.keyboard.type('On the move');
    await page.keyboard.press('Control+Enter');
    let here: Column = first;
    for (const next of others) {
      await columnOf(page, here)
        .getByRole('button', { name: /^Actions/ })
        .click();
      const titles = sailboat.filter(({ id }) => id !== here.id).map(({ title }) => title);
      const group = page.getByRole('group', { name: 'Move to…' });
      await expect(group.getByRole('menuitem')).toHaveText(titles);
      await group.getByRole('menuitem', { name: next.title }).click();
      if (size === 'phone') await tabsOf(page).getByRole('button', { name: next.title }).click();
      await expect(columnOf(page, next).getByRole('article')).toBeVisible();
      here = next;
    }

    await page.setViewportSize(sizes.phone);
    // A column with notes cannot be removed.
    await page
      .getByRole('article')
      .getByRole('button', { name: /^Actions/ })
      .click();
    await page.getByRole('menuitem', { name: spec.board.delete }).click();
    await expect(page.getByRole('article')).toHaveCount(0);
    await tabsOf(page).getByRole('button', { name: 'Crew' }).click();
    await expect(page.getByRole('region', { name: 'Crew' })).toBeVisible();
    await change(
      sailboat.filter(({ id }) => id !== 'crew').map((c) => ({ ...c, title: `My ${c.id}` })),
    );
    await expect(tabsOf(page).getByRole('button')).toHaveCount(5);
    await expect(page.getByRole('region', { name: 'My wind' })).toBeVisible();
    await change(defaultColumns);
    await expect(page.getByRole('region', { name: spec.board.wentWell })).toBeVisible();
    await expect(tabsOf(page).getByRole('button')).toHaveCount(3);
  });
}
