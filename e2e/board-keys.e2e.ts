// The keys of the board: one tab stop per column, arrows between cards, letters on them.
import type { Locator, Page } from '@playwright/test';

import { type Crew, test } from './crew.ts';
import { spec } from './spec-texts.ts';
import { call, expect, newMeeting, signedInAs } from './walk.ts';

const { wentWell, toImprove, actionItems } = spec.board;
const someNotes = [
  ['went_well', 'Deploys were calm'],
  ['went_well', 'Tea was hot'],
  ['went_well', 'Everybody came'],
  ['to_improve', 'Builds are slow'],
  ['to_improve', 'See https://example.com/builds'],
  ['action', 'Buy a faster machine'],
] as const;

async function openBoard(page: Page, { team, robin }: Crew, notes = [...someNotes]) {
  const meeting = await newMeeting(robin, team, { notes });
  await signedInAs(page.context(), robin.token);
  await page.goto(robin.product.url + meeting.path);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  return meeting;
}

const column = (page: Page, name: string) => page.getByRole('region', { name });
const card = (page: Page, text: string) => page.getByRole('article', { name: text });
const composer = (page: Page, name: string) =>
  page.getByRole('textbox', { name: `Write a note: ${name}` });

async function skipToBoard(page: Page): Promise<number> {
  const link = page.getByRole('link', { name: 'Skip to board' });
  let tabs = 0;
  while (tabs < 3 && !(await hasFocus(link))) {
    await page.keyboard.press('Tab');
    tabs += 1;
  }
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  return tabs;
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((node) => node === document.activeElement);
}

