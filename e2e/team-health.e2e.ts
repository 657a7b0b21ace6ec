// The page of a team's health, over retros that were imported with their scores.
import { readFile } from 'node:fs/promises';

import { defaultColumns } from '@wentwell/contract/columns';
import { MeetingExport } from '@wentwell/contract/meeting-export';
import { defaultSettings } from '@wentwell/contract/meetings';

import { type Crew, test } from './crew.ts';
import { judge } from './judge.ts';
import { judgeRoom, looks } from './little-room.ts';
import { asAuthor, call, expect, inTeam, join, newMeeting, newPerson, signedInAs } from './walk.ts';

const histograms = [
  [0, 0, 2, 3, 0],
  [0, 0, 1, 4, 0],
  null,
  [0, 0, 1, 3, 1],
  [0, 0, 2, 3, 0],
  [0, 1, 2, 2, 0],
  [0, 2, 2, 1, 0],
];

/** A closed retro of two people, two topics discussed and one action item. */
async function importRetro({ robin, team }: Crew, at: number): Promise<void> {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString();
  const ago = 14 * (at - histograms.length);
  const mood = histograms[at] ?? null;
  const base = { group: null, column: 'to_improve', created_at: day(ago) };
  const file = MeetingExport.parse({
    format: 'wentwell-meeting',
    version: 1,
    exported_at: day(0),
    name: `Sprint ${31 + at}`,
    team: 'Rocket',
    status: 'closed',
    phase: 'closing_ready',
    start_time: day(ago),
    end_time: day(ago),
    led_by: 'p1',
    settings: defaultSettings,
    columns: defaultColumns,
    people: [
      { id: 'p1', name: 'Robin Field' },
      { id: 'p2', name: 'Sasha Brook' },
    ],
    notes: [
      { ...base, id: 'n1', author: 'p1', text: 'The build takes 14 minutes' },
      { ...base, id: 'n2', author: 'p2', text: 'Two stories grew' },
    ],
    hidden_notes: 0,
    groups: [],
    votes: [],
    discussion: {
      order: ['n1', 'n2'],
      parked: [],
      discussed: [
        { topic: 'n1', seconds: 60 },
        { topic: 'n2', seconds: 60 },
      ],
    },
    comments: [],
    reactions: [],
    actions: [
      {
        text: `${at < 3 ? 'Split the build' : 'Ask for smaller stories'}, step ${at + 1}`,
        topic: 'n1',
        note: null,
        assignee: null,
        due_on: day(ago + 7).slice(0, 10),
        status: at % 2 === 0 ? 'done' : 'open',
        reason: null,
        created_at: day(ago),
        done_at: at % 2 === 0 ? day(ago + 3) : null,
      },
    ],
    check_in: { mood, mood_after: mood?.toReversed() ?? null, worth: null },
  });
  await call(robin, ['POST', `/api/v1/teams/${team.id}/imports`], file);
}

