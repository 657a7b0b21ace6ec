// The command palette and the list of shortcuts, by keyboard.
import { AxeBuilder } from '@axe-core/playwright';
import type { CDPSession, Locator, Page } from '@playwright/test';

import { typeBlindly } from './blind-typing.ts';
import { type Crew, test } from './crew.ts';
import { expect } from './product.ts';
import { spec } from './spec-texts.ts';
import { historySettles } from './visit.ts';
import { call, holdBack, newMeeting, signedInAs, openAs, openBoard } from './walk.ts';

async function openDashboard(page: Page, { robin }: Crew): Promise<void> {
  await openAs(page, robin, '/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
}

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
}

async function run(page: Page, typed: string, label: string): Promise<void> {
  await openPalette(page);
  await page.keyboard.type(typed);
  await expect(palette(page).getByRole('option', { selected: true })).toHaveText(label);
  await page.keyboard.press('Enter');
  // Keys are the palette's until it has faded out.
  await expect(palette(page)).toBeHidden();
}

/** Ctrl+K and letters without a pause. */
async function openAndType(cdp: CDPSession, text: string): Promise<void> {
  const key = { key: 'k', windowsVirtualKeyCode: 'K'.charCodeAt(0), modifiers: 2 };
  const opened = [
    cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key }),
    cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }),
  ];
  await typeBlindly(cdp, text);
  await Promise.all(opened);
}

for (const place of ['the dashboard', 'a board']) {
  test(`on ${place}, just opened on a slow machine, no letter after Ctrl+K is lost`, async ({
    page,
    crew,
  }) => {
    const isBoard = place === 'a board';
    const count = { length: isBoard ? 60 : 0 };
    const notes = Array.from(count, (_, each) => ['went_well', `Note ${each}`] as const);
    const { path } = await newMeeting(crew.robin, { ...crew.team, name: 'Sprint 12' }, { notes });
    await signedInAs(page.context(), crew.robin.token);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto(crew.robin.product.url + (isBoard ? path : '/dashboard'));
    const first = isBoard
      ? page.getByRole('article')
      : page.getByRole('button', { name: 'Search' });
    await first.first().waitFor();
    // Whether the input has the focus in the frame that shows the palette.
    await page.evaluate(() => {
      const look = () => {
        const isDrawn = document.querySelector('[role=dialog]:not([popover])') !== null;
        if (!isDrawn) requestAnimationFrame(look);
        else
          document.documentElement.dataset['focused'] = document.activeElement?.role ?? 'nothing';
      };
      addEventListener('keydown', () => requestAnimationFrame(look), { once: true });
    });
    const typed = 'jump to ready to close quickly';
    await openAndType(cdp, typed);
    await expect(palette(page).getByRole('combobox')).toHaveValue(typed);
    await expect(page.locator('html')).toHaveAttribute('data-focused', 'combobox');
  });
}