async function pressAll(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test('Tab moves between columns, arrows between cards, F2 into a card, and / filters', async ({
  page,
  crew,
}) => {
  const meeting = await openBoard(page, crew);
  const first = column(page, wentWell).getByRole('article').first();
  const second = column(page, wentWell).getByRole('article').nth(1);

  await test.step('the third column’s first card is at most 6 tabs away', async () => {
    let tabs = await skipToBoard(page);
    await expect(first).toBeFocused();
    const third = column(page, actionItems).getByRole('article').first();
    for (; tabs < 7 && !(await hasFocus(third)); tabs += 1) await page.keyboard.press('Tab');
    await expect(third).toBeFocused();
    expect(tabs).toBeLessThanOrEqual(6);
  });

  await test.step('from Next, a column is a card and a field, or all are two keys', async () => {
    const next = page.getByRole('button', { name: /^Next: / });
    await next.focus();
    const third = column(page, actionItems).getByRole('article').first();
    const stops: (string | null)[] = [];
    while (stops.length < 12 && !(await hasFocus(third))) {
      await page.keyboard.press('Tab');
      stops.push(await page.locator(':focus').getAttribute('aria-label'));
    }
    expect(stops.slice(-5)).toEqual([
      'Your note: Everybody came',
      `Write a note: ${wentWell}`,
      'Your note: See https://example.com/builds',
      `Write a note: ${toImprove}`,
      'Your note: Buy a faster machine',
    ]);
    expect(stops.length, 'after the menu and the tools').toBeLessThanOrEqual(8);
    await next.focus();
    await pressAll(page, '3', 'Escape');
    await expect(column(page, actionItems).getByRole('article').first()).toBeFocused();
  });

  await test.step('the column remembers the card that had the focus last', async () => {
    await first.focus();
    await pressAll(page, 'ArrowUp', 'ArrowLeft');
    await expect(first).toBeFocused();
    await pressAll(page, 'ArrowDown');
    await expect(second).toBeFocused();
    await pressAll(page, 'ArrowRight');
    await expect(column(page, toImprove).getByRole('article').nth(1)).toBeFocused();
    await pressAll(page, 'ArrowRight');
    await expect(card(page, 'Buy a faster machine')).toBeFocused();
    await pressAll(page, 'ArrowLeft', 'ArrowLeft', 'End');
    await expect(column(page, wentWell).getByRole('article').last()).toBeFocused();
    await pressAll(page, 'Home');
    await expect(first).toBeFocused();
    await pressAll(page, 'ArrowDown', 'Tab', 'Shift+Tab');
    await expect(second).toBeFocused();
    for (const name of [wentWell, toImprove, actionItems]) {
      await expect(column(page, name).locator('article[tabindex="0"]')).toHaveCount(1);
    }
  });

  await test.step('F2 leads to the buttons and links of a card, Escape back', async () => {
    const note = card(page, 'See https://example.com/builds');
    await note.focus();
    await pressAll(page, 'F2');
    await expect(note.getByRole('button', { name: /^Drag note: See https/ })).toBeFocused();
    await pressAll(page, 'ArrowRight');
    await expect(note.getByRole('link')).toBeFocused();
    await pressAll(page, 'ArrowRight');
    await expect(note.getByRole('button', { name: /^React to “See https/ })).toBeFocused();
    await pressAll(page, 'ArrowRight');
    await expect(note.getByRole('button', { name: /^Edit note: See https/ })).toBeFocused();
    await pressAll(page, 'ArrowRight');
    await expect(note.getByRole('button', { name: /^Actions for “See https/ })).toBeFocused();
    await pressAll(page, 'Escape');
    await expect(note).toBeFocused();
    await pressAll(page, 'F2', 'F2');
    await expect(note).toBeFocused();
  });

  await test.step('/ filters notes without losing a letter, and Escape clears the filter', async () => {
    const cards = page.getByRole('article');
    await card(page, 'Tea was hot').focus();
    await pressWithoutPause(page, '/', 'b', 'u');
    const field = page.getByRole('textbox', { name: 'Filter notes' });
    await expect(field).toHaveValue('bu');
    await page.keyboard.type('ilds');
    await expect(cards).toHaveText([/Builds are slow|builds/, /Builds are slow|builds/]);
    await expect(page.getByText('2 of 6', { exact: true })).toBeVisible();
    await pressAll(page, 'Enter');
    await expect(cards.first()).toBeFocused();
    await pressAll(page, 'ArrowDown');
    await expect(cards.nth(1)).toBeFocused();
    await field.fill('nothing like it');
    await expect(cards).toHaveCount(0);
    // Authors match, too.
    await field.fill('robin');
    await expect(cards).toHaveCount(6);
    await field.focus();
    await pressAll(page, 'Escape');
    await expect(field).toHaveCount(0);
    await expect(cards).toHaveCount(6);
    await expect(card(page, 'Tea was hot')).toBeFocused();
  });

  await test.step('forced colours mark the phase, tabs, dialogs and primary buttons by borders', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    const borderOf = (target: Locator) =>
      target.evaluate((node) => Number.parseFloat(getComputedStyle(node).borderBottomWidth));
    const rail = page.getByRole('region', { name: 'Phases' });
    expect(await borderOf(rail.locator('[aria-current="step"] .rail-line'))).toBeGreaterThan(2);
    expect(await borderOf(page.getByRole('tab', { selected: true }))).toBe(2);
    expect(await borderOf(page.getByRole('tab', { selected: false }).first())).toBe(0);
    expect(await borderOf(page.getByRole('button', { name: /^Next: / }))).toBe(2);
    await card(page, 'Tea was hot').focus();
    await pressAll(page, 'Enter');
    expect(await borderOf(page.getByRole('dialog'))).toBe(2);
    await pressAll(page, 'Escape');
    await page.emulateMedia({ forcedColors: 'none' });
  });

  await test.step('letters with modifiers do nothing, and letters in text fields are text', async () => {
    const note = card(page, 'Tea was hot');
    await note.focus();
    await pressAll(page, 'Control+e', 'Control+m', 'Alt+m', 'Shift+Delete', 'Shift+E');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(note).toBeFocused();
    await pressAll(page, 'Enter', 'End');
    await page.keyboard.type(' me');
    await pressAll(page, 'Home', 'Delete');
    await expect(page.getByLabel('Content')).toHaveValue('ea was hot me');
    await pressAll(page, 'Escape');
  });

  await test.step('without fields the third column is at most 6 tabs from Next', async () => {
    await meeting.moveTo('voting');
    const next = page.getByRole('button', { name: /^Next: Discussing/ });
    await next.focus();
    const third = card(page, 'Buy a faster machine');
    let tabs = 0;
    for (; tabs < 9 && !(await hasFocus(third)); tabs += 1) await page.keyboard.press('Tab');
    expect(tabs).toBeLessThanOrEqual(6);
  });
});

