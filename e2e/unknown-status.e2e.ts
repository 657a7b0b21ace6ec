// A status that only a newer server knows: lists and board stay readable.
import { test } from './rocket.ts';
import {
  call,
  expect,
  inTeam,
  newMeeting,
  newTeam,
  openAs,
  ownAnswer,
  signedInAs,
} from './walk.ts';

test('an unknown status is shown as Unknown and breaks no list', async ({ page, rocket }) => {
  const { id } = await newTeam(rocket.ada, 'Of other versions');
  const team = { id, name: 'Known retro' };
  await newMeeting(rocket.ada, team, { status: 'planned' });
  const odd = await newMeeting(rocket.ada, { ...team, name: 'Odd retro' }, { status: 'planned' });
  await signedInAs(page, rocket.ada.token);
  await inTeam(page, id);
  const path = `/api/v1/teams/${id}/meetings`;
  const meetings = await call<{ id: string }[]>(rocket.ada, ['GET', path]);
  const json = meetings.map((each) => (each.id === odd.id ? { ...each, status: 'paused' } : each));
  await page.route(`**${path}?*`, (route) => route.fulfill(ownAnswer(json)));
  await page.goto('/meetings');
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await expect(row('Odd retro')).toContainText('Unknown');
  await expect(row('Known retro')).toContainText('Planned');
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Latest Meetings' })).toBeVisible();
  await expect(page.getByText('Failed to load meetings')).toHaveCount(0);
});

test('a board with an unknown status is readable', async ({ page, rocket }) => {
  const team = { id: rocket.teamId, name: 'Paused retro' };
  const notes = [['went_well', 'Written before the pause']] as const;
  const meeting = await newMeeting(rocket.ada, team, { phase: 'discussing', notes });
  const path = `/api/v1${meeting.path}/records`;
  const board = await call<{ records: { type: string }[] }>(rocket.ada, ['GET', path]);
  const records = board.records.map((record) =>
    record.type === 'meeting' ? { ...record, status: 'paused' } : record,
  );
  const json = { ...board, records };
  await page.route(`**${path}?*`, (route) => route.fulfill(ownAnswer(json)));
  await openAs(page, rocket.ada, meeting.path);
  await expect(page.getByText('Written before the pause')).toBeVisible();
  await expect(page.getByText('Unknown', { exact: true })).toBeVisible();
  await expect(page.getByText('This page is out of date.')).toBeVisible();
});
