// Team agreements: made from a topic and an action item, reviewed in joining, ended on the team's page.
import { test } from './crew.ts';
import { judge, judgeState } from './judge.ts';
import { judgeRoom, looks } from './little-room.ts';
import { spec } from './spec-texts.ts';
import { call, expect, holdBack, inTeam, newMeeting, passTheEnd, signedInAs } from './walk.ts';

test('a team makes agreements in a retro, confirms one in joining, and ends another', async ({
  page,
  browser,
  crew,
}) => {
  const { robin, sasha, team } = crew;
  const { url } = robin.product;
  const notes = [['to_improve', 'Changes are too large']] as const;
  const retro = await newMeeting(robin, team, { phase: 'grouping', notes });
  const api = `/api/v1${retro.path}`;
  await call(sasha, ['POST', `${api}/notes`], { note_type: 'went_well', content: 'Fast deploys' });
  await call(robin, ['POST', `${api}/phase/transition`], { phase: 'discussing' });
  await call(robin, ['POST', `${api}/actions`], { text: 'No releases on Fridays' });
  await signedInAs(page.context(), robin.token);
  await inTeam(page.context(), team.id);
  await page.goto(url + retro.path);
  const panel = page.getByRole('complementary', { name: 'Action items of the topic' });
  const make = panel.getByRole('button', { name: 'Make a team agreement' });
  await make.click();
  const text = page.getByRole('textbox', { name: 'Team agreement' });
  await expect(text).toHaveValue('Changes are too large');
  await expect(text).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(text).toHaveCount(0);
  await expect(make).toBeFocused();
  await make.click();
  const letGo = await holdBack(page, /\/agreements\/[^/]+$/);
  await text.fill('Small changes');
  await text.press('Enter');
  await expect(page.getByText('Saved')).toHaveCount(0);
  await letGo();
  await expect(page.getByText('Saved')).toBeAttached();
  await judge(page, 'agreement-made');

  const agreements = `/api/v1/teams/${team.id}/agreements`;
  const listed = () => call<{ id: string; text: string }[]>(robin, ['GET', agreements]);
  const [first] = await listed();
  const letFirst = await holdBack(page, /\/agreements\/[^/]+$/);
  for (const typed of ['Few', 'Few changes']) {
    await text.fill(typed);
    await text.press('Enter');
  }
  const letSecond = await holdBack(page, /\/agreements\/[^/]+$/);
  // Sent once the first is answered and the list is read again, which the page draws then.
  const sent = page.waitForRequest(/\/agreements\/[^/]+$/);
  await letFirst();
  await sent;
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  await expect(text, 'while it is sent').toHaveValue('Few changes');
  await letSecond();
  await expect(page.getByText('Saved')).toBeAttached();

  const again = await holdBack(page, /\/agreements\/[^/]+$/);
  for (const typed of ['Small', 'Smaller changes']) {
    await text.fill(typed);
    await text.press('Enter');
  }
  await call(sasha, ['PUT', `${agreements}/${first?.id}`], { text: 'Tiny changes' });
  await again();
  await expect(page.getByText('Someone has changed this in the meantime.')).toBeVisible();
  await expect
    .poll(listed, 'also after the second')
    .toContainEqual(expect.objectContaining({ text: 'Tiny changes' }));
  await text.press('Enter');
  await expect(page.getByText('Saved')).toBeAttached();
  await call(sasha, ['PUT', `${agreements}/${first?.id}`], { text: 'Tiny changes' });
  await text.fill('Small changes first');
  await text.press('Enter');
  await expect(page.getByText('Someone has changed this in the meantime.')).toBeVisible();
  await expect(text).toHaveValue('Small changes first');
  await text.press('Enter');
  await expect
    .poll(listed)
    .toContainEqual(expect.objectContaining({ text: 'Small changes first' }));

  await page.route(/\/agreements$/, async (route) => {
    // Somebody else presses a moment earlier.
    const body: unknown = route.request().postDataJSON();
    if (body) await call(sasha, ['POST', agreements], body);
    await route.fallback();
  });
  await page.goto(`${url}/actions`);
  await page.getByRole('button', { name: 'Actions for No releases' }).click();
  await page.getByRole('menuitem', { name: 'Make a team agreement' }).click();
  await expect(page.getByText('Already a team agreement')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);

  const soon = { text: 'Reviews within a day', review_after: 1 };
  await call(robin, ['POST', agreements], soon);
  await retro.moveTo('closing_ready');
  await page.goto(url + retro.path);
  const made = page.getByRole('region', { name: 'Team agreements' });
  await expect(made.getByRole('textbox')).toHaveCount(2);
  await expect(made.getByRole('textbox').first()).toHaveValue('Small changes first');
  await page.emulateMedia({ media: 'print' });
  await expect(made.getByRole('textbox')).toHaveCount(0);
  await expect(made.getByText('Small changes first')).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await made.getByRole('textbox', { name: 'Team agreement 2' }).fill('Releases before Friday');
  await retro.moveTo('voting');
  await expect
    .poll(listed, 'typed when the phase changed')
    .toContainEqual(expect.objectContaining({ text: 'Releases before Friday' }));
  await retro.moveTo('closing_ready');
  await page.getByRole('button', { name: spec.meeting.finish }).click();
  const finish = page.getByRole('alertdialog');
  await expect(finish.getByRole('list', { name: 'Team agreements' })).toContainText(
    'Small changes',
  );
  await finish.getByRole('button', { name: /Finish/ }).click();
  await passTheEnd(page);
  await expect(made).toContainText('Small changes first');
  await judge(page, 'agreements-report');
  await page.goto(`${url}${retro.path}/catch-up`);
  await page.getByRole('button', { name: 'Skip to the end' }).click();
  await expect(made).toContainText('Small changes first');

  const next = await newMeeting(robin, { ...team, name: 'Sprint 43' }, { phase: 'joining' });
  await page.goto(url + next.path);
  const others = await browser.newContext();
  await signedInAs(others, sasha.token);
  const second = await others.newPage();
  await second.goto(url + next.path);
  const holding = page.getByRole('list', { name: 'Team agreements' }).getByRole('listitem');
  await expect(holding).toHaveCount(3);
  await judgeState(page, 'agreements-joining');
  await judgeRoom(page, 'agreements-joining', looks);
  const asked = second.getByRole('group', { name: 'Reviews within a day' });
  await asked.getByRole('button', { name: 'Still holds' }).click();
  await expect(page.getByRole('button', { name: 'Still holds' })).toHaveCount(0);
  await others.close();

  await page.goto(`${url}/team-members`);
  await expect(page.getByText('Any member can end an agreement.')).toBeVisible();
  await judge(page, 'agreements');
  await judgeRoom(page, 'agreements', looks);
  const friday = page.getByRole('group', { name: 'Releases before Friday' });
  await friday.getByRole('button', { name: 'End' }).click();
  await expect(holding).toHaveCount(2);
});
