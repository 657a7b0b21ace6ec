// An AI summary: enabled by the team, reviewed before it is sent, edited before it is published.
import { type AiServer, saying, startAiServer } from '@wentwell/server/test/ai-server';

import { test as base } from './crew.ts';
import { copiedReport, openBoardSettings } from './four-people.ts';
import { judge, judgeDialog, judgeOnRequest } from './judge.ts';
import { judgeRoom, looks, looksOfDialogs } from './little-room.ts';
import { historySettles, openDrawer } from './visit.ts';
import { call, expect, holdBack, newMeeting, signedInAs } from './walk.ts';

const test = base.extend<object, { ai: AiServer }>({
  ai: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern.
    async ({}, use) => {
      await using ai = await startAiServer();
      await use(ai);
    },
    { scope: 'worker' },
  ],
  settings: [async ({ ai }, use) => use(ai.settings), { scope: 'worker' }],
});

test('a team enables AI; the lead reads, edits and publishes a draft; a refusal keeps the text', async ({
  page,
  crew,
  ai,
}) => {
  const { robin, team } = crew;
  const notes = [['went_well', 'Robin shipped it']] as const;
  const meeting = await newMeeting(robin, team, { status: 'closed', notes });
  await signedInAs(page.context(), robin.token);
  await page.goto('/dashboard');
  await openDrawer(page);
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Rename Team' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename Team' });
  await dialog.getByRole('checkbox', { name: 'Summaries with AI' }).check();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toBeHidden();

  await historySettles(page);
  await page.goto(meeting.path);
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await page.getByRole('button', { name: 'Draft a summary with AI' }).click();
  const drafting = page.getByRole('dialog', { name: 'Draft a summary with AI' });
  const sent = drafting.getByRole('textbox', { name: 'What is sent' });
  await expect(sent).toHaveValue(/Person \d shipped it/);
  await judgeDialog(page, 'ai-request');
  await judgeRoom(page, 'ai-request', looksOfDialogs);
  ai.answer = (response) => response.writeHead(500).end();
  await drafting.getByRole('button', { name: 'Send and draft' }).click();
  await expect(drafting.getByRole('alert')).toContainText('The AI service gave no usable answer.');
  ai.answer = saying('It was shipped.');
  await drafting.getByRole('button', { name: 'Send and draft' }).click();
  const summary = drafting.getByRole('textbox', { name: 'Summary' });
  await expect(summary).toHaveValue('It was shipped.');
  await expect(drafting.getByRole('alert')).toHaveCount(0);

  await summary.fill('');
  await drafting.getByRole('button', { name: 'Publish in the report' }).click();
  await expect(drafting.getByRole('alert')).toContainText('Please enter a summary.');
  await summary.fill('We shipped it.');
  await test.step('the text is kept over a closed dialog and a reload', async () => {
    await page.keyboard.press('Escape');
    await expect(drafting).toBeHidden();
    await historySettles(page);
    await page.reload();
    await page.getByRole('button', { name: 'Draft a summary with AI' }).click();
    await expect(summary).toHaveValue('We shipped it.');
  });
  const publish = drafting.getByRole('button', { name: 'Publish in the report' });
  const letGo = await holdBack(page, /\/ai-summary$/);
  await publish.click();
  await expect(drafting.getByRole('button', { name: 'Close' })).toBeDisabled();
  await summary.fill('We shipped it twice.');
  await letGo();
  await expect(publish).toBeEnabled();
  await expect(summary, 'typed meanwhile').toHaveValue('We shipped it twice.');
  await summary.fill('We shipped it.');
  await publish.click();
  await expect(drafting).toBeHidden();
  const report = page.getByRole('region', { name: 'Summary' });
  await expect(report).toContainText(
    'We shipped it.Drafted by small-1, edited and published by Robin Field',
  );
  await judge(page, 'ai-summary');
  await judgeRoom(page, 'ai-summary', looks);
  const goOn = await holdBack(page, /\/ai-summary$/);
  await page.reload();
  await page.getByRole('button', { name: 'Export' }).click();
  const copy = page.getByRole('menuitem', { name: 'Copy as Markdown' });
  await expect(copy, 'waits for the summary').toBeDisabled();
  await page.keyboard.press('Escape');
  await goOn();
  expect(await copiedReport(page)).toContain('## Summary\n\nWe shipped it.\n\n_Drafted by small-1');
  await report.getByRole('button', { name: 'Remove summary' }).click();
  await expect(report).not.toContainText('We shipped it.');
});

test('R-303 an anonymous meeting agrees to AI, and joining says so', async ({
  page,
  crew: { robin, team },
}) => {
  await call(robin, ['PUT', `/api/v1/teams/${team.id}`], { ai: true });
  const { id, path } = await newMeeting(robin, team, { phase: 'joining' });
  await call(robin, ['PUT', `/api/v1/meetings/${id}`], { settings: { anonymous: true } });
  await signedInAs(page.context(), robin.token);
  await page.goto(path);
  const told = page.getByText('An AI summary may read the notes of this meeting, without names.');
  await expect(page.getByText('Waiting for people to join...')).toBeVisible();
  await expect(told).toHaveCount(0);
  const settings = await openBoardSettings(page);
  await settings.getByRole('checkbox', { name: 'An AI summary may read the notes' }).check();
  await page.keyboard.press('Escape');
  await expect(told).toBeVisible();
  await judgeOnRequest(page, 'ai-notes');
});