test('finds meetings, people, columns by name, and notes by text', async ({ page, crew }) => {
  const meeting = await newMeeting(
    crew.robin,
    { ...crew.team, name: 'Platform retro 7' },
    { phase: 'grouping', notes: [['went_well', 'The unicorn left early']] },
  );
  await newMeeting(crew.robin, { ...crew.team, name: 'Payments retro 3' }, { status: 'planned' });
  await openDashboard(page, crew);
  await test.step('a meeting', async () => {
    await openPalette(page);
    await expect(palette(page).getByRole('option', { name: /Platform retro/ })).toHaveCount(0);
    await page.keyboard.type('platform');
    const option = palette(page).getByRole('option', { name: /Platform retro 7/ });
    await expect(option).toContainText('Rocket · Live');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(meeting.path);
  });
  await test.step('a note by its text', async () => {
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page).toHaveURL(/dashboard/);
    await openPalette(page);
    await page.keyboard.type('unic');
    const option = palette(page).getByRole('option', { name: /The unicorn left early/ });
    await expect(option).toContainText('Platform retro 7');
    await option.click();
    await expect(page).toHaveURL(meeting.path);
  });
  await test.step('one of the board that is shown, from memory, and leads to it', async () => {
    const note = page.getByRole('article', { name: /The unicorn left early/ });
    await expect(note).toBeVisible();
    await page.route('**/api/v1/search?**', () => {});
    await openPalette(page);
    await page.keyboard.type('unic');
    const option = palette(page).getByRole('option', { name: /The unicorn left early/ });
    await expect(option).toContainText('Went Well');
    await option.click();
    await expect(note).toBeFocused();
    // Matches a word of the note, and a keyword of floating reactions.
    await openPalette(page);
    await page.keyboard.type('e');
    const noteOrReaction = palette(page).getByRole('option', { name: /unicorn|^Send .* up over/ });
    await expect(noteOrReaction.first()).toContainText('The unicorn left early');
    await expect(noteOrReaction.nth(1)).toContainText('up over the board');
    await page.keyboard.press('Escape');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
  await test.step('one that is not among the latest, and before it answers what it found', async () => {
    const later = Array.from({ length: 51 }, (_, each) => ({
      name: `Planned ${each}`,
      team_id: crew.team.id,
      start_time: '2040-01-01T09:00:00Z',
    }));
    for (const body of later) await call(crew.robin, ['POST', '/api/v1/meetings'], body);
    await page.reload();
    await expect(page.getByText('Connected', { exact: true })).toBeVisible();
    await openPalette(page);
    const option = (name: RegExp) => palette(page).getByRole('option', { name });
    await page.keyboard.type('retro pay');
    await expect(option(/Payments retro 3/)).toContainText('Rocket · Planned');
    await expect(option(/Platform retro 7/)).toHaveCount(0);
    const letGo = await holdBack(page, '**/api/v1/meetings?*');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('platf 7');
    await expect(palette(page).getByText('Searching…')).toBeVisible();
    // Enter waits for the server's results.
    await page.keyboard.press('Enter');
    await letGo();
    // The page was visible before, so the palette's closing proves that Enter was handled.
    await expect(palette(page)).toHaveCount(0);
    await expect(page).toHaveURL(meeting.path);
    await page.unrouteAll();
  });
  await test.step('a column', async () => {
    await expect(page.getByText('Connected', { exact: true })).toBeVisible();
    await run(page, 'add note improve', 'Add note to To Improve…');
    const dialog = page.getByRole('dialog', { name: 'Add Note' });
    await expect(dialog.getByRole('combobox', { name: 'Note Type' })).toHaveValue('to_improve');
    await expect(dialog.getByLabel('Content')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });
  await test.step('the acts on the focused note, first, with their keys', async () => {
    const note = page.getByRole('article', { name: /unicorn/ });
    await note.focus();
    await openPalette(page);
    await expect(palette(page).getByRole('group', { name: 'This note' })).toContainText('Edit');
    await page.keyboard.type('move');
    await expect(palette(page).getByRole('option', { selected: true })).toHaveText('Move to…M');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'To Improve' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(note).toBeFocused();
  });
  await test.step('the phases of the open meeting', async () => {
    await run(page, 'jump discussing', 'Jump to Discussing');
    await expect(page.getByRole('button', { name: 'Next: Ready to Close' })).toBeVisible();
  });
  await test.step('a person', async () => {
    await openPalette(page);
    await page.keyboard.type('sasha');
    await expect(palette(page).getByRole('option', { name: /Sasha Brook/ })).toContainText(
      'Member of Rocket',
    );
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/team-members');
  });
});

test('opens, searches and closes by keyboard, and runs the result', async ({ page, crew }) => {
  await openDashboard(page, crew);
  const dashboard = page.getByRole('heading', { level: 1, name: 'Dashboard' });

  await test.step('it says so when nothing matches, and is used with arrow keys', async () => {
    await openPalette(page);
    const { navigation, teams, actions, appearance, newRetro } = spec.palette;
    for (const heading of [navigation, teams, actions, appearance]) {
      await expect(palette(page).getByText(heading, { exact: true })).toBeVisible();
    }
    await expect(palette(page).getByRole('option', { name: newRetro })).toBeVisible();
    await page.keyboard.type('zzqq');
    await expect(palette(page).getByText('No results for “zzqq”')).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(palette(page)).toBeHidden();
    await openPalette(page);
    await page.keyboard.press('ArrowDown');
    await expect(palette(page).getByRole('option', { selected: true })).toHaveText(
      'Go to Team Members',
    );
  });

  await test.step('it is a modal list for screen readers, left by Escape, Back and a press beside it', async () => {
    await expect(page.locator('#root')).toHaveAttribute('aria-hidden', 'true');
    const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    await page.keyboard.press('Tab');
    await expect(palette(page).getByRole('combobox')).toBeFocused();
    // Like a page that appears behind it.
    await page.locator('#main').evaluate((main) => main.focus());
    await page.keyboard.press('Escape');
    await expect(palette(page)).toHaveCount(0);
    await openPalette(page);
    await historySettles(page);
    await page.goBack();
    await expect(palette(page)).toHaveCount(0);
    await expect(dashboard).toBeVisible();
    await openPalette(page);
    await page.mouse.click(5, 500);
    await expect(palette(page)).toHaveCount(0);
  });

  await test.step('it invites, from its own button, which names the keys', async () => {
    const button = page.getByRole('button', { name: 'Search' });
    await expect(button).toHaveText('SearchCtrlK');
    await button.click();
    await page.keyboard.type('invite');
    await expect(palette(page).getByRole('option', { selected: true })).toContainText('Invite…');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Invite a Member' });
    const isRingWhole = await dialog.getByRole('textbox').evaluate((field) => {
      const { left, bottom } = field.getBoundingClientRect();
      return document.elementFromPoint(left + 20, bottom + 2)?.contains(field);
    });
    expect(isRingWhole, 'nothing covers the focus ring').toBe(true);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(button).toBeFocused();
  });

  await test.step('it changes the theme at once, and creates a retro', async () => {
    await run(page, 'nord', 'Theme: Nord');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'nord');
    await run(page, 'new retro', 'Create New Retro');
    await expect(page.getByRole('dialog', { name: 'Create New Meeting' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('it opens what is typed, and remembers recent commands', async () => {
    await openPalette(page);
    await page.keyboard.type('members');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/team-members');
    await expect(palette(page)).toBeHidden();
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(palette(page).getByRole('option').first()).toHaveText('Go to Team Members');
    await page.keyboard.press('Escape');
    await expect(palette(page)).toBeHidden();
  });

  await test.step('"?" lists the keys, except in a text field', async () => {
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(list.getByRole('heading', { level: 3 }).first()).toHaveText('Right now');
    await page.keyboard.press('Escape');
    await historySettles(page);
    await page.goto('/profile');
    await page.getByLabel('First name').focus();
    await page.keyboard.type('?');
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});

test('in a meeting it starts with the next step, and knows synonyms for allowed and forbidden actions', async ({
  page,
  crew,
  newPage,
}) => {
  const meeting = await newMeeting(crew.robin, crew.team, { phase: 'writing' });
  const chosen = (each: Page) => palette(each).getByRole('option', { selected: true });

  await test.step('of a lead', async () => {
    await openBoard(page, crew.robin, meeting.path);
    await openPalette(page);
    await expect(chosen(page)).toHaveText('Next: Revealing]');
    for (const word of ['end', 'close', 'finish']) {
      await page.keyboard.press('Control+a');
      await page.keyboard.type(word);
      await expect(palette(page).getByRole('option', { name: 'Finish…' })).toBeVisible();
    }
    await page.keyboard.press('Control+a');
    await page.keyboard.type('anonymous');
    await expect(chosen(page)).toHaveText('Board settingsanonymous');
    await page.keyboard.press('Escape');
    await expect(palette(page)).toHaveCount(0);
  });

  await test.step('of a member', async () => {
    const member = await openBoard(await newPage(), crew.sasha, meeting.path);
    await openPalette(member);
    await expect(chosen(member)).toHaveText("I'm doneD");
    await member.keyboard.type('ready');
    await expect(chosen(member)).toHaveText("I'm donereadyD");
    await member.keyboard.press('Enter');
    await expect(member.getByRole('button', { name: /^I'm done/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    for (const [word, label] of [
      ['next', 'Next: Revealing'],
      ['jump', 'Jump to…'],
    ] as const) {
      await run(member, word, label);
      const notice = member.getByText('Only leads can change the phase.');
      await expect(notice).toBeVisible();
      await member.getByRole('button', { name: 'Dismiss' }).first().click();
      await expect(notice).toHaveCount(0);
    }
    await run(member, 'finish', 'Finish…');
    await expect(
      member.getByText('Only leads and team admins can change this meeting.'),
    ).toBeVisible();
  });
});

test('opens from every field and popup', async ({ page, crew }) => {
  const { robin, team } = crew;
  const notes = ['Tea was hot', 'Builds are slow'].map((text) => ['went_well', text] as const);
  const meeting = await newMeeting(robin, team, { notes });
  const note_ids = (await meeting.notes()).map((note) => note.id);
  const path = `${meeting.api}/groups`;
  const group = await call<{ id: string }>(robin, ['POST', path], { note_ids });
  await openAs(page, robin, meeting.path);
  const popup = page.locator('[popover=auto]:popover-open');
  async function expectPalette(from: Locator): Promise<void> {
    await expect(from.and(page.locator(':focus-within'))).toBeVisible();
    await openPalette(page);
    await expect(popup).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(palette(page)).toBeHidden();
  }

  await page.getByRole('article', { name: /^Group / }).focus();
  await page.keyboard.press('e');
  await expectPalette(page.getByRole('textbox', { name: /^Title of group/ }));
  await page.getByRole('button', { name: 'Meeting menu' }).press('Enter');
  await expectPalette(popup);
  await page.getByRole('button', { name: /votes each/ }).press('Enter');
  await expectPalette(popup);

  await meeting.moveTo('discussing');
  await call(robin, ['POST', `${meeting.api}/actions`], {
    text: 'Book a room',
    topic_id: group.id,
  });
  const line = page.getByRole('main').getByRole('combobox', { name: 'New action item' });
  await line.fill('Ask');
  await expectPalette(line);
  const actions = page.getByRole('button', { name: 'Actions for Book a room' });
  await actions.click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expectPalette(page.getByRole('combobox', { name: 'Edit action item' }));
  await page.keyboard.press('Escape');
  await actions.click();
  await page.getByRole('menuitem', { name: 'Drop…' }).click();
  await expectPalette(page.getByLabel('Why drop it?'));
});
