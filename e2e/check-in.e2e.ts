// The check-in from the waiting room to the report (docs/retro.md ): moods, turns, and worth.
import { button, newFour, region, seatOf } from './four-people.ts';
import { judge, judgeState } from './judge.ts';
import { asAuthor, call, expect, newMeeting, passTheEnd, type Somebody, test } from './walk.ts';

const give = (who: Somebody, path: string, score: number) =>
  call(asAuthor(who), ['PUT', path], { score });

test('four people rate their mood, answer the question of the day, and rate the meeting', async ({
  browser,
  product,
}) => {
  const { team, robin, sasha, kim, noor } = await newFour(product, 'check-in');
  const meeting = await newMeeting(robin, { ...team, name: 'Sprint 24' }, { phase: 'joining' });
  const api = `/api/v1/meetings/${meeting.id}`;
  const at = { path: meeting.path };
  const desk = await seatOf(browser, { who: robin, ...at, viewport: { width: 1440, height: 900 } });
  const phone = await seatOf(browser, { who: sasha, ...at, viewport: { width: 390, height: 844 } });
  const turnOfSasha = region(desk, 'Check-in').getByRole('button', { name: /Sasha Brook/ });
  const first = await desk.getByText('Question of the day').locator('+ p').textContent();

  await test.step('a face is one tap, by finger and by key, and the third answer shows the totals', async () => {
    await phone.getByRole('radio', { name: 'Good', exact: true }).click();
    await expect(
      phone.getByText('Thanks! Everyone sees the result once 3 members have answered.'),
    ).toBeVisible();
    await expect(phone.locator('.score-bar'), 'an empty baseline').toHaveCount(5);
    await desk.getByRole('radio', { name: 'Okay' }).focus();
    await desk.keyboard.press('Space');
    await give(kim, `${api}/mood`, 5);
    const totals = '3 answers, 4.0 of 5 on average: 1 Okay, 1 Good, 1 Great';
    for (const page of [desk, phone]) {
      await expect(page.getByRole('img', { name: totals })).toBeVisible();
      await expect(page.getByText('Shown in batches of 3 to keep it anonymous.')).toBeVisible();
    }
    await phone.reload();
    await expect(phone.getByRole('radio', { name: 'Good', exact: true })).toBeChecked();
  });

  await test.step('the owner asks another question, and turns are marked by whoever had theirs', async () => {
    await button(phone, 'I have answered').click();
    await expect(desk.getByText('1 of 2 answered')).toBeVisible();
    await button(desk, 'Change the question').click();
    await desk.getByRole('menuitem', { name: 'Next question' }).click();
    await expect(desk.getByText('0 of 2 answered')).toBeVisible();
    await expect(phone.getByText('Question of the day').locator('+ p')).not.toHaveText(first ?? '');
    await turnOfSasha.click();
    await expect(button(phone, 'I have answered')).toHaveAttribute('aria-pressed', 'true');
    await desk.keyboard.press('ControlOrMeta+k');
    await desk.getByRole('combobox').fill('next question');
    await desk.keyboard.press('Enter');
    await expect(button(phone, 'I have answered')).toHaveAttribute('aria-pressed', 'false');
    await turnOfSasha.click();
    await expect(button(phone, 'I have answered')).toHaveAttribute('aria-pressed', 'true');
    await judge(desk, 'check-in');
    await button(desk, 'Change the question').click();
    await desk.getByRole('menuitem', { name: 'Hide the question' }).click();
    await expect(phone.getByText('Question of the day')).toHaveCount(0);
    await expect(button(phone, 'Change the question')).toHaveCount(0);
  });

  await test.step('switched off, it is not there', async () => {
    await call(robin, ['PUT', api], { settings: { check_in: false } });
    await expect(region(phone, 'Check-in')).toHaveCount(0);
    await call(robin, ['PUT', api], { settings: { check_in: true } });
    await expect(region(phone, 'Check-in')).toBeVisible();
  });

  await test.step('at the end they say whether it was worth their time, and the report tells', async () => {
    await call(robin, ['POST', `${api}/phase/transition`], { phase: 'closing_ready' });
    await expect(phone.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText(
      'How it was',
    );
    await desk
      .getByRole('radiogroup', { name: 'Was this meeting worth your time?' })
      .getByRole('radio', { name: 'Mostly' })
      .click();
    await phone
      .getByRole('radiogroup', { name: 'How do you feel now?' })
      .getByRole('radio', { name: 'Great' })
      .click();
    await give(kim, `${api}/worth`, 5);
    await give(noor, `${api}/worth`, 2);
    await judgeState(desk, 'check-in-at-the-end');
    await call(robin, ['PUT', api], { status: 'closed' });
    await passTheEnd(phone);
    const report = region(phone, 'How it was');
    await expect(report.getByRole('img', { name: '3 answers, 3.7 of 5 on average' })).toBeVisible();
    await expect(report.getByRole('img')).toHaveCount(2);
    await expect(report).toContainText('Mood before4.03 answers');
    await expect(report).toContainText('Mood afterToo few answers');
    await expect(report).toContainText('Shown in batches of 3 to keep it anonymous.');
    await report.getByRole('radio', { name: 'Hardly' }).click();
    await give(noor, `${api}/worth`, 1);
    await judge(phone, 'check-in-report');
  });
});
