// A newer server may know a status that this page does not: the rest of the list stays.
import { test } from './rocket.ts';
import { call, expect, inTeam, newMeeting, newTeam, signedInAs } from './walk.ts';

test('a status that the page does not know is Unknown, and fails no list', async ({
  page,
  context,
  product,
  rocket,
}) => {
  const { id } = await newTeam(rocket.ada, 'Of other versions');
  const team = { id, name: 'Known retro' };
  await newMeeting(rocket.ada, team, { status: 'planned' });
  const odd = await newMeeting(rocket.ada, { ...team, name: 'Odd retro' }, { status: 'planned' });
  await signedInAs(context, rocket.ada.token);
  await inTeam(context, id);
  const path = `/api/v1/teams/${id}/meetings`;
  const meetings = await call<{ id: string }[]>(rocket.ada, ['GET', path]);
  const json = meetings.map((each) => (each.id === odd.id ? { ...each, status: 'paused' } : each));
  await page.route(`**${path}?*`, (route) => route.fulfill({ json }));
  await page.goto(`${product.url}/meetings`);
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await expect(row('Odd retro')).toContainText('Unknown');
  await expect(row('Known retro')).toContainText('Planned');
  await page.goto(`${product.url}/dashboard`);
  await expect(page.getByRole('region', { name: 'Latest Meetings' })).toBeVisible();
  await expect(page.getByText('Failed to load meetings')).toHaveCount(0);
});