/** Sends all keys before the page has handled the first. */
async function pressWithoutPause(page: Page, ...keys: string[]): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const codes: Record<string, number> = { ArrowDown: 40, Enter: 13, Escape: 27, '/': 191 };
  const sent = keys.flatMap((key) => {
    const text = key === 'Enter' ? '\r' : key.length === 1 ? key : undefined;
    const common = {
      key,
      code: key,
      windowsVirtualKeyCode: codes[key] ?? key.toUpperCase().charCodeAt(0),
    };
    return [
      browser.send('Input.dispatchKeyEvent', { type: 'keyDown', ...common, ...(text && { text }) }),
      browser.send('Input.dispatchKeyEvent', { type: 'keyUp', ...common }),
    ];
  });
  await Promise.all(sent);
}

test('E edits, M moves, Delete deletes, and Ctrl+Z undoes', async ({ page, crew }) => {
  await openBoard(page, crew);
  const note = card(page, 'Tea was hot');
  await note.focus();
  await pressAll(page, 'e');
  const dialog = page.getByRole('dialog', { name: spec.board.editNote });
  await expect(dialog.getByLabel('Content')).toHaveValue('Tea was hot');
  await pressAll(page, 'Escape');
  await expect(note).toBeFocused();
  await pressAll(page, 'm');
  await expect(page.getByRole('menuitem', { name: toImprove })).toBeFocused();
  await pressAll(page, 'Escape');
  await expect(note).toBeFocused();
  // Keys arrive before the browser reports the closed menu.
  await pressWithoutPause(page, 'm', 'Escape', 'm', 'ArrowDown', 'Enter');
  await expect(column(page, actionItems).getByText('Tea was hot')).toBeVisible();
  await note.focus();
  await pressAll(page, 'm');
  // A space within an item's name does not press it.
  await page.keyboard.type('went ');
  await expect(page.getByRole('menuitem', { name: wentWell })).toBeFocused();
  await pressAll(page, 'Escape');
  await pressAll(page, 'Delete');
  await expect(note).toHaveCount(0);
  await pressAll(page, 'ControlOrMeta+z');
  await expect(note).toBeVisible();

  await test.step('menus support type-ahead by several letters', async () => {
    await card(page, 'Deploys were calm').focus();
    await pressAll(page, 'm');
    await page.keyboard.type('act');
    await expect(page.getByRole('menuitem', { name: actionItems })).toBeFocused();
    await pressAll(page, 'Enter');
    await expect(column(page, actionItems).getByText('Deploys were calm')).toBeVisible();
  });
});

test('J and arrows enter the board, Escape leaves an empty composer for its column, and Alt+digit moves between composers', async ({
  page,
  crew,
}) => {
  await openBoard(page, crew);
  const first = column(page, wentWell).getByRole('article').first();
  const line = (name: string) => page.getByRole('textbox', { name: `Write a note: ${name}` });
  for (const key of ['ArrowDown', 'ArrowRight', 'j']) {
    await page.locator('#main').evaluate((main) => main.focus());
    await pressAll(page, key);
    await expect(first).toBeFocused();
  }
  await pressAll(page, '2');
  await expect(line(toImprove)).toBeFocused();
  await page.keyboard.type('Ships late');
  await pressAll(page, 'Alt+3');
  await expect(line(actionItems)).toBeFocused();
  await pressAll(page, 'Alt+2');
  await expect(line(toImprove)).toBeFocused();
  await expect(line(toImprove)).toHaveValue('Ships late');
  await expect(line(actionItems)).toHaveValue('');
  await pressAll(page, 'Alt+3', 'Escape');
  await expect(column(page, actionItems).getByRole('article').first()).toBeFocused();
  await pressAll(page, '4');
  await expect(page.getByText('The board has 3 columns.')).toBeVisible();
});