test('a team reads its health: figures, what they mean, what stands out, chart and table', async ({
  page,
  crew,
}) => {
  const { sasha } = crew;
  await signedInAs(page.context(), sasha.token);
  await page.goto(`${sasha.product.url}/team-health`);
  await expect(page.getByText('No retro has been closed yet')).toBeVisible();
  for (const at of histograms.keys()) await importRetro(crew, at);
  await page.reload();

  const tile = (name: string) => page.getByRole('listitem').filter({ hasText: name }).first();
  await expect(tile('Morale')).toContainText('2.8');
  await expect(tile('Morale')).toContainText('Fell 3 retros in a row');
  await expect(tile('Focus')).toContainText('50%');
  await expect(tile('Delivery risk')).toContainText('High');
  await expect(tile('Worth our time')).toContainText('Not enough answers yet');
  const findings = page.getByRole('region', { name: 'What stands out' });
  await expect(findings).toContainText(
    'Morale fell 3 retros in a row. “build” came up in each, in 3 notes.',
  );
  await expect(findings.getByRole('link', { name: 'Sprint 37' }).first()).toBeVisible();
  await judge(page, 'health');
  await judgeRoom(page, 'health', looks);

  await test.step('in forced colours a ring is no dot', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    const ring = page.locator('circle[stroke-width="1.5"]').first();
    await expect(ring).toHaveCSS('fill', 'rgb(255, 255, 255)');
    await page.emulateMedia({ forcedColors: 'none' });
  });

  await page.getByRole('button', { name: 'What Delivery risk means' }).click();
  const meaning = page.getByRole('dialog', { name: 'Delivery risk' });
  await expect(meaning).toContainText('High, now 3 of 3');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'As a table' }).click();
  const rows = page.getByRole('table', { name: 'Figures of each retro' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('Sprint 37');
  await expect(rows.nth(5)).toContainText('too few');
  await judge(page, 'health-table');

  await page.getByRole('link', { name: 'Dashboard' }).click();
  const card = page.getByRole('region', { name: 'Team health' });
  await expect(card).toContainText('Fell 3 retros in a row');
  await card.getByRole('link', { name: 'All figures' }).click();

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const file = await (await saved).path();
  expect((await readFile(file, 'utf8')).split('\r\n')).toHaveLength(1 + histograms.length + 1);

  await test.step('R-341 its year is one sheet, which prints', async () => {
    const agreement = { text: 'Small changes before large ones, '.repeat(9) };
    for (let made = 0; made < 5; made += 1) {
      await call(sasha, ['POST', `/api/v1/teams/${crew.team.id}/agreements`], agreement);
    }
    await page.getByRole('link', { name: 'Year in review' }).click();
    const sheet = page.getByRole('article');
    await expect(sheet.getByRole('heading', { name: /^\d{4} in \d retros?$/ })).toBeVisible();
    await expect(sheet.getByText('topics talked through')).toBeVisible();
    await expect(sheet.getByRole('heading', { name: 'Morale' })).toBeVisible();
    await judge(page, 'year');
    await page.emulateMedia({ forcedColors: 'active' });
    const dots = page.locator('.year-dot:not([style*=background])');
    await expect(dots.first()).toHaveCSS('background-color', 'rgb(0, 0, 0)');
    await page.emulateMedia({ forcedColors: 'none' });
    await page.emulateMedia({ media: 'print' });
    await expect(sheet).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);
    for (const format of ['A4', 'Letter']) {
      const printed = await page.pdf({ format, landscape: true });
      expect(printed.toString('latin1').match(/\/Type ?\/Page\b/g), format).toHaveLength(1);
    }
  });
});

test('two retros after an action item was done everybody says whether it helped', async ({
  page,
  crew,
}) => {
  const { robin, sasha, team } = crew;
  const { product } = robin;
  const kim = await newPerson(product, `kim-of-${team.id}@example.com`, ['Kim', 'Reed']);
  await join(robin, team.id, kim);
  for (const at of histograms.keys()) await importRetro(crew, at);
  const next = await newMeeting(robin, { ...team, name: 'Sprint 38' }, { phase: 'joining' });
  await signedInAs(page.context(), robin.token);
  await page.goto(product.url + next.path);
  const asking = page.getByRole('region', { name: 'Did it help?' });
  await expect(asking).toContainText('Ask for smaller stories');
  await expect(asking).toContainText('done two retros ago');
  const answered = page.waitForResponse((response) => response.url().endsWith('/outcome'));
  await asking.getByRole('radio', { name: 'Better' }).click();
  expect((await answered).status()).toBe(200);
  await judge(page, 'did-it-help');
  await judgeRoom(page, 'did-it-help', looks);
  await page.reload();
  await expect(asking.getByRole('radio', { name: 'Better' })).toBeChecked();
  await asking.getByRole('button', { name: 'Next' }).click();
  await expect(asking).toContainText('Thanks!');

  const { did_it_help: asked = [] } = await call<{ did_it_help?: { id: string }[] }>(robin, [
    'GET',
    `/api/v1${next.path}/board`,
  ]);
  for (const who of [sasha, kim]) {
    await call(asAuthor(who), ['PUT', `/api/v1/actions/${asked[0]?.id}/outcome`], {
      outcome: who === kim ? 'same' : 'better',
    });
  }
  await call(robin, ['PUT', `/api/v1${next.path}`], { status: 'closed' });
  await inTeam(page.context(), team.id);
  await page.goto(`${product.url}/actions`);
  const told = page.getByRole('region', { name: 'Did it help?' });
  await expect(told).toContainText('1 of 1');
  await expect(told).toContainText('2 of 3 say better.');
  await told.getByRole('button', { name: 'What made a difference means' }).click();
  await expect(page.getByRole('dialog')).toContainText('better than same and worse together');
  await page.keyboard.press('Escape');
  await judge(page, 'actions-outcomes');
  await page.goto(`${product.url}/team-health`);
  await expect(page.getByText('Action items that made a difference: 1 of 1.')).toBeVisible();
});
