// Ready to Close and the report (docs/retro.md ): reviewed, readable and printable.
import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';
import { MeetingExport } from '@wentwell/contract/exports/meeting-export';

import { type Crew, test } from './crew.ts';
import { copiedReport } from './four-people.ts';
import { judgeOnRequest } from './judge.ts';
import { spec } from './spec-texts.ts';
import {
  call,
  expect,
  expectNoSidewaysScroll,
  newMeeting,
  newTeam,
  passTheEnd,
  sizes,
  type Somebody,
  openAs,
  type Meeting,
} from './walk.ts';

const notes = [
  ['went_well', 'Fast deploys'],
  ['to_improve', 'Flaky tests in the pipeline'],
  ['to_improve', 'Too many meetings'],
  ['action', 'A plain note'],
] as const;

interface MeetingRow {
  id: string;
  name: string;
  status: string;
}

interface Agreed {
  text: string;
  assignee_id: string | null;
  due_on: string | null;
}

const agreedOf = ({ actions }: { actions: Agreed[] }) =>
  actions.slice(0, 2).map(({ text, assignee_id, due_on }) => [text, assignee_id, due_on]);

/** A meeting with votes, a discussed topic with a comment, and two action items. */
async function ledToTheEnd({ robin, sasha, team }: Crew): Promise<Meeting> {
  const meeting = await newMeeting(robin, team, { phase: 'voting', notes });
  const { api } = meeting;
  const flaky = await meeting.idOf('Flaky tests in the pipeline');
  const deploys = await meeting.idOf('Fast deploys');
  await call(robin, ['PUT', `${api}/topics/${flaky}/votes`], { count: 2 });
  await call(sasha, ['PUT', `${api}/topics/${flaky}/votes`], { count: 3 });
  await call(sasha, ['PUT', `${api}/topics/${deploys}/votes`], { count: 1 });
  await meeting.moveTo('discussing');
  await call(robin, ['PUT', `${api}/discussion`], { current: flaky });
  await call(sasha, ['POST', `${api}/topics/${flaky}/comments`], { content: 'Mostly on Fridays.' });
  await call(robin, ['POST', `${api}/actions`], {
    text: 'Split the pipeline in two',
    topic_id: flaky,
    assignee_id: sasha.id,
    due_on: '2027-03-20',
  });
  await call(robin, ['POST', `${api}/actions`], { text: 'Book a smaller room' });
  await call(robin, ['PUT', `${api}/discussion`], { current: null });
  await meeting.moveTo('closing_ready');
  return meeting;
}

