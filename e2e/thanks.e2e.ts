// Thanks: given in Ready to Close, visible to everybody, kept in the report.
import { test } from './crew.ts';
import { judge } from './judge.ts';
import { judgeRoom, looks } from './little-room.ts';
import { call, expect, newMeeting, signedInAs } from './walk.ts';

test('a member thanks another and withdraws thanks, and the report keeps the rest', async ({
  page,
  browser,
  crew,
}) => {
  const { robin, sasha, team } = crew;
  const { id, path } = await newMeeting(robin, team, {
    phase: 'closing_ready',
  });
  await call(robin, ['POST', `/api/v1/meetings/${id}/actions`], { text: 'Write the ledger down' });
  await signedInAs(page.context(), robin.token);
  await page.goto(`${robin.product.url}${path}`);
  const others = await browser.newContext();
  await signedInAs(others, sasha.token);
  const second = await others.newPage();
  await second.goto(`${robin.product.url}${path}`);

  const form = second.getByRole('form', { name: 'Thank someone' });
  await form.getByRole('button', { name: 'Thank' }).click();
  await expect(form).toContainText('Choose who to thank.');
  await form.getByLabel('Who to thank').selectOption({ label: 'Robin Field' });
  await form.getByLabel('What for').fill('For explaining the ledger');
  await form.getByLabel('What for').press('Enter');
  const given = page.getByRole('list', { name: 'Thanks' }).getByRole('listitem');
  await expect(given).toHaveText(
    'SBThanks to Robin Field, from Sasha Brook“For explaining the ledger”',
  );
  await expect(form.getByLabel('What for')).toHaveValue('');

  const back = { to_user_id: sasha.id, text: 'And you' };
  await call(robin, ['POST', `/api/v1/meetings/${id}/thanks`], back);
  await expect(given).toHaveCount(2);
  await judge(page, 'thanks');
  await judgeRoom(page, 'thanks', looks);
  await expect(second.getByRole('button', { name: /^Take back: For explaining/ })).toBeVisible();
  // An editor removes the thanks of others.
  await page.getByRole('button', { name: /^Remove: For explaining/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove Thanks' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(given).toHaveCount(2);
  await page.getByRole('button', { name: 'Take back: And you' }).click();
  await expect(given).toHaveCount(1);
  await expect(second.getByRole('button', { name: /: And you$/ })).toHaveCount(0);
  await others.close();

  await call(robin, ['PUT', `/api/v1/meetings/${id}`], { status: 'closed' });
  await page.reload();
  const report = page.getByRole('region', { name: 'Thanks' });
  await expect(report).toContainText('Thanks to Robin Field, from Sasha Brook');
  await judge(page, 'thanks-report');
  await judgeRoom(page, 'thanks-report', looks);
  const late = report.getByRole('form', { name: 'Thank someone' });
  await late.getByLabel('Who to thank').selectOption({ label: 'Sasha Brook' });
  await late.getByLabel('What for').fill('For the tests');
  await late.getByLabel('What for').press('Enter');
  await expect(report.getByRole('listitem')).toHaveCount(2);
});
