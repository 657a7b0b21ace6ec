// The discussion of topics (docs/retro.md ), as two people see it.
import type { Locator, Page } from '@playwright/test';

import { test } from './crew.ts';
import {
  button,
  comments,
  deploys,
  discussTogether,
  field,
  heading,
  names,
  newDiscussion,
  open,
  queue,
  reviews,
  row,
  rows,
  section,
  tests,
  toast,
} from './discussion-page.ts';
import { judge, judgeState } from './judge.ts';
import { importRetro } from './past-retros.ts';
import { spec } from './spec-texts.ts';
import {
  call,
  expect,
  newMeeting,
  openAs,
  openBoard,
  sizes,
  type Somebody,
  waitAhead,
} from './walk.ts';

async function choose(page: Page, name: string, item: string): Promise<void> {
  await button(queue(page), `Actions for “${name}”`).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Expects one button to look primary and the other not. */
async function expectPrimary(primary: Locator, other: Locator): Promise<void> {
  await expect.poll(() => isPrimary(primary)).toBe(true);
  expect(await isPrimary(other)).toBe(false);
}

function isPrimary(target: Locator): Promise<boolean> {
  return target.evaluate((node) => {
    const { color } = getComputedStyle(node);
    const probe = document.createElement('i');
    probe.style.color = 'var(--on-primary)';
    node.append(probe);
    const onPrimary = getComputedStyle(probe).color;
    probe.remove();
    return color === onPrimary;
  });
}

test('the owner leads, others follow, and whoever views another topic returns by a button', async ({
  page,
  crew,
  newPage,
}) => {
  await page.clock.install();
  const { meeting, member } = await discussTogether({ page, newPage, crew });
  await expect(button(member, 'Next topic')).toHaveCount(0);
  for (const each of [page, member]) {
    await expect(heading(each, deploys)).toBeVisible();
    await expect(section(each, 'Now')).toContainText(deploys);
    await expect(rows(each, 'Next')).toHaveText([reviews, tests]);
    await expect(each.getByText(/^Time spent: \d:\d\d$/)).toBeVisible();
  }
  await expect(member.getByText(`Now discussed: ${deploys}`)).toBeAttached();

  await test.step('a member looks at another topic, and stays there while the discussion goes on', async () => {
    await row(member, tests).click();
    await expect(heading(member, tests)).toBeVisible();
    await expect(
      member.getByText(`You are looking at “${tests}”. The team is discussing “${deploys}”.`),
    ).toBeVisible();
    await expect(heading(page, deploys)).toBeVisible();
    await button(page, 'Next topic').dblclick();
    await expect(heading(page, reviews)).toBeVisible();
    await expect(member.getByText(`The team is discussing “${reviews}”.`)).toBeVisible();
    await expect(heading(member, tests)).toBeVisible();
    await button(member, 'Follow the discussion').click();
    await expect(heading(member, reviews)).toBeVisible();
    await expect(rows(member, 'Done')).toHaveText([deploys]);
  });

  await test.step('who comes late sees it all', async () => {
    await member.reload();
    await expect(heading(member, reviews)).toBeVisible();
    await expect(rows(member, 'Done')).toHaveText([deploys]);
  });

  await test.step('what is agreed on a topic stands beside it, and what is half written stays', async () => {
    const agreed = (each: Page) => each.getByRole('complementary', { name: /^Action items of/ });
    const line = agreed(member).getByRole('combobox', { name: 'New action item' });
    await line.fill('Write down how');
    await page.keyboard.press(']');
    await expect(member.getByText(`The team is discussing “${tests}”.`)).toBeVisible();
    await expect(line).toBeFocused();
    await line.press('Enter');
    await expect(agreed(member).getByRole('list')).toContainText('Write down how');
    await expect(agreed(page).getByRole('list')).toHaveCount(0);
    await row(page, reviews).click();
    await expect(agreed(page).getByRole('list')).toContainText('Write down how');
    for (const each of [page, member]) {
      await button(each, 'Follow the discussion').click();
      await expect(heading(each, tests)).toBeVisible();
    }
    await page.getByRole('tab', { name: 'Actions' }).click();
    const fields = page.getByRole('combobox', { name: 'New action item' });
    await expect(page.getByText('Agreed in this retro')).toBeVisible();
    await expect(fields, 'beside the panel, too').toHaveCount(1);
    await page.getByRole('tab', { name: 'People' }).click();
  });

  const setTimer = (body: object) =>
    call(crew.robin, ['PUT', `/api/v1/meetings/${meeting.id}/timer`], body);
  await test.step('when the time of a topic is over everybody says more or on, and the owner adds time', async () => {
    await setTimer({ action: 'start', seconds: 5 });
    const over = (each: Page) => each.getByRole('group', { name: 'Time is up' });
    await expect(over(page)).toBeVisible({ timeout: 30_000 });
    await expect(button(over(member), /min/)).toHaveCount(0);
    // In one line beside an open panel: below it is the topic.
    const tops = await button(over(page), /./).evaluateAll((all) =>
      all.map((each) => each.getBoundingClientRect().top),
    );
    const said = await over(page).getByText('Time is up for this topic.').boundingBox();
    expect(new Set(tops).size).toBe(1);
    expect(tops[0]).toBeLessThan((said?.y ?? 0) + (said?.height ?? 0));
    await button(over(member), /^More time/).click();
    await expect(button(over(member), /^More time/)).toHaveAttribute('aria-pressed', 'true');
    await expect(over(page).getByText(/^More time\s*1\s*person$/)).toBeVisible();
    await button(over(member), /^Move on/).click();
    await expect(button(over(page), /^Move on\s*1\s*person$/)).toBeVisible();
    await expect(over(page).getByText(/^More time/)).toHaveCount(0);
    await button(over(page), '+1 min').click();
    for (const each of [page, member]) {
      await expect(over(each)).toHaveCount(0);
      await expect(each.getByRole('button', { name: /^Timer: (1:00|0:5\d)$/ })).toBeVisible();
    }
  });

  await test.step('a lead who moves on goes to the next topic, after the last one to the end', async () => {
    await setTimer({ action: 'start', seconds: 5 });
    await waitAhead(page, button(page, /^Move on/));
    await button(page, /^Move on/).click();
    for (const each of [page, member]) {
      await expect(each.getByText('Every topic has been discussed')).toBeVisible();
      await expect(button(each, /^Move on/)).toHaveCount(0);
    }
    await button(page, 'Previous topic').click();
    await expect(heading(page, tests)).toBeVisible();
    await setTimer({ action: 'stop' });
  });

  await test.step('handing over keeps the topic and the timer where they are', async () => {
    const handOver = (from: Somebody, to: Somebody) =>
      call(from, ['POST', `/api/v1/meetings/${meeting.id}/owner`], { owner_id: to.id });
    await button(page, 'Previous topic').click();
    await expect(heading(member, reviews)).toBeVisible();
    await setTimer({ action: 'start', seconds: 300 });
    await expect(member.getByRole('button', { name: /^Timer: (5:00|4:5\d)$/ })).toBeVisible();
    await handOver(crew.robin, crew.sasha);
    await expect(button(member, 'Previous topic')).toBeVisible();
    await expect(button(page, 'Previous topic')).toHaveCount(0);
    for (const each of [page, member]) {
      await expect(heading(each, reviews)).toBeVisible();
      await expect(each.getByRole('button', { name: /^Timer: [45]:\d\d$/ })).toBeVisible();
    }
    await row(member, deploys).click();
    await button(member, 'Discuss it now').click();
    await expect(heading(page, deploys)).toBeVisible();
    await handOver(crew.sasha, crew.robin);
  });

  await test.step('at the last topic the next step is the next phase, which the key leads to', async () => {
    await row(page, tests).click();
    await button(page, 'Discuss it now').click();
    await expect(heading(member, tests)).toBeVisible();
    const goOn = button(page, spec.meeting.next(spec.phases.closing_ready));
    await expect(button(page, 'Next topic')).toHaveCount(0);
    await expectPrimary(goOn, button(page, 'Finish'));
    await page.keyboard.press(']');
    await expect(member.locator('[aria-current=step]')).toContainText(spec.phases.closing_ready);
  });
});

test('R-42 an author corrects a note while the others vote and in its topic, and topic and report say that it was edited', async ({
  page,
  crew,
  newPage,
}) => {
  const { robin, sasha, team } = crew;
  const meeting = await newMeeting(robin, team, { notes: [['went_well', deploys]] });
  const { id } = await meeting.write(sasha, 'went_well', 'Review wiat');
  await meeting.moveTo('voting');
  await open(page, sasha, meeting.path);
  const dialog = page.getByRole('dialog', { name: spec.board.editNote });
  await page.getByRole('article', { name: /Review wiat/ }).press('e');
  await dialog.getByLabel('Content').fill('Reviews wiat');
  await button(dialog, spec.board.save).click();
  const edited = page.getByRole('article', { name: 'Your note, edited: Reviews wiat' });
  await expect(edited).toBeVisible();
  await meeting.moveTo('discussing');
  await call(robin, ['PUT', `${meeting.api}/discussion`], { current: id });
  const lead = await open(await newPage(), robin, meeting.path);
  await expect(lead.locator('.topic-large')).toHaveText('Reviews wiat');
  await expect(lead.locator('.topic-text')).toContainText('edited');
  await expect(button(lead, /^Edit: /)).toHaveCount(0);
  await button(page, 'Edit: Reviews wiat').click();
  await dialog.getByLabel('Content').fill(reviews);
  await dialog.getByRole('button', { name: spec.board.save }).click();
  await expect(page.locator('.topic-text')).toContainText('edited');
  await call(robin, ['PUT', `${meeting.api}/discussion`], { current: await meeting.idOf(deploys) });
  await expect(heading(page, deploys)).toBeVisible();
  await expect(page.locator('.topic-text').getByText('Edit')).toHaveCount(0);
  await meeting.change({ status: 'closed' });
  await page.reload();
  const report = page.getByRole('region', { name: 'Discussed', exact: true });
  await report.getByText(reviews).click();
  await expect(report.getByText('Sasha Brook · edited')).toBeVisible();
});

test('a low window shows a topic’s fields, and nothing moves when the return button appears; a large one has letters from 40 px; key B shows the board, where it was', async ({
  page,
  crew,
}) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  const long = 'We say yes to everything that sales asks for';
  const meeting = await newDiscussion(crew, [deploys, reviews, long]);
  await open(page, crew.robin, meeting.path);
  await expect(field(page)).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('combobox', { name: 'New action item' })).toBeInViewport({
    ratio: 1,
  });
  const next = button(page, 'Next topic');
  const before = await next.boundingBox();
  await next.click();
  const back = button(page, 'Previous topic');
  await expect(back).toBeVisible();
  expect(await next.boundingBox()).toEqual(before);
  const backBox = await back.boundingBox();
  const finish = await button(page, 'Finish').boundingBox();
  expect((finish?.x ?? 0) + (finish?.width ?? 0)).toBeLessThanOrEqual(backBox?.x ?? 0);
  await next.click();
  await expect(next).toHaveCount(0);
  expect(await back.boundingBox()).toEqual(backBox);

  await page.setViewportSize({ width: 1920, height: 1080 });
  const large = page.locator('.topic-large');
  await expect(large).toContainText(long);
  const size = await large.evaluate((node) => Number.parseFloat(getComputedStyle(node).fontSize));
  expect(size).toBeGreaterThanOrEqual(40);
  await expect(large).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 800 });
  const feet = await page
    .locator('.topic-composer, .action-form')
    .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().bottom)));
  expect(feet).toHaveLength(2);
  expect(new Set(feet).size, 'both fields end on one line').toBe(1);

  const card = page.getByRole('article', { name: reviews });
  await expect(queue(page)).toBeVisible();
  await page.keyboard.press('b');
  await expect(queue(page)).toHaveCount(0);
  await expect(card).toBeVisible();
  await page.reload();
  await expect(card).toBeVisible();
  await expect(queue(page)).toHaveCount(0);
  await page.keyboard.press('b');
  await expect(queue(page)).toBeVisible();
  await button(page, 'Board').click();
  await expect(card).toBeVisible();
  await button(page, 'Discussion').click();
  await field(page).focus();
  await page.keyboard.type('b and B');
  await expect(field(page)).toHaveValue('b and B');
});