test('T starts and opens the timer, A focuses the action field, and an unavailable key says why', async ({
  page,
  browser,
  crew,
}) => {
  const meeting = await openBoard(page, crew);
  const moveTo = (phase: string) =>
    call(crew.robin, ['POST', `/api/v1/meetings/${meeting.id}/phase/transition`], {
      phase,
      duration_minutes: null,
    });
  await test.step('on a board', async () => {
    await pressAll(page, 'e');
    await expect(page.getByText('Pick a note first. Any arrow key')).toBeVisible();
    await pressAll(page, 'ArrowDown', 'v');
    await expect(page.getByText('Voting has not begun.')).toBeVisible();
    await pressAll(page, 'q');
    await expect(
      page.getByText('You can only ask about revealed notes without a name.'),
    ).toBeVisible();
    await pressAll(page, 'a');
    await expect(page.getByText('Add actions in Discussing')).toBeVisible();
    await pressAll(page, 'b');
    await expect(page.getByText("You're already on the board.")).toBeVisible();
    await pressAll(page, 'c');
    await expect(page.getByText('The comment field opens in Discussing.')).toBeVisible();
    // Loads with the code of H.
    await expect(page.getByRole('button', { name: 'Floating reactions' })).toBeVisible();
    await pressAll(page, 'h');
    await expect(page.getByText("You're leading, so just speak.")).toBeVisible();
    await moveTo('voting');
    await expect(page.getByRole('button', { name: /^Vote: / }).first()).toBeVisible();
    await pressAll(page, 'm');
    await expect(page.getByText('Notes cannot be changed in this phase.')).toBeVisible();
    await pressAll(page, 'g');
    await expect(page.getByText('Notes can only be grouped during')).toBeVisible();
  });
  await test.step('the timer', async () => {
    const context = await browser.newContext();
    const other = await context.newPage();
    await signedInAs(context, crew.sasha.token);
    await other.goto(crew.robin.product.url + meeting.path);
    await expect(other.getByText('Connected', { exact: true })).toBeVisible();
    await pressAll(other, 't');
    await expect(other.getByText('Only leads can change the timer.')).toBeVisible();
    await context.close();
    await pressAll(page, 't');
    await expect(page.getByRole('button', { name: /^Timer: [23]:/ })).toBeVisible();
    await pressAll(page, 't');
    await expect(page.getByRole('dialog', { name: 'Timer' })).toBeVisible();
    await pressAll(page, 'Escape');
  });
  await test.step('an action item', async () => {
    for (const [phase, place] of [
      ['discussing', '.discussion'],
      ['closing_ready', '.closing-area'],
    ] as const) {
      await moveTo(phase);
      const line = page.locator(place).getByRole('combobox', { name: 'New action item' });
      await expect(line).toBeVisible();
      await pressAll(page, 'a');
      await expect(line).toBeFocused();
      await expect(line).toHaveValue('');
      await pressAll(page, 'Escape', '/');
      await expect(page.getByRole('textbox', { name: 'Filter notes' })).toHaveCount(0);
      await pressAll(page, 'Escape');
    }
  });
});

