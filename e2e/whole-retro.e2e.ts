// A whole retro of four people, from joining to the report and the next meeting.
import type { Browser, Page } from '@playwright/test';

import { topicFacts } from './discussion-page.ts';
import { filmReveal, filmStill, saveFilm } from './film.ts';
import {
  addNoteAs,
  button,
  columnOf,
  expectPhase,
  type Four,
  goOn,
  newFour,
  pictureForGuide,
  region,
  seatOf,
  texts,
  topicActions,
} from './four-people.ts';
import { drop, groupCard, note } from './group-scene.ts';
import { spec } from './spec-texts.ts';
import { expect, newMeeting, passTheEnd, test } from './walk.ts';

const { wentWell, toImprove } = spec.board;
const { phases } = spec;
const desk = { width: 1440, height: 900 };
const action = 'Split the build in two';
const drafts = 'Show drafts to support before the demo';

interface Seats {
  robin: Page;
  sasha: Page;
  kim: Page;
  noor: Page;
}

async function writeIn(page: Page, column: string, text: string): Promise<void> {
  const composer = columnOf(page, column).getByRole('textbox', { name: /^Write a note/ });
  await composer.fill(text);
  await composer.press('Enter');
  await expect(columnOf(page, column).getByText(text)).toBeVisible();
}

async function vote(page: Page, topic: string, times: number): Promise<void> {
  for (let given = 0; given < times; given += 1) await button(page, `Vote: ${topic}`).click();
}

async function sit(browser: Browser, people: Four, path: string): Promise<Seats> {
  const [robin, sasha, kim, noor] = await Promise.all([
    seatOf(browser, { who: people.robin, path, viewport: desk }),
    seatOf(browser, { who: people.sasha, path }),
    seatOf(browser, { who: people.kim, path }),
    seatOf(browser, { who: people.noor, path }),
  ]);
  return { robin, sasha, kim, noor };
}

