// Board settings are saved one by one while others change the board: each press is kept.
import { test } from './crew.ts';
import { openBoardSettings } from './four-people.ts';
import { call, expect, holdBack, newMeeting, openAs, openBoard } from './walk.ts';

test('a change during a request reverts no toggle, and two limits set in quick succession are kept', async ({
  page,
  crew: { robin, team },
}) => {
  const meeting = await newMeeting(robin, team, { phase: 'writing' });
  await openAs(page, robin, meeting.path);
  const settings = await openBoardSettings(page);
  const hidden = settings.getByRole('checkbox', { name: 'Hide notes until the reveal' });
  const checkIn = settings.getByRole('checkbox', { name: 'Check-in' });
  const release = await holdBack(page, new RegExp(`${meeting.api}$`));
  await hidden.uncheck();
  await checkIn.uncheck();
  await checkIn.check();
  await checkIn.uncheck();
  await meeting.change({ name: 'Renamed elsewhere' });
  await expect(settings.getByRole('textbox', { name: 'Meeting name' })).toHaveValue(
    'Renamed elsewhere',
  );
  expect(await hidden.isChecked()).toBe(false);
  expect(await checkIn.isChecked()).toBe(false);

  await release();
  const stored = () => call(robin, ['GET', meeting.api]);
  const both = { hide_notes: false, check_in: false };
  await expect.poll(stored).toMatchObject({ settings: both });
  await expect(hidden).not.toBeChecked();
  await expect(checkIn).not.toBeChecked();

  // After the response the toggle shows others' changes.
  await meeting.change({ settings: { hide_notes: true } });
  await expect(hidden).toBeChecked();

  const releaseLimits = await holdBack(page, new RegExp(`${meeting.api}$`));
  await settings.getByRole('textbox', { name: 'Votes per person' }).fill('9');
  const perTopic = settings.getByRole('textbox', { name: 'Votes per topic' });
  await perTopic.fill('8');
  await perTopic.press('Enter');
  await releaseLimits();
  await expect
    .poll(stored)
    .toMatchObject({ settings: { votes_per_person: 9, votes_per_topic: 8 } });
  await expect(perTopic).toHaveValue('8');
});

test('R-171 items looked back at and topics carried over leave notes free to become anonymous', async ({
  page,
  crew: { robin, team },
}) => {
  const notes = [['to_improve', 'Slow reviews']] as const;
  const last = await newMeeting(robin, team, { phase: 'closing_ready', notes });
  await call(robin, ['POST', `${last.api}/actions`], { text: 'Ask for reviewers' });
  const topic_ids = [await last.idOf('Slow reviews')];
  await last.change({ status: 'closed' });
  const next = await newMeeting(robin, team, { phase: 'joining' });
  const carried = { topic_ids, to_meeting_id: next.id };
  await call(robin, ['POST', `${last.api}/carry-over`], carried);
  await openBoard(page, robin, next.path);
  await page.getByRole('group', { name: 'Ask for reviewers' }).getByText('Done').click();
  await expect(page.getByText('Nothing left over from earlier retros.')).toBeVisible();
  const settings = await openBoardSettings(page);
  await settings.getByRole('checkbox', { name: 'Anonymous notes' }).check();
  const stored = () => call(robin, ['GET', next.api]);
  await expect.poll(stored).toMatchObject({ settings: { anonymous: true } });
});