test('in half a window the arrows show the neighbouring column', async ({ page, crew }) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await openBoard(page, crew);
  await skipToBoard(page);
  const cards = column(page, wentWell).getByRole('article');
  await expect(cards.first()).toBeFocused();
  // Two cards are side by side.
  await pressAll(page, 'ArrowRight');
  await expect(cards.nth(1)).toBeFocused();
  await pressAll(page, 'ArrowRight');
  await expect(column(page, toImprove).getByRole('article').nth(1)).toBeFocused();
  await pressAll(page, 'ArrowRight');
  await expect(card(page, 'Buy a faster machine')).toBeFocused();
  await pressAll(page, 'ArrowLeft', 'ArrowLeft');
  await expect(cards.first()).toBeFocused();
  for (const shown of [cards.first(), cards.nth(1)]) {
    await expect(shown).toBeInViewport({ ratio: 1 });
  }
});

test('a moved note keeps the focus while the later code still loads', async ({ page, crew }) => {
  await page.route(/\/assets\/late-/, () => undefined);
  await openBoard(page, crew);
  await card(page, 'Tea was hot').focus();
  await pressAll(page, 'm');
  await expect(page.getByRole('menuitem', { name: toImprove })).toBeFocused();
  await pressAll(page, 'Enter');
  await expect(column(page, toImprove).getByRole('article', { name: 'Tea was hot' })).toBeFocused();
});

test('the focus stays on a moved note, moves to the neighbour of a deleted one, and outlasts every phase', async ({
  page,
  crew,
}) => {
  const meeting = await openBoard(page, crew);
  const cards = column(page, wentWell).getByRole('article');
  await cards.nth(1).focus();
  const names = await cards.evaluateAll((all) => all.map((each) => each.ariaLabel ?? ''));
  await pressAll(page, 'm');
  await expect(page.getByRole('menuitem', { name: toImprove })).toBeFocused();
  await pressAll(page, 'Enter');
  const moved = column(page, toImprove).getByRole('article', { name: names[1] ?? '' });
  await expect(moved).toBeFocused();
  await expect(moved).toBeInViewport();
  await pressAll(page, 'ControlOrMeta+z');
  await expect(cards).toHaveCount(3);
  const back = column(page, wentWell).getByRole('article', { name: names[1] ?? '' });
  await expect(back).toBeFocused();
  // It has not moved.
  await expect(cards.nth(1)).toBeFocused();

  await cards.nth(1).focus();
  const order = await cards.evaluateAll((all) => all.map((each) => each.ariaLabel ?? ''));
  await pressAll(page, 'Delete');
  await expect(cards).toHaveCount(2);
  await expect(page.getByRole('article', { name: order[2] ?? '' })).toBeFocused();
  await pressAll(page, 'Delete');
  await expect(cards).toHaveCount(1);
  await expect(page.getByRole('article', { name: order[0] ?? '' })).toBeFocused();

  await test.step('deleted by the menu, by the dialog, and by somebody else', async () => {
    const improve = column(page, toImprove).getByRole('article');
    await improve.first().focus();
    await improve
      .first()
      .getByRole('button', { name: /^Actions/ })
      .press('Enter');
    await page.getByRole('menuitem', { name: spec.board.delete }).press('Enter');
    await expect(improve).toHaveCount(1);
    await expect(improve).toBeFocused();
    const left = page.getByRole('article', { name: order[0] ?? '' });
    await left.focus();
    await pressAll(page, 'Enter');
    await page.getByRole('dialog').getByRole('button', { name: spec.board.delete }).press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(
      column(page, wentWell).getByRole('button', { name: spec.board.addNote }),
    ).toBeFocused();

    await improve.focus();
    const notes = await call<{ id: string; note_type: string }[]>(crew.robin, [
      'GET',
      `/api/v1/meetings/${meeting.id}/notes`,
    ]);
    const target = notes.find(({ note_type }) => note_type === 'to_improve');
    await call(crew.robin, ['DELETE', `/api/v1/meetings/${meeting.id}/notes/${target?.id ?? ''}`]);
    await expect(improve).toHaveCount(0);
    await expect(
      column(page, toImprove).getByRole('button', { name: spec.board.addNote }),
    ).toBeFocused();
  });

  await test.step('it stays through every phase, or returns', async () => {
    const note = card(page, 'Buy a faster machine');
    await note.focus();
    for (const phase of ['voting', 'discussing', 'writing', 'grouping']) {
      await call(crew.robin, ['POST', `/api/v1/meetings/${meeting.id}/phase/transition`], {
        phase,
        duration_minutes: null,
      });
      const label = page.getByText(spec.phases[phase as 'voting']).filter({ visible: true });
      await expect(label.first()).toBeVisible();
      // In Discussing the topics cover the board, and the focus is on the page.
      const focused = phase === 'discussing' ? page.locator('#main') : note;
      await expect(focused).toBeFocused();
    }
  });
});

