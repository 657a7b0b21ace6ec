// Catch-up (docs/retro.md ): an absent member goes through the retro by keyboard and adds to it; the next
// retro reveals it.
import { button, copiedReport, newFour, region, seatOf, texts } from './four-people.ts';
import { judge, judgeState } from './judge.ts';
import { judgeRoom, looks } from './little-room.ts';
import { spec } from './spec-texts.ts';
import { asAuthor, call, expect, holdBack, newMeeting, paste, test } from './walk.ts';

test('an absent member catches up, and a later retro reveals her additions', async ({
  browser,
  product,
}) => {
  const { team, robin, sasha, kim, noor } = await newFour(product, 'catch-up');
  const named = { ...team, name: 'Sprint 42 · Checkout' };
  const retro = await newMeeting(robin, named, {
    phase: 'grouping',
    notes: [
      ['went_well', texts.pairing],
      ['to_improve', texts.slowBuilds],
    ],
  });
  const api = `/api/v1${retro.path}`;
  const write = (who: typeof sasha, note_type: string, content: string) =>
    call<{ id: string }>(who, ['POST', `${api}/notes`], { note_type, content });
  await write(sasha, 'went_well', texts.receipts);
  const [first, second] = [
    await write(sasha, 'to_improve', texts.queue),
    await write(kim, 'to_improve', texts.flaky),
  ];
  const group = await call<{ id: string }>(kim, ['POST', `${api}/groups`], {
    note_ids: [first.id, second.id],
    title: 'Slow and flaky builds',
  });
  const enter = (phase: string) => call(robin, ['POST', `${api}/phase/transition`], { phase });
  await enter('voting');
  for (const who of [robin, sasha, kim]) {
    await call(who, ['PUT', `${api}/topics/${group.id}/votes`], { count: 2 });
  }
  await enter('discussing');
  await call(kim, ['POST', `${api}/topics/${group.id}/comments`], { content: 'Since May.' });
  await call(robin, ['POST', `${api}/actions`], {
    text: 'Buy a second runner',
    topic_id: group.id,
    assignee_id: sasha.id,
  });
  await call(robin, ['PUT', api], { status: 'closed' });

  // Only her browser knows that she wrote in another one.
  const secret = await newMeeting(
    robin,
    { ...team, name: 'Sprint 41' },
    { phase: 'writing', settings: { anonymous: true } },
  );
  const body = { note_type: 'went_well', content: texts.pairing };
  await call(asAuthor(kim), ['POST', `${secret.api}/notes`], body);
  const page = await seatOf(browser, { who: noor, path: secret.path });
  const composer = page.getByRole('textbox', { name: `Write a note: ${spec.board.wentWell}` });
  await composer.fill(texts.receipts);
  const stored = page.waitForResponse((answer) => answer.url().endsWith('/notes') && answer.ok());
  await composer.press('Enter');
  await stored;
  await secret.change({ status: 'closed' });
  await page.goto('/dashboard');
  const heading = page.getByRole('heading', { level: 1 });
  const key = (name: string) => page.keyboard.press(name);

  await test.step('the dashboard and the report lead there, and nobody who took part', async () => {
    const missed = region(page, 'While you were away').getByRole('listitem');
    await expect(missed).toHaveCount(1);
    await expect(missed).toContainText(named.name);
    // The retro that this browser never opened gets no key.
    const stored = await page.evaluate(() => Object.keys(localStorage));
    expect(stored.filter((name) => name.startsWith('authorKey:'))).toHaveLength(1);
    await judge(page, 'catch-up-dashboard');
    await page.goto(retro.path);
    const link = page.getByRole('link', { name: 'Missed this retro? Catch up in two minutes' });
    await expect(link).toBeVisible();
    await judge(page, 'catch-up-report');
    await judgeRoom(page, 'catch-up-report', looks);
    const others = await seatOf(browser, { who: sasha, path: retro.path });
    await expect(others.getByText('Buy a second runner').first()).toBeVisible();
    await expect(others.getByRole('link', { name: /Missed this retro/ })).toHaveCount(0);
    await others.context().close();
    await link.click();
    await expect(heading).toHaveText(named.name);
    await judge(page, 'catch-up-start');
    await page.emulateMedia({ media: 'print' });
    const done = page.getByRole('progressbar').locator('span');
    await expect(done).not.toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await page.emulateMedia({ media: 'screen' });
  });

  await test.step('keys go from scene to scene, and back', async () => {
    await key('ArrowRight');
    await expect(heading).toHaveText('What we wrote');
    await expect(heading).toBeFocused();
    await expect(region(page, 'To Improve')).toContainText(texts.slowBuilds);
    await judgeState(page, 'catch-up-notes');
    await key('ArrowLeft');
    await expect(heading).toHaveText(named.name);
    for (let step = 0; step < 2; step += 1) await key('Space');
    await expect(page.getByText('6 votes from 3 people')).toBeVisible();
    await judgeState(page, 'catch-up-votes');
    await key('ArrowRight');
    await expect(heading).toHaveText('Slow and flaky builds');
    await expect(page.getByText('Since May.')).toBeVisible();
    const agreed = page.getByRole('list', { name: 'Action items' });
    await expect(agreed).toContainText(/Buy a second runner.*Sasha/);
  });

  await test.step('me too, an objection and a note, of which one is taken back', async () => {
    const meToo = button(page, 'Me too');
    await meToo.click();
    await expect(meToo).toHaveAttribute('aria-pressed', 'true');
    await judgeState(page, 'catch-up-topic');
    while ((await heading.textContent()) !== 'What we agreed on') {
      await button(page, 'Next').click();
    }
    await button(page, 'I object to “Buy a second runner”').click();
    const why = page.getByLabel('Why do you object?');
    await why.fill('We have no budget until June ');
    await key('ArrowRight');
    await expect(heading).toHaveText('What we agreed on');
    await judgeState(page, 'catch-up-actions');
    await button(page, 'Add face down').click();
    await expect(page.getByText('You objected.')).toBeVisible();
    await button(page, 'Next').click();
    await expect(page.getByText('Only people who were away can add to a retro.')).toBeVisible();
    const note = page.getByLabel('What would you have said?');
    await button(page, 'Add face down').click();
    await expect(page.getByText('Content is required')).toBeVisible();
    await paste(note, '"Staging was down,\ntoo"');
    await expect(note).toHaveValue('Staging was down,\ntoo');
    await note.fill('Staging was down, too.');
    const letGo = await holdBack(page, /\/additions$/);
    await button(page, 'Add face down').click();
    await note.fill('Staging was down, too. And');
    await letGo();
    const own = region(page, 'Added by you').getByRole('listitem');
    await expect(own).toHaveCount(3);
    await expect(button(page, 'Add face down')).toBeEnabled();
    await expect(note, 'typed meanwhile').toHaveValue('Staging was down, too. And');
    await note.fill('');
    await judgeState(page, 'catch-up-add');
    await judgeRoom(page, 'catch-up-add', looks);
    await button(page, 'Take back: Me too: Slow and flaky builds').click();
    await expect(own).toHaveCount(2);
    await page.reload();
    await button(page, 'Skip to the end').click();
    await expect(button(page, 'Skip to the end')).toHaveCount(0);
    await expect(own).toHaveCount(2);
  });

  await test.step('the next retro shows them face down, and its lead reveals them', async () => {
    const next = await newMeeting(robin, { ...team, name: 'Sprint 43' }, { phase: 'joining' });
    const lead = await seatOf(browser, { who: robin, path: next.path });
    await expect(region(lead, 'Since last time')).toContainText('Buy a second runner');
    const left = region(lead, 'From people who were away');
    await expect(left).toContainText('2 cards face down.');
    await judge(lead, 'catch-up-face-down');
    await button(lead, 'Reveal 2 cards').click();
    await expect(left.getByRole('listitem')).toHaveCount(2);
    await expect(left).toContainText('Objection: “Buy a second runner” · Noor Haddad');
    await judge(lead, 'catch-up-turned-over');
    await call(robin, ['PUT', `/api/v1/meetings/${next.id}`], { status: 'closed' });
    await lead.reload();
    await button(lead, 'Report').click();
    await expect(left, 'in its report').toContainText('Objection: “Buy a second runner”');
    expect(await copiedReport(lead), 'in random order').toMatch(
      /## From people who were away\n\n(- Note .*\n)?- Objection: “Buy a second runner” \(Noor Haddad\): We have/,
    );
  });
});
