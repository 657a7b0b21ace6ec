// Comments on topics (docs/retro.md ). No typed text is lost.
import type { Page } from '@playwright/test';

import { test } from './crew.ts';
import {
  button,
  comments,
  deploys,
  discussTogether,
  field,
  heading,
  queue,
  reviews,
  row,
  toast,
} from './discussion-page.ts';
import { call, expect, toasts } from './walk.ts';

test('a change of topic or phase closes or loses no typed text', async ({
  page,
  crew,
  newPage,
}) => {
  const { meeting, member } = await discussTogether({ page, newPage, crew });
  await expect(heading(member, deploys)).toBeVisible();
  await field(member).fill('Half a thou');
  await button(page, 'Next topic').click();
  await expect(member.getByText(`The team is discussing “${reviews}”.`)).toBeVisible();
  await expect(field(member)).toBeFocused();
  await member.keyboard.type('ght');
  await expect(field(member)).toHaveValue('Half a thought');

  await button(member, 'Follow the discussion').click();
  await expect(heading(member, reviews)).toBeVisible();
  await expect(field(member)).toHaveValue('');
  await row(member, deploys).click();
  await expect(field(member)).toHaveValue('Half a thought');

  await meeting.moveTo('voting');
  await expect(queue(member)).toHaveCount(0);
  await meeting.moveTo('discussing');
  await row(member, deploys).click();
  await expect(field(member)).toHaveValue('Half a thought');
  await member.reload();
  await row(member, deploys).click();
  await expect(field(member)).toHaveValue('Half a thought');
  await field(member).press('Enter');
  await expect(comments(member)).toContainText('Half a thought');
  await row(page, deploys).click();
  await expect(comments(page)).toContainText('Half a thought');
});

test('comments are written, edited, deleted and restored, and counted on the board', async ({
  page,
  crew,
  newPage,
}) => {
  const { meeting, member } = await discussTogether({ page, newPage, crew });
  await expect(member.getByRole('heading', { name: /^Comments/ })).toHaveCount(0);
  await field(member).fill('- with a list\n- of two');
  await field(member).press('Enter');
  await expect(field(member)).toBeFocused();
  await expect(comments(page).getByRole('listitem', { name: '' }).first()).toContainText(
    'with a list',
  );
  // For screen readers alone: the new comment is notice enough.
  await expect(toasts(member)).toHaveText('Comment added');
  await expect(row(page, deploys)).toContainText('1 comment');

  const actions = (each: Page, of: string) => button(comments(each), `Actions for ${of}`);
  await actions(member, 'your comment').click();
  await member.getByRole('menuitem', { name: 'Edit comment' }).click();
  const edited = member.getByRole('textbox', { name: 'Edit comment' });
  await expect(edited).toBeFocused();
  await edited.fill('Shorter');
  await edited.press('Enter');
  await expect(comments(page)).toContainText('Shorter');
  await expect(comments(page)).toContainText('edited');

  await test.step('the owner may delete it, and takes that back', async () => {
    await actions(page, 'the comment of Sasha Brook').click();
    await page.getByRole('menuitem', { name: 'Delete comment' }).click();
    await expect(comments(member)).not.toContainText('Shorter');
    await expect(toast(page, 'Comment deleted')).toBeVisible();
    await button(toasts(page), 'Undo').last().click();
    await expect(comments(member)).toContainText('Shorter');
  });

  await field(member).fill('From the train');
  await field(member).press('Enter');
  await expect(comments(page)).toContainText('From the train');
  await page.keyboard.press('b');
  await expect(page.getByRole('article', { name: deploys })).toContainText('2 comments');

  await test.step('the number on the board, and in the review, opens them to be read', async () => {
    const read = page.getByRole('dialog', { name: 'Comments' });
    await button(page.getByRole('article', { name: deploys }), '2 comments').click();
    await expect(read.getByRole('listitem')).toHaveText([/Shorter/, /From the train/]);
    await expect(button(read, /^Actions for/)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(read).toHaveCount(0);
    await call(crew.robin, ['POST', `/api/v1/meetings/${meeting.id}/phase/transition`], {
      phase: 'closing_ready',
      duration_minutes: null,
    });
    await button(page.getByRole('region', { name: 'What we discussed' }), '2 comments').click();
    await expect(read).toContainText('From the train');
  });
});