test('a held key acts once, also where the focus has moved', async ({ page, crew }) => {
  await openBoard(page, crew);
  const notes = column(page, wentWell).getByRole('article');
  const phase = page.locator('[aria-current=step]');
  async function hold(keys: string, acted: () => Promise<void>): Promise<void> {
    const parts = keys.split('+');
    const key = parts.at(-1) ?? '';
    for (const part of parts) await page.keyboard.down(part);
    await acted();
    for (let times = 0; times < 3; times += 1) await page.keyboard.down(key);
    for (const part of parts) await page.keyboard.up(part);
    // Requests that the key has caused arrive before this answer.
    await page.evaluate(() => fetch('/api/v1/version'));
    await acted();
  }
  const tea = card(page, 'Tea was hot');
  const text = page.getByRole('dialog', { name: spec.board.editNote }).getByLabel('Content');
  for (const key of ['e', 'Enter', ' ']) {
    await tea.focus();
    await hold(key, () => expect(text).toHaveValue('Tea was hot'));
    await page.keyboard.press('Escape');
  }
  await tea.focus();
  await hold('n', () => expect(composer(page, wentWell)).toHaveValue(''));
  await hold('a', () => expect(composer(page, wentWell)).toHaveValue(/^a/));
  await expect(composer(page, wentWell)).toHaveValue('aaaa');
  await page.keyboard.press('Escape');

  await tea.focus();
  await hold('F2', () => expect(tea.locator(':focus')).toHaveCount(1));
  await tea.getByRole('button', { name: /^Actions/ }).focus();
  await hold('Enter', () => expect(page.getByRole('menuitem').first()).toBeFocused());
  await page.keyboard.press('Escape');
  // A letter goes on through the items of its menu.
  await page.getByRole('button', { name: 'Jump to' }).click();
  // The browser reports the opening in a later task.
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  for (const to of [spec.phases.revealing, spec.phases.closing_ready]) {
    await page.keyboard.down('r');
    await expect(page.getByRole('menuitem', { name: to })).toBeFocused();
  }
  await page.keyboard.up('r');
  await page.keyboard.press('Escape');

  await tea.focus();
  await hold('Delete', () => expect(notes).toHaveCount(2));
  await hold(']', () => expect(phase).toContainText(spec.phases.voting));
  const next = page.getByRole('button', { name: spec.meeting.next(spec.phases.discussing) });
  // A press before the answer could be the second of a double click.
  await expect(next).toBeEnabled();
  await next.focus();
  await hold('Enter', () => expect(phase).toContainText(spec.phases.discussing));
  await page.getByRole('button', { name: spec.meeting.finish, exact: true }).focus();
  await hold('Enter', () => expect(page.getByRole('alertdialog')).toBeVisible());

  await page.goto('/actions');
  await page.getByRole('button', { name: 'New action' }).click();
  const line = page.getByRole('combobox', { name: 'New action item' });
  await line.fill('Ask for a reviewer');
  await hold('Enter', () => expect(line).toHaveValue(''));
  await expect(page.getByText('Please say what needs to be done.')).toHaveCount(0);
});
