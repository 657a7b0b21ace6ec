// "Tell us more": anybody asks an anonymous note's author, and only that browser is told.
import { test } from './crew.ts';
import { judgeDialog, judgeOnRequest, takePicture } from './judge.ts';
import { judgeRoom, looks, looksOfDialogs } from './little-room.ts';
import { spec } from './spec-texts.ts';
import { call, expect, holdBack, newMeeting, sizes, openAs } from './walk.ts';

const { wentWell } = spec.board;

test('R-371 to R-374 a question, an answer without a name, and a permanent signature', async ({
  page,
  crew: { team, robin, sasha },
  newPage,
}) => {
  const anonymous = { phase: 'writing', settings: { anonymous: true } };
  const meeting = await newMeeting(robin, team, anonymous);
  await openAs(page, sasha, meeting.path);
  const composer = page.getByRole('textbox', { name: `Write a note: ${wentWell}` });
  for (const text of ['Deploys hurt', 'Builds are slow']) {
    await composer.fill(text);
    await composer.press('Enter');
    await expect(page.getByRole('article', { name: `Your note: ${text}` })).toBeVisible();
  }
  const note = { name: 'Note by Anonymous: Deploys hurt' };
  await meeting.moveTo('revealing');

  const other = await openAs(await newPage({ viewport: sizes.phone }), robin, meeting.path);
  await test.step('by the menu of the note', async () => {
    const card = other.getByRole('article', note);
    await card.getByRole('button', { name: 'Actions for' }).click();
    const item = other.getByRole('menuitem', { name: /^Tell us more/ });
    await expect(item).toBeVisible();
    await takePicture(other, 'tell-us-more-menu-phone');
    await item.click();
    await expect(other.getByText('Asked', { exact: true })).toBeVisible();
    // This notice fades while the other page is judged in all themes.
    await expect(page.getByText('Someone would like to hear more about your note')).toBeVisible();
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    await judgeOnRequest(other, 'asked');
  });

  const dialog = page.getByRole('dialog', { name: 'Say more' });
  await expect(dialog).toContainText('“Deploys hurt”');
  await expect(dialog).toContainText('Nobody can see whether you have read this.');
  await judgeDialog(page, 'tell-more');
  await judgeRoom(page, 'tell-more', looksOfDialogs);
  await test.step('a blank answer is refused, and a typed one is kept', async () => {
    await dialog.getByRole('button', { name: 'Answer without a name' }).click();
    await expect(dialog).toContainText('Please enter a comment.');
    await dialog.getByRole('textbox', { name: 'Your answer' }).fill('On Fridays, mostly');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.getByRole('article', note).focus();
    await page.keyboard.press('q');
    await expect(dialog.getByRole('textbox', { name: 'Your answer' })).toHaveValue(
      'On Fridays, mostly',
    );
  });
  await test.step('what is typed while the answer is sent stays', async () => {
    const letGo = await holdBack(page, /\/comments$/);
    const answer = dialog.getByRole('textbox', { name: 'Your answer' });
    await dialog.getByRole('button', { name: 'Answer without a name' }).click();
    await answer.fill('And on Mondays');
    await letGo();
    await expect(page.getByText('Answered without a name')).toBeVisible();
    await expect(answer).toHaveValue('And on Mondays');
    await dialog.getByRole('button', { name: 'Answer without a name' }).click();
    await expect(dialog).toBeHidden();
  });
  await other.getByRole('button', { name: '2 comments' }).click();
  const comments = other.getByRole('dialog', { name: 'Comments' });
  await expect(comments).toContainText(/Anonymous\s*from the author\s*On Fridays, mostly/);
  await judgeDialog(other, 'from-the-author');
  await other.keyboard.press('Escape');

  await test.step('signing says that there is no way back, and names this one note', async () => {
    await page.getByRole('article', note).focus();
    await page.keyboard.press('q');
    await dialog.getByRole('button', { name: 'Sign the note…' }).click();
    const confirm = page.getByRole('alertdialog', { name: 'Sign this note for good?' });
    await expect(confirm).toContainText(/your name, Sasha .*This cannot be undone\./);
    await judgeDialog(page, 'sign-note');
    await confirm.getByRole('button', { name: 'Sign with my name' }).click();
    await expect(confirm).toBeHidden();
    for (const [each, of] of [
      [page, /^Your note/],
      [other, /^Note by Sasha/],
    ] as const) {
      const signed = each.getByRole('article', { name: of }).filter({ hasText: 'Deploys hurt' });
      await expect(signed).toBeVisible();
      await expect(
        each.getByRole('article', { name: 'Note by Anonymous: Builds are slow' }),
      ).toBeVisible();
    }
  });
  await test.step('in the discussion it is a button, for the author too, so that a shared screen tells nothing', async () => {
    await meeting.moveTo('discussing');
    const current = await meeting.idOf('Builds are slow');
    await call(robin, ['PUT', `${meeting.api}/discussion`], { current });
    for (const each of [page, other]) {
      const ask = each.getByRole('button', { name: 'Tell us more: Builds are slow' });
      await expect(ask).toBeVisible();
      await expect(each.getByRole('button', { name: /^Edit: / })).toHaveCount(0);
    }
    await judgeRoom(page, 'tell-more-topic', looks);
    await judgeOnRequest(page, 'tell-more-topic');
  });
});
