// A whole retro in other templates and settings, from columns to exports: anonymous with all off, and with names and all on.
import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';
import { MeetingExport } from '@wentwell/contract/exports/meeting-export';

import { test } from './crew.ts';
import { topicFacts } from './discussion-page.ts';
import {
  button,
  columnOf,
  expectPhase,
  goOn,
  openBoardSettings,
  region,
  seatOf,
  topicActions,
} from './four-people.ts';
import { drop, groupCard, note } from './group-scene.ts';
import { judge } from './judge.ts';
import { spec } from './spec-texts.ts';
import { expect, passTheEnd, signedInAs } from './walk.ts';

const { phases } = spec;
const slow = 'Builds take an hour';
const queue = 'The merge queue waits for builds';
const calm = 'Nobody was called at night';
const group = 'Slow builds';
const agreed = 'Split the build in two';
const said = 'Half of it is browser tests';

/** A template with columns, and toggles of the board settings. */
interface Retro {
  template: string;
  columns: readonly [bad: string, good: string];
  on: readonly string[];
  off: readonly string[];
}

const allOff = ['Hide notes until the reveal', 'Check-in'];
const retros: readonly Retro[] = [
  { template: 'Sailboat', columns: ['Anchors', 'Wind'], on: ['Anonymous notes'], off: allOff },
  { template: 'Mad, Sad, Glad', columns: ['Mad', 'Glad'], on: [], off: [] },
];

async function writeIn(page: Page, column: string, text: string): Promise<void> {
  const composer = columnOf(page, column).getByRole('textbox', { name: /^Write a note/ });
  await composer.fill(text);
  await composer.press('Enter');
  await expect(columnOf(page, column).getByText(text)).toBeVisible();
}

async function exported(page: Page, format: 'Markdown' | 'CSV, commas' | 'JSON'): Promise<string> {
  const coming = page.waitForEvent('download');
  await button(page, 'Export').click();
  await page.getByRole('menuitem', { name: new RegExp(`^${format}`) }).click();
  return readFile(await (await coming).path(), 'utf8');
}

