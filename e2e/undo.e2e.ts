// Undoing one's own changes by keyboard and toast, in a row, offline, and never others'.
import type { Page } from '@playwright/test';

import { type Crew, test } from './crew.ts';
import { expect } from './product.ts';
import { call, newMeeting, openBoard, toasts, type Meeting } from './walk.ts';

/** Robin's live meeting, open in Robin's page. */
async function openRetro(
  page: Page,
  { team, robin }: Crew,
  options?: Parameters<typeof newMeeting>[2],
) {
  const meeting = await newMeeting(robin, team, options);
  await openBoard(page, robin, meeting.path);
  return meeting;
}

const column = (page: Page, name: string) => page.getByRole('region', { name });
const noteIn = (page: Page, name: string, text: string) =>
  column(page, name).getByRole('article').filter({ hasText: text });
const anyNote = (page: Page) => page.getByRole('article');
const pressUndo = (page: Page) => page.keyboard.press('ControlOrMeta+z');
const pressRedo = (page: Page) => page.keyboard.press('ControlOrMeta+Shift+z');

async function addNote(page: Page, name: string, text: string): Promise<void> {
  await column(page, name)
    .getByRole('button', { name: /^Add Note/ })
    .click();
  await page.getByLabel('Content').fill(text);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(noteIn(page, name, text)).toBeVisible();
}

async function editNote(page: Page, from: string, to: string): Promise<void> {
  await anyNote(page).filter({ hasText: from }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Content').fill(to);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(anyNote(page).filter({ hasText: to })).toBeVisible();
}

async function choose(page: Page, text: string, item: string): Promise<void> {
  const note = anyNote(page).filter({ hasText: text });
  await note.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** The server's notes. */
const storedTexts = async (meeting: Meeting) =>
  (await meeting.notes()).map(({ note_type, content }) => `${note_type}: ${content}`);

test('adding, editing, moving and deleting are undone one by one, and redone', async ({
  page,
  crew,
}) => {
  const meeting = await openRetro(page, crew);
  await addNote(page, 'Went Well', 'Deploys were calm');
  await editNote(page, 'Deploys were calm', 'Deploys were quick');
  await choose(page, 'Deploys were quick', 'To Improve');
  await expect(noteIn(page, 'To Improve', 'quick')).toBeVisible();
  await choose(page, 'Deploys were quick', 'Delete');
  await expect(anyNote(page)).toHaveCount(0);

  await pressUndo(page);
  await expect(noteIn(page, 'To Improve', 'quick')).toBeVisible();
  await expect(toasts(page).getByText('Note restored')).toBeVisible();
  await pressUndo(page);
  await expect(noteIn(page, 'Went Well', 'quick')).toBeVisible();
  await pressUndo(page);
  await expect(noteIn(page, 'Went Well', 'calm')).toBeVisible();
  await pressUndo(page);
  await expect(anyNote(page)).toHaveCount(0);
  await expect.poll(() => meeting.notes()).toEqual([]);
  await pressUndo(page);
  await expect(toasts(page).getByText('Nothing to undo')).toBeVisible();

  for (let times = 0; times < 3; times += 1) await pressRedo(page);
  await expect(noteIn(page, 'To Improve', 'quick')).toBeVisible();
  await expect.poll(() => storedTexts(meeting)).toEqual(['to_improve: Deploys were quick']);
  await pressRedo(page);
  await expect(anyNote(page)).toHaveCount(0);
  await expect.poll(() => meeting.notes()).toEqual([]);
});

test('every change offers Undo, politely, without covering the work', async ({ page, crew }) => {
  await openRetro(page, crew);
  await expect(toasts(page)).toHaveAttribute('aria-live', 'polite');
  const undoOf = (title: string) =>
    toasts(page)
      .getByRole('group')
      .filter({ hasText: title })
      .getByRole('button', { name: 'Undo' });

  await addNote(page, 'Went Well', 'First');
  // The new card is notice enough.
  await expect(undoOf('Note added')).toHaveCount(0);
  await pressUndo(page);
  await expect(anyNote(page)).toHaveCount(0);
  await toasts(page).getByRole('button', { name: 'Redo' }).click();
  await expect(noteIn(page, 'Went Well', 'First')).toBeVisible();
  await editNote(page, 'First', 'Second');
  await undoOf('Note edited').click();
  await expect(noteIn(page, 'Went Well', 'First')).toBeVisible();
  await choose(page, 'First', 'Action Items');
  await undoOf('Note moved').click();
  await expect(noteIn(page, 'Went Well', 'First')).toBeVisible();

  await test.step('of two deletions each has its own', async () => {
    await addNote(page, 'To Improve', 'Other');
    await choose(page, 'First', 'Delete');
    await choose(page, 'Other', 'Delete');
    await undoOf('Note deleted').first().click();
    await expect(undoOf('Note deleted')).toHaveCount(1);
    await expect(noteIn(page, 'Went Well', 'First')).toBeVisible();
    await undoOf('Note deleted').click();
    await expect(noteIn(page, 'To Improve', 'Other')).toBeVisible();
  });

  await test.step('in a text field the keys are the field’s', async () => {
    await addNote(page, 'Went Well', 'Stays');
    await column(page, 'Went Well')
      .getByRole('button', { name: /^Add Note/ })
      .click();
    const content = page.getByLabel('Content');
    // One letter: how many undo steps more letters make depends on typing speed.
    await content.press('a');
    await pressUndo(page);
    await expect(content).toHaveValue('');
    await expect(page.locator('article').filter({ hasText: 'Stays' })).toBeVisible();

    await test.step('a discarded draft comes back', async () => {
      await content.fill('Half a thought');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await pressUndo(page);
      await expect(content).toHaveValue('Half a thought');
    });
  });
});

test('a phase change can be undone until somebody has changed something', async ({
  page,
  crew,
}) => {
  const meeting = await openRetro(page, crew, { phase: 'writing' });
  const next = (name: string) => page.getByRole('button', { name: `Next: ${name}` });
  await next('Revealing').click();
  await expect(next('Grouping')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('undo');
  await expect(page.getByRole('option', { name: 'Undo: moving to Revealing' })).toBeVisible();
  await page.keyboard.press('Escape');
  await pressUndo(page);
  await expect(next('Revealing')).toBeVisible();
  await expect(toasts(page).getByText('Back to Writing')).toBeVisible();
  await pressRedo(page);
  await expect(next('Grouping')).toBeVisible();
  await next('Grouping').click();
  const moved = toasts(page).getByRole('group').filter({ hasText: 'Now: Grouping' });
  // It stays while hovered, however long the rest takes.
  await moved.hover();
  await expect(next('Voting')).toBeVisible();
  await call(crew.sasha, ['POST', `/api/v1/meetings/${meeting.id}/notes`], {
    content: 'Sasha is at work',
    note_type: 'went_well',
  });
  await expect(noteIn(page, 'Went Well', 'Sasha is at work')).toBeVisible();
  await pressUndo(page);
  await expect(toasts(page).getByText('Nothing to undo')).toBeVisible();
  await expect(next('Voting')).toBeVisible();
  await test.step('the toast still takes it back', async () => {
    await moved.getByRole('button', { name: 'Undo' }).click();
    await expect(next('Grouping')).toBeVisible();
  });
});
