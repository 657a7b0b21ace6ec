// Search over all the user's teams: from the palette to its page, by words, kind, team and day.
import { test } from './crew.ts';
import { judge, judgeState } from './judge.ts';
import { historySettles, openDrawer } from './visit.ts';
import { answerWith, call, expect, newMeeting, newTeam, signedInAs } from './walk.ts';

test('the palette opens all results, filtered by kind, team and day', async ({
  page,
  product,
  crew,
}) => {
  const { robin, sasha, team } = crew;
  const url = product.url;
  const notes = Array.from(
    { length: 24 },
    (_, each) => ['to_improve', `Flaky test ${each}`] as const,
  );
  const meeting = await newMeeting(
    robin,
    { ...team, name: 'Flaky sprint' },
    { phase: 'discussing', notes: [...notes, ['went_well', 'No flaky build']] },
  );
  const agreed = { text: 'Quarantine flaky tests' };
  await call(robin, ['POST', `/api/v1${meeting.path}/actions`], agreed);
  const hidden = await newMeeting(sasha, { ...team, name: 'Later' }, { phase: 'writing' });
  await call(sasha, ['POST', `/api/v1${hidden.path}/notes`], { content: 'Flaky and face down' });
  const second = await newTeam(robin, 'Payments');
  await call(robin, ['POST', `/api/v1/teams/${second.id}/actions`], { text: 'Flaky ledger' });
  await signedInAs(page.context(), robin.token);
  await page.goto(`${url}/dashboard`);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();

  const field = page.getByRole('searchbox', { name: 'Search in my teams' });
  const results = page.getByRole('list', { name: 'Results' }).getByRole('listitem');
  const kind = (name: string) => page.getByRole('radio', { name });
  await test.step('from the palette, whose last row it is', async () => {
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    await page.keyboard.type('flaky');
    const last = palette.getByRole('option').last();
    await expect(last).toHaveText('Search for “flaky”');
    await page.keyboard.press('ArrowUp');
    await expect(last).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${url}/search?q=flaky`);
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('flaky');
    // The browser's own button would be here.
    const { width = 0 } = (await field.boundingBox()) ?? {};
    await field.click({ position: { x: width - 104, y: 22 } });
    await expect(field).toHaveValue('flaky');
  });
  await test.step('with the words marked, and where they stand', async () => {
    await expect(page.getByRole('status').filter({ hasText: '28 found' })).toBeVisible();
    await expect(kind('All 28')).toBeChecked();
    await expect(results).toHaveCount(20);
    await page.getByRole('button', { name: 'More' }).click();
    await expect(results).toHaveCount(28);
    await expect(page.getByRole('button', { name: 'More' })).toHaveCount(0);
    const note = results.filter({ hasText: 'No flaky build' });
    await expect(note).toContainText('Went Well · Flaky sprint · Rocket');
    await expect(note.locator('mark')).toHaveText('flaky');
    await expect(page.getByText('face down', { exact: true })).toHaveCount(0);
    await judge(page, 'search');
  });
  await test.step('by kind, by team and by day, in an address that can be shared', async () => {
    await kind('Actions 2').click();
    await expect(kind('Actions 2')).toBeChecked();
    await expect(results).toHaveCount(2);
    await page.getByRole('combobox', { name: 'Team' }).selectOption('Payments');
    await expect(results).toHaveText([/Flaky ledger\s*Action · Payments/]);
    await page.reload();
    await expect(results).toHaveCount(1);
    await expect(kind('Actions 1')).toBeChecked();
    await page.getByRole('button', { name: 'Any day' }).click();
    await page.getByRole('dialog', { name: 'Day' }).getByLabel('Before').fill('2020-03-01');
    await expect(page.getByText('Nothing found for “flaky”')).toBeVisible();
    await expect(page).toHaveURL(/team_id=.*&kind=action&before=2020-03-01/);
    await judgeState(page, 'search-empty');
    await page.getByRole('dialog', { name: 'Day' }).getByRole('button').click();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Team' }).selectOption('All my teams');
    await kind('All 28').click();
    await expect(kind('All 28')).toBeChecked();
  });
  await test.step('by other words, and by none', async () => {
    await field.fill('no bui');
    await expect(results).toHaveCount(1);
    await expect(page).toHaveURL(`${url}/search?q=no+bui`);
    await answerWith(page, '**/api/v1/search?*', { status: 409, detail: 'Not just now.' });
    await field.fill('quarantine');
    await expect(page.getByText('Not just now.')).toBeVisible();
    await page.unroute('**/api/v1/search?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await results.getByRole('link', { name: agreed.text }).click();
    await expect(page).toHaveURL(url + meeting.path);
    await page.goto(`${url}/search`);
    await expect(page.getByText("Search your teams' boards")).toBeVisible();
    await expect(page.getByText(/^You only see results you have access to/)).toBeVisible();
  });
  await test.step('by other forms of words, in the language of the team', async () => {
    await field.fill('quarantined');
    await expect(page.getByText('Nothing found for “quarantined”')).toBeVisible();
    await openDrawer(page);
    await page.getByRole('button', { name: 'Actions for Rocket' }).click();
    await page.getByRole('menuitem', { name: 'Rename Team' }).click();
    await page.getByRole('combobox', { name: 'Language of notes' }).selectOption('English');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Team updated.')).toBeVisible();
    await historySettles(page);
    await page.reload();
    await expect(results.locator('mark')).toHaveText('Quarantine');
  });
});

test('words without a visible character search for nothing', async ({ page, crew }) => {
  await signedInAs(page.context(), crew.robin.token);
  const unseen = '\u3164\u2800\u200b';
  await page.goto(`/search?q=${encodeURIComponent(unseen)}`);
  await expect(page.getByRole('heading', { name: "Search your teams' boards" })).toBeVisible();
  await page.getByRole('button', { name: /^Team: / }).click();
  await page.getByRole('combobox', { name: 'Search Team' }).fill(unseen);
  await expect(page.getByRole('option', { name: crew.team.name })).toBeVisible();
  await page.keyboard.press('Escape');

  const board = await newMeeting(crew.robin, crew.team, { notes: [['went_well', 'Calm']] });
  await page.goto(board.path);
  const note = page.getByRole('article', { name: /Calm$/ });
  await note.focus();
  await page.keyboard.press('/');
  await page.getByRole('textbox', { name: 'Filter notes' }).fill(unseen);
  await expect(note).toBeVisible();
});