test('by keyboard the owner reorders, parks, keeps only the top, and undoes each', async ({
  page,
  crew,
  newPage,
}) => {
  const meeting = await newDiscussion(crew, ['We begin here', ...names, 'Kim is new']);
  await open(page, crew.robin, meeting.path);
  const member = await open(await newPage(), crew.sasha, meeting.path);
  await row(page, reviews).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(row(page, reviews)).toBeFocused();
  await expect(rows(member, 'Next')).toHaveText([deploys, tests, reviews, 'Kim is new']);
  await page.keyboard.press('Alt+ArrowDown');
  await expect(rows(member, 'Next')).toHaveText([deploys, tests, 'Kim is new', reviews]);
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(rows(member, 'Next')).toHaveText([deploys, tests, reviews, 'Kim is new']);

  await test.step('arrows walk the queue, and the menu of a row moves as well', async () => {
    await row(page, reviews).focus();
    await page.keyboard.press('ArrowUp');
    await expect(row(page, tests)).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Discuss it now' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(rows(member, 'Next')).toHaveText([tests, deploys, reviews, 'Kim is new']);
    await expect(row(page, tests)).toBeFocused();
  });

  await test.step('parking, and only the top', async () => {
    await choose(page, reviews, 'Park');
    await expect(rows(member, 'Parked')).toHaveText([reviews]);
    await choose(page, reviews, 'Take back');
    await expect(section(member, 'Parked')).toHaveCount(0);
    await button(page, 'Only the top…').click();
    await page.getByRole('menuitem', { name: 'Only the next 2 topics' }).click();
    await expect(rows(member, 'Next')).toHaveText([tests, deploys]);
    await expect(rows(member, 'Parked')).toHaveText([reviews, 'Kim is new']);
    await expect(toast(page, '2 topics parked')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(rows(member, 'Next')).toHaveText([tests, deploys, reviews, 'Kim is new']);
  });
  await expect(button(queue(member), /^Actions/)).toHaveCount(0);
});

test('the owner drags a topic to another place and onto the parked ones', async ({
  page,
  crew,
}) => {
  const meeting = await newDiscussion(crew, ['We begin here', ...names]);
  await open(page, crew.robin, meeting.path);
  async function drag(from: string, to: string): Promise<void> {
    const [start, end] = [await row(page, from).boundingBox(), await row(page, to).boundingBox()];
    if (!start || !end) throw new Error('nothing to drag');
    await page.mouse.move(start.x + 40, start.y + 15);
    await page.mouse.down();
    await page.mouse.move(start.x + 60, start.y + 30, { steps: 4 });
    await page.mouse.move(end.x + 40, end.y + 15, { steps: 8 });
    await expect(page.getByText(`Over “${to}”.`)).toBeAttached();
    await page.mouse.up();
  }
  await drag(tests, deploys);
  await expect(rows(page, 'Next')).toHaveText([tests, deploys, reviews]);
  await expect(heading(page, tests), 'a drag is no click').toHaveCount(0);
  await choose(page, reviews, 'Park');
  await expect(rows(page, 'Parked')).toHaveText([reviews]);
  await drag(deploys, reviews);
  await expect(rows(page, 'Parked')).toHaveText([deploys, reviews]);
  await drag(reviews, tests);
  await expect(rows(page, 'Parked')).toHaveText([deploys]);
});

test('one press makes a note of the action column an action item of the topic', async ({
  page,
  crew,
}) => {
  const meeting = await newMeeting(crew.robin, crew.team, {
    phase: 'discussing',
    notes: [
      ['went_well', deploys],
      ['action', 'Rotate review duty'],
      ['action', 'Split the build'],
      ['action', 'Invite sales'],
    ],
  });
  await open(page, crew.robin, meeting.path);
  const agreed = page.getByRole('complementary', { name: /^Action items of/ });
  const fromBoard = agreed.getByRole('region', { name: 'From the board' });
  await expect(fromBoard.getByRole('listitem')).toHaveCount(2);
  await fromBoard.getByText('1 more').click();
  await button(fromBoard, 'Make action “Invite sales”').click();
  await expect(agreed.getByRole('list', { name: 'Action items' })).toHaveText(/Invite sales/);
  await expect(fromBoard).not.toContainText('Invite sales');
});

test('a topic that came up before shows what was agreed then, all of it on paper', async ({
  page,
  crew,
}) => {
  const { robin, team } = crew;
  const past = { lead: robin, teamId: team.id, people: ['Ada Byron', 'Ben Okri'] } as const;
  for (const at of [3, 4, 5]) await importRetro(past, at);
  const notes = [['to_improve', 'The build takes 14 minutes again']] as const;
  const meeting = await newMeeting(robin, team, { phase: 'discussing', notes });
  await openBoard(page, robin, meeting.path);
  const before = page.getByRole('region', { name: 'Came up before' });
  const agreed = before.getByRole('listitem').filter({ visible: true });
  await expect(agreed).toHaveCount(2);
  await expect(agreed.last()).toContainText('Ask for smaller stories, step 6');
  await judgeState(page, 'came-up-before');
  await page.emulateMedia({ media: 'print' });
  await expect(agreed).toHaveCount(3);
});

test('the first topic is announced as the discussion begins', async ({ page, crew }) => {
  const notes = [['went_well', reviews]] as const;
  const meeting = await newMeeting(crew.robin, crew.team, { phase: 'voting', notes });
  await open(page, crew.robin, meeting.path);
  // Screen readers announce what changes within a status.
  const announced = page.evaluate(
    () =>
      new Promise<string | null>((resolve) => {
        new MutationObserver((changes) => {
          for (const { target } of changes) {
            const status = target instanceof Element ? target : target.parentElement;
            if (!status?.matches('[role=status]')) continue;
            if (status.textContent?.startsWith('Now discussed')) resolve(status.textContent);
          }
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
  );
  await button(page, spec.meeting.next(spec.phases.discussing)).click();
  expect(await announced).toBe(`Now discussed: ${reviews}`);
});

test('a meeting without topics says what to do', async ({ page, crew }) => {
  const meeting = await newDiscussion(crew, []);
  await open(page, crew.robin, meeting.path);
  await expect(page.getByText('No notes to talk about yet')).toBeVisible();
});

test('passes all layout checks, also with its time up', async ({ page, crew }) => {
  const { robin, sasha } = crew;
  const meeting = await newDiscussion(crew);
  const own = `/api/v1/meetings/${meeting.id}`;
  await page.clock.install();
  await openAs(page, robin, meeting.path);
  await expect(heading(page, deploys)).toBeVisible();
  const topicId = await row(page, deploys).locator('..').getAttribute('data-topic');
  await call(sasha, ['POST', `${own}/topics/${topicId}/comments`], { content: 'For a year now' });
  await expect(comments(page)).toContainText('For a year now');
  await call(robin, ['PUT', `${own}/timer`], { action: 'start', seconds: 5 });
  await waitAhead(page, page.getByRole('group', { name: 'Time is up' }));
  await row(page, tests).click();
  await judge(page, 'discussion');
});

test('looks the same whichever style sheet comes first', async ({ page, crew }) => {
  const { path } = await newDiscussion(crew);
  await open(page, crew.robin, path);
  for (const size of [sizes.desk, { width: 1280, height: 600 }, sizes.phone]) {
    await page.setViewportSize(size);
    await expect(heading(page, deploys)).toBeVisible();
    const [usual, reversed] = await page.evaluate(() => {
      const sheets = [...document.styleSheets];
      const copies = sheets.map(({ cssRules }) => {
        const copy = new CSSStyleSheet();
        copy.replaceSync([...cssRules].map(({ cssText }) => cssText).join('\n'));
        return copy;
      });
      // Pages link the first themselves. Only what several others set depends on their order.
      const [first, ...late] = copies;
      const namesOf = (rules: CSSRuleList): string[] =>
        [...rules].flatMap((rule) => [
          ...(rule instanceof CSSStyleRule ? rule.style : []),
          ...(rule instanceof CSSStyleRule || rule instanceof CSSGroupingRule
            ? namesOf(rule.cssRules)
            : []),
        ]);
      const names = late.flatMap(({ cssRules }) => [...new Set(namesOf(cssRules))]);
      const shared = new Set(names.filter((name, index) => names.indexOf(name) < index));
      const looks = [late, late.toReversed()].map((order) => {
        document.adoptedStyleSheets = [...(first ? [first] : []), ...order];
        return [...document.body.querySelectorAll('*')].map((element) => {
          const style = getComputedStyle(element);
          const named = [...shared].map((name) => `${name}: ${style.getPropertyValue(name)}`);
          return `${element.getAttribute('class')} { ${named.join('; ')} }`;
        });
      });
      document.adoptedStyleSheets = [];
      return looks;
    });
    expect(reversed?.length).toBeGreaterThan(100);
    expect(reversed?.filter((look, index) => look !== usual?.[index])).toEqual([]);
  }
});
