// Team health over imported retros with scores.
import { readFile } from 'node:fs/promises';

import { type Crew, test } from './crew.ts';
import { judge, judgeState } from './judge.ts';
import { textFaults } from './layout-faults.ts';
import { judgeRoom, looks } from './little-room.ts';
import { histograms, importRetro } from './past-retros.ts';
import { asAuthor, call, expect, inTeam, join, newMeeting, newPerson, signedInAs } from './walk.ts';

const importAll = async ({ robin, team }: Crew): Promise<void> => {
  const past = { lead: robin, teamId: team.id, people: ['Robin Field', 'Sasha Brook'] } as const;
  for (const at of histograms.keys()) await importRetro(past, at);
};

test('a team reads its health: figures, definitions, findings, chart and table', async ({
  page,
  crew,
}) => {
  const { sasha } = crew;
  await signedInAs(page.context(), sasha.token);
  await page.goto(`${sasha.product.url}/team-health`);
  await expect(page.getByText('No retro has been closed yet')).toBeVisible();
  await importAll(crew);
  await page.reload();

  const tile = (name: string) => page.getByRole('listitem').filter({ hasText: name }).first();
  await expect(tile('Morale')).toContainText('2.8');
  await expect(tile('Morale')).toContainText('Falling');
  await expect(tile('Focus')).toContainText('50%');
  await expect(tile('Delivery risk')).toContainText('High');
  await expect(tile('Worth our time')).toContainText('Not enough answers yet');
  const findings = page.getByRole('region', { name: 'What stands out' });
  await expect(findings).toContainText(
    'Morale fell 3 retros in a row. “Build” came up each time, in 3 notes.',
  );
  await expect(findings.getByRole('link', { name: 'Sprint 37' }).first()).toBeVisible();
  await judge(page, 'health');
  await judgeRoom(page, 'health', looks);

  await test.step('larger default letters enlarge the chart’s', async () => {
    const label = page
      .getByRole('img', { name: /^Mood before and after/ })
      .locator('text')
      .first();
    await expect(label).toHaveCSS('font-size', '12px');
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await expect(label).toHaveCSS('font-size', '16px');
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  });

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
  const heads = await rows.nth(0).getByRole('columnheader').allTextContents();
  for (const [name, text] of [
    ['Before', '2.8 5 answers'],
    ['After', '3.2 5 answers'],
    ['Focus', '50% 1 of 2 topics'],
    ['Done', '1 of 1 0 kept twice'],
    ['Overdue', '3 of 4 high risk'],
    ['Worth it', 'too few'],
  ] as const) {
    const cell = rows.nth(1).locator('th, td').nth(heads.indexOf(name));
    await expect(cell, name).toHaveText(text, { useInnerText: true });
  }
  await expect(rows.nth(1)).toContainText('Sprint 37');
  await expect(rows.nth(5)).toContainText('too few');
  await judgeState(page, 'health-table');
  await judgeRoom(page, 'health-table', looks);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  const beside = (table: Element) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0);
  expect(await rows.locator('xpath=ancestor::table').first().evaluate(beside)).toBe(0);
  if (size) await page.setViewportSize(size);

  await page.getByRole('link', { name: 'Dashboard' }).click();
  const card = page.getByRole('region', { name: 'Team health' });
  await expect(card).toContainText('Falling');
  await card.getByRole('link', { name: 'All figures' }).click();

  for (const [item, head] of [
    ['CSV, commas', '\ufeffretro,closed at,'],
    ['CSV, semicolons', '\ufeffretro;closed at;'],
  ] as const) {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    const lines = (await readFile(await (await saved).path(), 'utf8')).split('\r\n');
    expect(lines).toHaveLength(1 + histograms.length + 1);
    expect(lines[0]).toContain(head);
  }

  await test.step('R-246 a finding leads to its action items, and on to all', async () => {
    const link = findings.getByRole('link', { name: '3 actions' }).first();
    await link.click();
    const chosen = page.getByRole('region', { name: 'From Health' });
    await expect(
      chosen.getByRole('list', { name: 'Action items' }).getByRole('listitem'),
    ).toHaveCount(3);
    await page.getByRole('radio', { name: /^Open/ }).click();
    await expect(page.getByRole('region', { name: 'Open', exact: true })).toBeVisible();
    await page.goBack();
  });

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
    await judgeRoom(page, 'year', looks);
    await page.emulateMedia({ forcedColors: 'active' });
    const dots = page.locator('.year-dot:not([style*=background])');
    await expect(dots.first()).toHaveCSS('background-color', 'rgb(0, 0, 0)');
    await page.emulateMedia({ forcedColors: 'none' });
    await page.emulateMedia({ media: 'print' });
    const counts = (await sheet.getByRole('cell').allInnerTexts()).map(Number);
    expect(Math.max(...counts), 'the notes of a theme in a month').toBeGreaterThan(0);
    await expect(page.getByRole('button')).toHaveCount(0);
    expect((await textFaults(page, [])).cut).toEqual([]);
    for (const format of ['A4', 'Letter']) {
      const printed = await page.pdf({ format, landscape: true });
      expect(printed.toString('latin1').match(/\/Type ?\/Page\b/g), format).toHaveLength(1);
    }
  });
});

test('two retros after an action item was done, members say whether it helped', async ({
  page,
  crew,
}) => {
  const { robin, sasha, team } = crew;
  const { product } = robin;
  const kim = await newPerson(product, `kim-of-${team.id}@example.com`, ['Kim', 'Reed']);
  await join(robin, team.id, kim);
  await importAll(crew);
  const next = await newMeeting(robin, { ...team, name: 'Sprint 38' }, { phase: 'joining' });
  await signedInAs(page.context(), robin.token);
  await page.goto(next.path);
  const asking = page.getByRole('region', { name: 'Did it help?' });
  await expect(asking).toContainText('Ask for smaller stories');
  await expect(asking).toContainText('done two retros ago');
  await expect(asking).toContainText('Nobody sees who said what. Shown once there are 3 answers.');
  const answered = page.waitForResponse((response) => response.url().endsWith('/outcome'));
  await asking.getByRole('radio', { name: 'Better' }).click();
  expect((await answered).status()).toBe(200);
  await judge(page, 'did-it-help');
  await judgeRoom(page, 'did-it-help', looks);
  await page.reload();
  await expect(asking.getByRole('radio', { name: 'Better' })).toBeChecked();
  await asking.getByRole('button', { name: 'Done' }).click();
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
  await page.goto('/actions');
  const told = page.getByRole('region', { name: 'Did it help?' });
  await expect(told).toContainText('1 of 1');
  await expect(told).toContainText('2 of 3 say better.');
  await told.getByRole('button', { name: 'What made a difference means' }).click();
  await expect(page.getByRole('dialog')).toContainText(
    'more people say “better” than “same” and “worse” together',
  );
  await page.keyboard.press('Escape');
  await judge(page, 'actions-outcomes');
  await page.goto('/team-health');
  await expect(page.getByText('Action items that made a difference: 1 of 1.')).toBeVisible();
});
