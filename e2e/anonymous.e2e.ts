// An anonymous meeting: notes belong to the browser that wrote them.
import { test } from './crew.ts';
import { judge, judgeOnRequest } from './judge.ts';
import { spec } from './spec-texts.ts';
import { expect, newMeeting, passTheEnd, sizes, openAs } from './walk.ts';

const { wentWell } = spec.board;

test('R-172 only its browser edits an anonymous note, which has no name after the reveal', async ({
  page,
  crew,
  newPage,
}) => {
  const { team, robin, sasha } = crew;
  const anonymous = { phase: 'writing', settings: { anonymous: true } };
  const meeting = await newMeeting(robin, team, anonymous);

  await openAs(page, sasha, meeting.path);
  const composer = page.getByRole('textbox', { name: `Write a note: ${wentWell}` });
  await composer.click();
  await expect(page.getByText('Anonymous: nobody sees who wrote this.')).toBeVisible();
  await judgeOnRequest(page, 'anonymous-composer');
  await composer.fill('Builds are slow');
  await composer.press('Enter');
  const note = page.getByRole('article', { name: 'Your note: Builds are slow' });
  await expect(note).toContainText('You');
  await page.reload();
  await expect(note).toBeVisible();
  await test.step('the key outlives a storage that is cleared under the open page', async () => {
    await page.evaluate(() => {
      for (const name of Object.keys(localStorage)) {
        if (name !== 'authToken') localStorage.removeItem(name);
      }
    });
    await page.reload();
    await expect(note).toContainText('You');
  });

  const other = await openAs(await newPage({ viewport: sizes.phone }), robin, meeting.path);
  await expect(other.getByText(wentWell).first()).toBeVisible();
  await expect(other.getByText('Builds are slow')).toHaveCount(0);

  await note.focus();
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Edit Note' });
  await dialog.getByRole('textbox', { name: 'Content' }).fill('Builds take an hour');
  // A correction after the reveal would be shown as edited.
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await saved;
  await meeting.moveTo('revealing');
  const revealed = { name: 'Note by Anonymous: Builds take an hour' };
  for (const each of [page, other]) {
    const card = each.getByRole('article', revealed);
    await expect(card).toBeVisible();
    await expect(card).not.toContainText(/You|Sasha/);
  }
  await judgeOnRequest(page, 'anonymous-cards');

  await test.step('R-331 the evidence is a press away while one writes', async () => {
    await meeting.moveTo('writing');
    await composer.click();
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Evidence' }).click();
    const evidence = await opened;
    await expect(
      evidence.getByText(/^0 of \d+rows about what people wrote name a person/),
    ).toBeVisible();
    await evidence.close();
  });

  await test.step('R-332 the report leads to it, and it prints', async () => {
    await meeting.change({ status: 'closed' });
    await passTheEnd(page);
    await page.getByRole('button', { name: 'Report' }).click();
    await page.getByRole('link', { name: 'Evidence of anonymity' }).click();
    await expect(page.getByRole('heading', { name: 'Evidence of anonymity' })).toBeVisible();
    const notes = page.getByRole('row', { name: /^Notes / });
    await expect(notes).toContainText('Database');
    await expect(page.getByText('30 days after the last change of an ended meeting')).toBeVisible();
    await judge(page, 'anonymity');
    await page.emulateMedia({ media: 'print' });
    await expect(notes).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('link')).toHaveCount(0);
  });
});

test('R-172 the first Enter does not add a text with a name if it was begun without one, and the field says which it is', async ({
  page,
  crew: { team, robin, sasha },
}) => {
  const anonymous = { phase: 'writing', settings: { anonymous: true } };
  const meeting = await newMeeting(robin, team, anonymous);
  await openAs(page, sasha, meeting.path);
  const composer = page.getByRole('textbox', { name: `Write a note: ${wentWell}` });
  await composer.click();
  const line = page.getByText('Anonymous: nobody sees who wrote this.');
  await expect(line).toBeVisible();
  await composer.fill('Builds are slow');
  await meeting.change({ settings: { anonymous: false } });
  await expect(line).toBeHidden();
  await composer.press('Enter');
  await expect(page.getByText('This meeting is no longer anonymous')).toBeVisible();
  await expect(composer).toHaveValue('Builds are slow');
  await expect(page.getByRole('article')).toHaveCount(0);
  await composer.press('Enter');
  await expect(page.getByRole('article', { name: 'Your note: Builds are slow' })).toBeVisible();
  await expect(page.getByText('Your name is shown on the note.')).toBeVisible();
});