async function textsOf(who: Somebody, meetingId: string): Promise<string[]> {
  const path = `/api/v1/meetings/${meetingId}/notes`;
  const found = await call<{ content: string }[]>(who, ['GET', path]);
  return found.map(({ content }) => content);
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('from the review to the report, which the whole team reads', async ({
  page,
  crew,
  newPage,
}) => {
  const { robin, sasha } = crew;
  const { path, api } = await ledToTheEnd(crew);
  await openAs(page, robin, path);

  await test.step('the review names what is agreed, and what of it is missing', async () => {
    const agreed = region(page, 'What we agreed on');
    await expect(agreed).toContainText('Split the pipeline in two');
    await expect(agreed).toContainText('Sasha Brook');
    await expect(agreed).toContainText('1 without an owner');
    await expect(agreed).toContainText('1 without a date');
    const room = agreed.getByRole('listitem').filter({ hasText: 'Book a smaller room' });
    await expect(room).toContainText("Nobody's");
    await expect(room).not.toContainText('owner');
    await expect(region(page, 'What we discussed')).toContainText('5 votes from 2 people');
    await expect(region(page, 'What we did not discuss')).toContainText('Fast deploys');
    await expect(page.getByText('Press “Finish” to get the report')).toBeVisible();
  });

  await test.step('on a phone what is missing stands where the title begins', async () => {
    const before = page.viewportSize() ?? sizes.desk;
    await page.setViewportSize(sizes.phone);
    const header = region(page, 'What we agreed on').locator('header').first();
    const lefts = await header
      .locator('h2, div:last-child > span:first-child')
      .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().left)));
    expect(lefts.length).toBeGreaterThan(1);
    expect(new Set(lefts).size).toBe(1);
    await page.setViewportSize(before);
  });

  await test.step('one more is added there, and what is missing is filled in', async () => {
    const agreed = region(page, 'What we agreed on');
    await agreed
      .getByRole('combobox', { name: 'New action item' })
      .fill('Thank everybody @Robin by friday');
    await page.keyboard.press('Enter');
    await expect(agreed.getByRole('listitem').filter({ hasText: 'Thank everybody' })).toContainText(
      'Robin Field',
    );
    await expect(agreed).toContainText('1 without an owner');
    const owner = page.getByLabel('Owner of Book a smaller room');
    await owner.selectOption('Sasha Brook');
    await page.getByRole('button', { name: 'No day: Book a smaller room' }).click();
    await page.getByLabel('Day of Book a smaller room').fill('2027-03-21');
    await page.keyboard.press('Enter');
    await expect(agreed).toContainText('All have an owner and a date');
    await owner.selectOption('Nobody');
    await expect(agreed).toContainText('1 without an owner');
  });

  await test.step('the board is a key away, and a button', async () => {
    await page.getByRole('button', { name: 'Board' }).click();
    await expect(page.getByRole('article', { name: /Fast deploys/ })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('article', { name: /Fast deploys/ })).toBeVisible();
    await expect(region(page, 'What we agreed on')).toHaveCount(0);
    await page.keyboard.press('b');
    await expect(region(page, 'What we agreed on')).toBeVisible();
  });

  let nextId = '';
  await test.step('topics with votes are carried over into a new meeting in two weeks', async () => {
    await page.getByRole('button', { name: 'Carry over…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Carry over topics' });
    await expect(dialog).toContainText('Topics are copied. The originals stay here.');
    await expect(dialog.getByLabel('Into').locator('option:checked')).toContainText(
      'Schedule in two weeks, same time',
    );
    await dialog.getByLabel('Meeting name').fill('The next one');
    await expect(dialog.getByRole('checkbox', { name: /^Fast deploys/ })).toBeChecked();
    await dialog.getByText('1 without votes').click();
    await expect(dialog.getByRole('checkbox', { name: /^Too many meetings/ })).not.toBeChecked();
    await judgeOnRequest(page, 'carry-over');
    await dialog.getByRole('button', { name: 'Carry over 1 topic' }).click();
    await expect(page.getByText('1 topic copied into “The next one”')).toBeVisible();
    const meetings = await call<MeetingRow[]>(robin, ['GET', '/api/v1/meetings']);
    const next = meetings.find(({ name }) => name === 'The next one');
    if (!next) throw new Error('the meeting was created');
    expect(next.status).toBe('planned');
    nextId = next.id;
    expect(await textsOf(robin, nextId)).toEqual(['Fast deploys']);
  });

  await page.getByRole('button', { name: spec.meeting.finish }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Finish/ })
    .click();

  await passTheEnd(page);
  await test.step('the report follows, in the order of the discussion', async () => {
    await expect(page.getByText(spec.meeting.closed)).toBeVisible();
    const discussed = region(page, 'Discussed');
    await expect(discussed.getByText('5 votes', { exact: true })).toBeVisible();
    await expect(discussed.getByText('Mostly on Fridays.')).toBeHidden();
    await discussed.getByText('Flaky tests in the pipeline').first().click();
    await expect(discussed.getByText('Mostly on Fridays.')).toBeVisible();
    await expect(discussed.getByText('Split the pipeline in two')).toBeVisible();
    await expect(region(page, 'Not discussed').getByRole('listitem')).toHaveCount(2);
    await expect(region(page, 'Action items')).toContainText('A plain note');
    await expect(
      page.getByText(/^2 people wrote, 4 notes, 1 topic, 1 comment, 6 votes/),
    ).toBeVisible();
    const title = await page.getByRole('heading', { level: 2 }).first().innerText();
    const titles = page.getByRole('main').getByText(title, { exact: true });
    await expect(titles.filter({ visible: true }), 'one title').toHaveCount(1);
    const bar = await page.locator('.meeting-bar').boundingBox();
    const line = await page.locator('.status-line').boundingBox();
    expect(line?.y, 'one row above the report').toBe(bar?.y);
  });

  await test.step('what is nobody’s comes first, and gets its owner and its day there', async () => {
    const cards = region(page, 'Action items').getByRole('list', { name: 'Action items' });
    const [first, second] = [
      cards.getByRole('listitem').nth(0),
      cards.getByRole('listitem').nth(1),
    ];
    await expect(first).toContainText("Nobody's");
    await expect(first).toContainText('Book a smaller room');
    await expect(cards.locator('option').filter({ hasText: "Nobody's" })).toHaveCount(0);
    await judgeOnRequest(page, 'report');
    await first.getByLabel('Owner of Book a smaller room').selectOption('Sasha Brook');
    await expect(first).not.toContainText("Nobody's");
    await second.getByRole('button', { name: /20 Mar/ }).click();
    await second.getByLabel('Day of Split the pipeline in two').fill('2027-03-22');
    await page.keyboard.press('Enter');
    await expect(second.getByRole('button', { name: /22 Mar/ })).toBeFocused();
    await expect
      .poll(() => call<{ actions: Agreed[] }>(robin, ['GET', `${api}/board`]).then(agreedOf))
      .toEqual([
        ['Split the pipeline in two', sasha.id, '2027-03-22'],
        ['Book a smaller room', sasha.id, '2027-03-21'],
      ]);
  });

  await test.step('a topic that was not discussed is carried over by itself', async () => {
    const row = region(page, 'Not discussed').getByRole('listitem').filter({ hasText: 'Too many' });
    await row.getByRole('button', { name: 'Carry over “Too many meetings”' }).click();
    const dialog = page.getByRole('dialog', { name: 'Carry over topics' });
    await expect(dialog.getByRole('checkbox')).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Carry over 1 topic' }).click();
    await expect(dialog).toHaveCount(0);
    expect(await textsOf(robin, nextId)).toEqual(['Fast deploys', 'Too many meetings']);
  });

  await test.step('it is copied as Markdown', async () => {
    const copied = await copiedReport(page);
    expect(copied).toContain(
      '### 1. Flaky tests in the pipeline (To Improve, 5 votes from 2 people',
    );
    expect(copied).toContain('- [ ] Split the pipeline in two (Sasha Brook, by ');
  });

  await test.step('it is saved as a file, for a spreadsheet and for programs', async () => {
    const saved = async (format: string): Promise<{ name: string; text: string }> => {
      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: format }).click();
      const file = await coming;
      return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
    };
    await page.getByRole('button', { name: 'Export' }).click();
    await judgeOnRequest(page, 'report-export');
    await page.keyboard.press('Escape');
    const table = await saved('CSV, commas');
    expect(table.name).toMatch(/ \d{4}-\d\d-\d\d\.csv$/);
    expect(table.text).toMatch(/^\ufeffkind,column,topic,text,/);
    expect(table.text).toContain('note,To Improve,,Flaky tests in the pipeline,Robin Field,5,2,');
    const file = await saved('JSON');
    expect(MeetingExport.parse(JSON.parse(file.text)).notes).toHaveLength(4);
  });

  await test.step('its acts are in the command palette', async () => {
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    await expect(palette.getByRole('combobox')).toBeFocused();
    for (const [typed, label] of [
      ['next retro', 'Go to the next retro'],
      ['carry over', 'Carry over topics…'],
      ['summary', 'Send summary…'],
    ] as const) {
      await page.keyboard.press('Control+a');
      await page.keyboard.type(typed);
      await expect(palette.getByRole('option', { selected: true })).toHaveText(label);
    }
    await page.keyboard.press('Enter');
    await expect(palette).toHaveCount(0);
  });

  await test.step('its summary goes by mail to those who took part', async () => {
    const dialog = page.getByRole('alertdialog');
    await expect(dialog.getByRole('listitem')).toHaveCount(2);
    for (const name of ['Robin Field', 'Sasha Brook']) {
      await expect(dialog.getByRole('listitem').filter({ hasText: name })).toBeVisible();
    }
    await dialog.getByRole('button', { name: 'Send to 2' }).click();
    await expect(page.getByText('Summary sent to 2 people')).toBeVisible();
    await page.getByRole('button', { name: 'Send summary' }).click();
    await dialog.getByRole('button', { name: 'Send to 2' }).click();
    await expect(page.getByText('Send it again tomorrow.')).toBeVisible();
  });

  await test.step('a member reads the same, and the board below it', async () => {
    const other = await openAs(await newPage({ viewport: sizes.phone }), sasha, path);
    await expect(region(other, 'Discussed')).toContainText('Split the pipeline in two');
    await expect(other.getByRole('button', { name: 'Send summary' })).toHaveCount(0);
    const name = region(other, 'Discussed').getByRole('heading', { name: /^Flaky tests/ });
    expect((await name.boundingBox())?.height, 'a topic has the width of its row').toBeLessThan(30);
    await expectNoSidewaysScroll(other);
    await other.getByRole('button', { name: 'Board' }).click();
    await expect(other.getByRole('article', { name: /Fast deploys/ })).toBeVisible();
  });

  await test.step('its file becomes a meeting again; one that is none is refused, and stays chosen', async () => {
    const file = await call<MeetingExport>(robin, ['GET', `${api}/export?format=json`]);
    const asFile = (name: string, content: object) => ({
      name,
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(content)),
    });
    await page.goto(`${robin.product.url}/meetings`);
    await page.getByRole('button', { name: 'Import…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import a meeting' });
    const submit = dialog.getByRole('button', { name: 'Import', exact: true });
    await expect(submit).toBeDisabled();
    const choose = async (chosen: ReturnType<typeof asFile>): Promise<void> => {
      const choosing = page.waitForEvent('filechooser');
      await dialog.getByRole('button', { name: /^Choose a file|[.]json$/ }).click();
      await (await choosing).setFiles(chosen);
      await submit.click();
    };
    await choose(asFile('broken.json', { ...file, name: '' }));
    await expect(dialog.getByText('(name)')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'broken.json' })).toBeVisible();
    await judgeOnRequest(page, 'import-refused');
    await choose(asFile('retro.json', file));
    await expect(dialog).toHaveCount(0);
    await expect(region(page, 'Discussed')).toContainText('Split the pipeline in two');
    await expect(region(page, 'Discussed')).toContainText('Robin Field (imported)');
  });
});

