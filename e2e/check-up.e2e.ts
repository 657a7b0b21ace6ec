// The check-up from the settings to team health (docs/retro.md ): five people answer the team's questions, and a
// mixed answer becomes a note.
import { button, columnOf, newFour, openBoardSettings, region, seatOf } from './four-people.ts';
import { judge, judgeDialog } from './judge.ts';
import { judgeRoom, looks } from './little-room.ts';
import {
  asAuthor,
  call,
  expect,
  holdBack,
  inTeam,
  join,
  newMeeting,
  newPerson,
  type Somebody,
  test,
} from './walk.ts';

const [no, calm, help] = [
  'We can say no to work',
  'Releasing is calm',
  'I get help within the hour',
];

async function answer(who: Somebody, path: string, scores: Record<string, number>): Promise<void> {
  for (const [question, score] of Object.entries(scores)) {
    await call(asAuthor(who), ['PUT', `${path}/check-up`], { question, score });
  }
}

test('five people answer the team’s questions, discuss mixed answers, and see the trend', async ({
  browser,
  product,
}) => {
  const { team, robin, sasha, kim, noor } = await newFour(product, 'check-up');
  const ines = await newPerson(product, 'ines-check-up@example.com', ['Ines', 'Vidal']);
  await join(robin, team.id, ines);
  const named = { ...team, name: 'Sprint 42 · Checkout rewrite' };
  const meeting = await newMeeting(robin, named, { phase: 'joining' });
  const api = `/api/v1/meetings/${meeting.id}`;
  const at = { path: meeting.path };
  const desk = await seatOf(browser, { who: robin, ...at, viewport: { width: 1440, height: 900 } });
  const phone = await seatOf(browser, { who: sasha, ...at, viewport: { width: 390, height: 844 } });
  const asked = region(phone, 'Check-up');
  const results = desk.getByRole('dialog', { name: 'Check-up' });
  const row = (question: string) => results.getByRole('listitem').filter({ hasText: question });

  await test.step('an admin writes the team’s questions, and who leads chooses them', async () => {
    await expect(asked).toHaveCount(0);
    await call(robin, ['PUT', `/api/v1/teams/${team.id}`], { check_up: [no, calm, help] });
    const settings = await openBoardSettings(desk);
    const questions = settings.getByRole('combobox', { name: 'Questions' });
    await questions.selectOption({ label: 'Built-in: 8 questions' });
    await expect(settings.getByText('I learn something every week')).toBeVisible();
    await questions.selectOption({ label: 'Harbour: own questions' });
    await expect(settings.getByText(calm)).toBeVisible();
    await judgeDialog(desk, 'check-up-settings');
    await desk.keyboard.press('Escape');
  });

  await test.step('one question at a time, which a finger and keys answer', async () => {
    await expect(asked).toContainText('1 of 3');
    await expect(asked).toContainText('Nobody sees who said what. Shown once there are 3 answers.');
    const letGo = await holdBack(phone, '**/check-up');
    await asked.getByRole('radio', { name: '2: Hardly' }).click();
    // The answer shows although its question disappears before the response.
    await expect(asked).toContainText(calm);
    await button(asked, 'Back').click();
    await expect(asked.getByRole('radio', { name: '2: Hardly' })).toBeChecked();
    await letGo();
    await judge(phone, 'check-up-asked');
    await judgeRoom(phone, 'check-up-asked', looks);
    await button(asked, 'Next question').click();
    // Keys change the answer without leaving the question.
    await phone.keyboard.press('Tab');
    await phone.keyboard.press('ArrowRight');
    await phone.keyboard.press('ArrowLeft');
    await expect(asked.getByRole('radio', { name: '1: Not at all' })).toBeChecked();
    await button(asked, 'Next question').click();
    await asked.getByRole('radio', { name: '4: Mostly' }).click();
    await expect(asked).toContainText('Thanks!');
    await phone.reload();
    await expect(asked.getByRole('radio', { name: '2: Hardly' })).toBeChecked();
  });

  await test.step('below the least number of answers nothing is shown, from there on everything', async () => {
    await answer(kim, api, { [no]: 1, [calm]: 4 });
    await button(desk, 'Check-up results').click();
    await button(results, 'Show to everyone').click();
    await expect(results.getByText('No question has 3 answers yet.')).toBeVisible();
    await expect(results.getByText('Not enough answers yet')).toHaveCount(3);
    await expect(results).toContainText('Shown in batches of 3 to keep it anonymous.');
    await expect(asked.getByRole('listitem')).toHaveCount(0);
    await answer(noor, api, { [no]: 5, [calm]: 4 });
    await answer(ines, api, { [no]: 5, [calm]: 4, [help]: 4 });
    await answer(robin, api, { [no]: 3, [calm]: 4 });
    await button(results, 'Show to everyone').click();
    await expect(row(no)).toContainText('3.2');
    await expect(row(no)).toContainText('Answers differ');
    await expect(
      row(no).getByRole('img', { name: /^5 answers, 3\.2 of 5 on average/ }),
    ).toBeVisible();
    await expect(results.getByRole('listitem').first()).toContainText(no);
    await expect(row(help)).toContainText('Not enough answers yet');
    await expect(asked.getByRole('listitem').filter({ hasText: calm })).toContainText('3.4');
    await judgeRoom(phone, 'check-up-shown', looks);
  });

  await test.step('what lies apart becomes a note in the column for what to improve', async () => {
    await call(robin, ['POST', `${api}/phase/transition`], { phase: 'grouping' });
    // The dialog stays open over a phase change.
    await expect(row(no)).toBeVisible();
    await judgeDialog(desk, 'check-up-results');
    await button(results, `Discuss this: ${no}`).click();
    await expect(row(no)).toContainText('On the board');
    await desk.keyboard.press('Escape');
    await expect(columnOf(desk, 'To Improve').getByText(no)).toBeVisible();
    await button(phone, /^To Improve/).click();
    await expect(phone.getByText(no)).toBeVisible();
  });

  await test.step('the report tells it, and health its trend after the second retro', async () => {
    await call(robin, ['PUT', api], { status: 'closed' });
    const second = await newMeeting(robin, { ...team, name: 'Sprint 43' }, { phase: 'joining' });
    const next = `/api/v1/meetings/${second.id}`;
    await call(robin, ['PUT', next], { settings: { check_up: [no, calm, help] } });
    for (const [who, score] of [
      [robin, 4],
      [kim, 4],
      [noor, 5],
      [ines, 3],
    ] as const) {
      await answer(who, next, { [no]: score, [calm]: 3, [help]: 4 });
    }
    await call(robin, ['PUT', next], { status: 'closed' });
    await inTeam(desk.context(), team.id);
    await desk.goto(`${robin.product.url}/team-health`);
    const table = desk.getByRole('table', { name: 'Check-up by question' });
    await expect(table.getByRole('row').filter({ hasText: no })).toContainText('Up');
    await expect(table.getByRole('row').filter({ hasText: calm })).toContainText('Down');
    await expect(table.getByRole('row').filter({ hasText: help })).toContainText('First time');
    await table.scrollIntoViewIfNeeded();
    await judge(desk, 'check-up-health');
    await desk.goto(robin.product.url + meeting.path);
    const told = region(desk, 'How it was');
    await expect(told).toContainText('Answers differ');
    const waiting = told.getByRole('listitem').filter({ hasText: help });
    await expect(waiting).toContainText('Not enough answers yet');
    await expect(told).toContainText('Shown in batches of 3 to keep it anonymous.');
    await judge(desk, 'check-up-report');
  });

  await test.step('a check-up of its own goes straight to what lies apart', async () => {
    await desk.goto(`${robin.product.url}/team-health`);
    await button(desk, 'Hold a check-up').click();
    await judgeDialog(desk, 'check-up-start');
    await button(desk, 'Start Check-up').click();
    await expect(desk).toHaveURL(/\/meetings\/[-\w]+$/);
    const own = `/api/v1${new URL(desk.url()).pathname}`;
    for (const [who, score] of [
      [sasha, 1],
      [kim, 5],
      [noor, 5],
    ] as const) {
      await answer(who, own, { [no]: score });
    }
    await button(desk, 'Check-up results').click();
    await button(results, 'Show to everyone').click();
    await button(results, `Discuss this: ${no}`).click();
    await expect(row(no)).toContainText('On the board');
    await desk.keyboard.press('Escape');
    await button(desk, 'Next: Discussing').click();
    await expect(desk.getByRole('heading', { name: no, level: 2 })).toBeVisible();
    await expect(button(desk, 'Next: Ready to Close')).toBeVisible();
  });
});