for (const { template, columns, on, off } of retros) {
  const isAnonymous = on.length > 0;
  const isOff = off.length > 0;
  const [bad, good] = columns;
  const mode = [isAnonymous ? 'anonymous' : 'with names', ...(isOff ? ['all switched off'] : [])];
  test(`a retro in ${template}, ${mode.join(', ')}, is led from its columns to its files`, async ({
    page: robin,
    browser,
    crew,
  }) => {
    test.setTimeout(180_000);
    const { url } = crew.robin.product;
    const authorOf = (name: string) => (isAnonymous ? 'Anonymous' : name);

    await test.step('Robin chooses the template and what is switched on', async () => {
      await robin.setViewportSize({ width: 1440, height: 900 });
      await signedInAs(robin.context(), crew.robin.token);
      await robin.goto(`${url}/meetings`);
      await button(robin, 'Create Meeting').first().click();
      const creating = robin.getByRole('dialog', { name: 'Create New Meeting' });
      await creating.getByLabel('Meeting name').fill('Sprint 24');
      await button(creating, 'Change the columns').click();
      await creating.getByRole('radio', { name: template }).check();
      await button(creating, 'Create Meeting').click();
      await expectPhase(robin, phases.joining);
      const settings = await openBoardSettings(robin);
      for (const name of on) await settings.getByRole('checkbox', { name }).check();
      for (const name of off) await settings.getByRole('checkbox', { name }).uncheck();
      await robin.keyboard.press('Escape');
      await expect(settings).toBeHidden();
    });
    const sasha = await seatOf(browser, { who: crew.sasha, path: new URL(robin.url()).pathname });
    const both = [robin, sasha];

    await test.step('they say how they are, where it is asked', async () => {
      await expect(robin.getByText('2 people present')).toBeVisible();
      for (const page of both) {
        const moods = page.getByRole('radiogroup', { name: 'How are you today?' });
        if (isOff) await expect(moods).toHaveCount(0);
        else await moods.getByRole('radio', { name: 'Good', exact: true }).click();
      }
    });

    await test.step('they write, and read of each other what is not hidden', async () => {
      await goOn(robin, phases.writing);
      await writeIn(robin, bad, slow);
      await writeIn(sasha, bad, queue);
      await writeIn(sasha, good, calm);
      await expect(columnOf(robin, good)).toContainText('1 note');
      await expect(note(robin, calm)).toHaveCount(isOff ? 1 : 0);
    });

    await test.step('all is revealed, with its author or without one', async () => {
      await goOn(robin, phases.revealing);
      for (const page of both) {
        const of =
          page === sasha && !isAnonymous ? 'Your note' : `Note by ${authorOf('Sasha Brook')}`;
        await expect(page.getByRole('article', { name: `${of}: ${calm}` })).toBeVisible();
      }
    });

    await test.step('they group, vote and discuss', async () => {
      await goOn(robin, phases.grouping);
      await drop(robin, note(robin, queue), note(robin, slow));
      const card = groupCard(robin, slow);
      await expect(card).toContainText(queue);
      await button(card, /^Rename group/).click();
      await robin.getByRole('textbox', { name: /^Title of group/ }).fill(group);
      await robin.keyboard.press('Enter');
      await goOn(robin, phases.voting);
      for (const page of both) await button(page, `Vote: ${group}`).click();
      await goOn(robin, phases.discussing);
      for (const page of both) {
        await expect(topicFacts(page).getByText('2 votes from 2 people')).toBeVisible();
      }
      const comment = sasha.getByRole('textbox', { name: 'Write a comment' });
      await comment.fill(said);
      await comment.press('Enter');
      await expect(robin.getByText(said)).toBeVisible();
      const line = topicActions(robin).getByRole('combobox', { name: 'New action item' });
      await line.fill(`${agreed} @sasha by friday`);
      await expect(topicActions(robin).getByText('Owner: Sasha Brook')).toBeVisible();
      await line.press('Enter');
      await expect(topicActions(sasha)).toContainText(agreed);
    });

    await test.step('they read the report, which names who wrote only where notes have names', async () => {
      await goOn(robin, phases.closing_ready);
      await button(robin, spec.meeting.finish).click();
      await button(robin.getByRole('alertdialog'), /Finish/).click();
      for (const page of both) {
        await passTheEnd(page);
        const discussed = region(page, 'Discussed');
        for (const text of [group, slow, queue, said, agreed]) {
          await expect(discussed).toContainText(text);
        }
        await expect(region(page, 'Not discussed')).toContainText(calm);
        await expect(page.getByText(/^\d+ people wrote, /)).toHaveCount(isAnonymous ? 0 : 1);
        // Two answers stay hidden.
        await expect(page.getByRole('img', { name: /answers, .* of 5/ })).toHaveCount(0);
      }
      await judge(robin, `retro-${template.toLowerCase().replaceAll(/\W+/g, '-')}-report`);
    });

    await test.step('its files hold what they did, and are the same for both', async () => {
      const files = await Promise.all(both.map((page) => exported(page, 'JSON')));
      const [file, sashas] = files.map((text) => MeetingExport.parse(JSON.parse(text)));
      if (!file || !sashas) throw new Error('both exported');
      expect({ ...sashas, exported_at: file.exported_at }).toEqual(file);
      const nameOf = (id: string | null) => file.people.find((one) => one.id === id)?.name ?? null;
      const titleOf = (id: string) => file.columns.find((column) => column.id === id)?.title;
      const author = (name: string) => (isAnonymous ? null : name);
      expect(
        file.notes.map((each) => [each.text, titleOf(each.column), nameOf(each.author)]),
      ).toEqual(
        expect.arrayContaining([
          [slow, bad, author('Robin Field')],
          [queue, bad, author('Sasha Brook')],
          [calm, good, author('Sasha Brook')],
        ]),
      );
      const [made] = file.groups;
      expect(file).toMatchObject({
        settings: { anonymous: isAnonymous, hide_notes: !isOff, check_in: !isOff },
        groups: [{ title: group }],
        votes: [{ topic: made?.id, votes: 2, voters: 2 }],
        discussion: { discussed: [{ topic: made?.id }] },
        comments: [{ text: said }],
        actions: [{ text: agreed, topic: made?.id }],
      });
      expect(file.comments.map((each) => nameOf(each.author))).toEqual([author('Sasha Brook')]);
      expect(file.actions.map((each) => nameOf(each.assignee))).toEqual(['Sasha Brook']);
      const [markdown, table] = [
        await exported(sasha, 'Markdown'),
        await exported(sasha, 'CSV, commas'),
      ];
      for (const text of [slow, queue, calm, said, agreed]) {
        expect(markdown).toContain(text);
        expect(table).toContain(text);
      }
    });
    await sasha.context().close();
  });
}