test('prints the whole report and no controls', async ({ page, crew }) => {
  const { path, api } = await ledToTheEnd(crew);
  await call(crew.robin, ['PUT', api], { status: 'closed' });
  await openAs(page, crew.sasha, path);
  await expect(region(page, 'Discussed')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(region(page, 'How it was')).toBeHidden();
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  const cut = await page.locator('.report').evaluate((report) => {
    const { bottom } = report.getBoundingClientRect();
    for (let each = report.parentElement; each; each = each.parentElement) {
      const isOpen = getComputedStyle(each).overflowY === 'visible';
      if (!isOpen && each.getBoundingClientRect().bottom < bottom) return each.className;
    }
    return null;
  });
  expect(cut, 'what cuts the report').toBeNull();
});

test('a meeting with only notes shows its board, with the report behind a button', async ({
  page,
  crew,
}) => {
  const { robin, sasha, team } = crew;
  const { path } = await newMeeting(robin, team, { status: 'closed', notes });
  const other = await newTeam(sasha, 'Comet');
  await openAs(page, { ...sasha, teamId: other.id }, path);
  await expect(page.getByRole('article', { name: /Fast deploys/ })).toBeVisible();
  await page.getByRole('button', { name: 'Report' }).click();
  await expect(region(page, 'Topics')).toContainText('Fast deploys');

  await page.getByRole('button', { name: 'Schedule next retro' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule the next retro' });
  await expect(dialog.getByLabel('Meeting name')).toHaveValue(team.name);
  await dialog.getByLabel('Date').fill('2020-01-01');
  await expect(dialog.getByLabel('Date')).toHaveAccessibleDescription(/cannot be before today[.]$/);
  await dialog.getByLabel('Date').fill('2099-05-04');
  await judgeOnRequest(page, 'next-retro');
  const later = { name: 'Later', team_id: team.id, start_time: '2099-06-01T12:00:00Z' };
  await call(robin, ['POST', '/api/v1/meetings'], { ...later, end_time: null });
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('1 Jun 2099')).toBeAttached();
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(page.getByRole('link', { name: 'Next: retro on 4 May 2099' })).toBeFocused();

  await region(page, 'Action items').getByRole('link', { name: /^Add/ }).click();
  await expect(page).toHaveURL(/\/actions$/);
  const current = () => page.evaluate(() => localStorage.getItem('currentTeamId'));
  await expect.poll(current).toBe(team.id);
});

test('a browser whose decimals use a comma is offered semicolons first', async ({
  crew: { robin, team },
  newPage,
}) => {
  const notes = [['went_well', 'Kept']] as const;
  const { path } = await newMeeting(robin, team, { status: 'closed', phase: 'discussing', notes });
  for (const [locale, first] of [
    ['de-DE', 'CSV, semicolons'],
    ['en-GB', 'CSV, commas'],
  ] as const) {
    const page = await openAs(await newPage({ locale }), robin, path);
    await page.getByRole('button', { name: 'Export' }).click();
    await expect(page.getByRole('menuitem', { name: /^CSV/ }).first()).toContainText(first);
  }
});