test('four people go from joining to the report, and the next meeting begins with open action items', async ({
  browser,
  product,
}) => {
  // Four browsers on a busy machine; and pictures wait until every notice has gone.
  test.setTimeout(300_000);
  const people = await newFour(product, 'story');
  const meeting = await newMeeting(
    people.robin,
    { ...people.team, name: 'Sprint 24' },
    { phase: 'joining' },
  );
  const seats = await sit(browser, people, meeting.path);
  const { robin, sasha, kim, noor } = seats;
  const all = Object.values(seats);

  await test.step('they join', async () => {
    await expect(robin.getByText('4 people present')).toBeVisible();
    await expect(robin.getByText('4 of 4 here')).toBeAttached();
    await expect(sasha.getByText('Robin Field can start.')).toBeVisible();
    for (const page of all) await expect(page.getByText(spec.meeting.waiting)).toBeVisible();
  });

  await test.step('they write, and see nothing of each other', async () => {
    await goOn(robin, phases.writing);
    await button(robin, /^Timer: start/).click();
    await writeIn(robin, wentWell, texts.checkout);
    await writeIn(robin, toImprove, texts.alerts);
    await filmStill(robin, 1200);
    await writeIn(sasha, toImprove, texts.slowBuilds);
    await writeIn(kim, toImprove, texts.late);
    await writeIn(noor, toImprove, texts.flaky);
    await addNoteAs(people.sasha, meeting, ['went_well', texts.pairing]);
    await addNoteAs(people.kim, meeting, ['to_improve', texts.queue]);
    await addNoteAs(people.kim, meeting, ['action', texts.support]);
    await addNoteAs(people.noor, meeting, ['went_well', texts.receipts]);
    await button(sasha, "I'm done").click();
    await button(noor, "I'm done").click();
    await expect(robin.getByText('2 of 3 done').first()).toBeVisible();
    await expect(robin.getByText(texts.flaky)).toHaveCount(0);
    await pictureForGuide(robin, 'writing');
    await filmStill(robin, 1600);
  });

  await test.step('all notes are revealed to everybody, and one gets a reaction', async () => {
    await filmReveal(robin, () => goOn(robin, phases.revealing));
    for (const page of all) {
      for (const text of Object.values(texts)) await expect(note(page, text)).toBeVisible();
    }
    for (const page of [sasha, kim]) {
      await note(page, texts.checkout).hover();
      await button(page, `React to “${texts.checkout}”`).click();
      await button(page, '❤️ heart').click();
    }
    await expect(button(robin, '❤️ 2')).toBeVisible();
    await pictureForGuide(robin, 'revealing');
    await filmStill(robin, 1600);
  });

  await test.step('they group by a drop and by the menu', async () => {
    await goOn(robin, phases.grouping);
    await drop(robin, note(robin, texts.queue), note(robin, texts.slowBuilds));
    await expect(groupCard(kim, texts.slowBuilds)).toContainText(texts.queue);
    await note(noor, texts.flaky).hover();
    await button(noor, `Actions for “${texts.flaky}”`).click();
    await noor.getByRole('menuitem', { name: 'Group with…' }).click();
    await noor.getByRole('combobox').fill('queue');
    await noor.getByRole('option').first().click();
    const builds = groupCard(robin, texts.slowBuilds);
    await expect(builds).toContainText(texts.flaky);
    await builds.getByRole('button', { name: /^Rename group/ }).click();
    await robin.getByRole('textbox', { name: /^Title of group/ }).fill('Slow and flaky builds');
    await robin.keyboard.press('Enter');
    for (const page of all) {
      await expect(page.getByRole('heading', { name: 'Slow and flaky builds' })).toBeVisible();
    }
    await pictureForGuide(robin, 'grouping');
    await filmStill(robin, 2000);
  });

  await test.step('they vote, and nobody sees what others gave', async () => {
    await goOn(robin, phases.voting);
    const builds = 'Slow and flaky builds';
    await vote(robin, builds, 2);
    await vote(robin, texts.late, 1);
    await vote(sasha, builds, 3);
    await vote(sasha, texts.alerts, 2);
    await vote(kim, texts.late, 3);
    await vote(kim, builds, 2);
    await vote(noor, builds, 1);
    await button(sasha, /^I'm done voting/).click();
    await button(kim, /^I'm done voting/).click();
    await expect(robin.getByText('2 of 3 have finished voting')).toBeVisible();
    await expect(robin.getByText(/votes? from/)).toHaveCount(0);
    await pictureForGuide(robin, 'voting');
    await filmStill(robin, 2000);
  });

  await test.step('they discuss what got the most votes, comment on it and agree on what to do', async () => {
    await goOn(robin, phases.discussing);
    for (const page of all) {
      await expect(topicFacts(page).getByText('8 votes from 4 people')).toBeVisible();
    }
    await button(robin, 'Timer: start 5 min').click();
    const comment = noor.getByRole('textbox', { name: 'Write a comment' });
    await comment.fill('Half of the time is the browser tests.');
    await comment.press('Enter');
    for (const page of all) {
      await expect(page.getByText('Half of the time is the browser tests.')).toBeVisible();
    }
    const line = topicActions(robin).getByRole('combobox', { name: 'New action item' });
    await line.fill(`${action} @sasha by frday`);
    await expect(topicActions(robin).getByText('Owner: Sasha Brook')).toBeVisible();
    await button(robin, 'Did you mean “by friday”?').click();
    await expect(line).toHaveValue(`${action} @sasha by friday`);
    await expect(line).toBeFocused();
    await line.press('Enter');
    for (const page of all) {
      const list = topicActions(page).getByRole('list', { name: 'Action items' });
      await expect(list).toContainText(action);
      await expect(list).toContainText('Sasha Brook');
    }
    await pictureForGuide(robin, 'discussing');
    await filmStill(robin, 2400);
    await button(robin, 'Next topic').click();
    for (const page of all) {
      await expect(topicFacts(page).getByText('4 votes from 2 people')).toBeVisible();
    }
    const next = topicActions(kim).getByRole('combobox', { name: 'New action item' });
    await next.fill(drafts);
    await next.press('Enter');
    await expect(topicActions(robin)).toContainText(drafts);
  });

  await test.step('they review what they agreed on', async () => {
    await goOn(robin, phases.closing_ready);
    for (const page of all) {
      const agreed = region(page, 'What we agreed on');
      await expect(agreed).toContainText(action);
      await expect(agreed).toContainText('1 without an owner');
      await expect(region(page, 'What we discussed')).toContainText('8 votes from 4 people');
      await expect(region(page, 'What we did not discuss')).toContainText(texts.alerts);
    }
    await pictureForGuide(robin, 'ready-to-close');
  });

  await test.step('Robin finishes, and everybody reads the report', async () => {
    await button(robin, spec.meeting.finish).click();
    await button(robin.getByRole('alertdialog'), /Finish/).click();
    await expect(robin.getByRole('dialog', { name: 'Done.' })).toBeVisible();
    await filmStill(robin, 2400);
    await saveFilm(robin);
    for (const page of all) {
      await passTheEnd(page);
      const discussed = region(page, 'Discussed');
      await expect(discussed).toContainText('Slow and flaky builds');
      await expect(discussed).toContainText('Half of the time is the browser tests.');
      await expect(discussed).toContainText(action);
    }
    await pictureForGuide(robin, 'report');
  });

  await test.step('the next meeting begins with what is still open', async () => {
    const next = await newMeeting(
      people.robin,
      { ...people.team, name: 'Sprint 25' },
      { phase: 'joining' },
    );
    await Promise.all(all.map((page) => page.goto(next.path)));
    for (const page of all) {
      const open = page.getByRole('list', { name: 'Since last time' });
      await expect(open).toContainText(action);
      await expect(open).toContainText('Sasha Brook');
    }
    await expect(robin.getByText('4 people present')).toBeVisible();
    await pictureForGuide(robin, 'joining');
    await button(sasha.getByRole('group', { name: action }), 'Done').click();
    for (const page of all) {
      await expect(page.getByRole('list', { name: 'Since last time' })).not.toContainText(action);
    }
    await goOn(robin, phases.writing);
    for (const page of all) await expectPhase(page, phases.writing);
  });

  await test.step('between retros the team finds what it agreed on', async () => {
    await robin.goto('/actions');
    const open = robin.getByRole('list', { name: 'Action items' });
    await expect(open).toContainText(drafts);
    await expect(open).not.toContainText(action);
    await pictureForGuide(robin, 'actions');
  });
  for (const page of all) await page.context().close();
});
