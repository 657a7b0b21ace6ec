// Typed text survives the end of a phase, a refusal, others' changes, a dissolved group and a deleted comment.
import type { Locator, Page } from '@playwright/test';

import { type Crew, test } from './crew.ts';
import {
  comments,
  deploys,
  field,
  newDiscussion,
  open,
  reviews,
  toast,
} from './discussion-page.ts';
import { openBoardSettings } from './four-people.ts';
import { groupCard, newBoard, open as openBoard, toasts } from './group-scene.ts';
import { openDrawer } from './visit.ts';
import {
  call,
  expect,
  holdBack,
  inTeam,
  newMeeting,
  password,
  signedInAs,
  type Somebody,
} from './walk.ts';

interface Board {
  notes: { id: string; content: string }[];
  comments: Record<string, { id: string }[]>;
  actions: { id: string; text: string }[];
}

function leaderOf(owner: Somebody, { id }: { id: string }) {
  const path = `/api/v1/meetings/${id}`;
  const put = (place: string, body: object) => call(owner, ['PUT', path + place], body);
  return {
    board: () => call<Board>(owner, ['GET', `${path}/board`]),
    discuss: (current: string) => put('/discussion', { current }),
    moveTo: (phase: string) =>
      call(owner, ['POST', `${path}/phase/transition`], { phase, duration_minutes: null }),
    group: (note_ids: string[]) =>
      call<{ id: string }>(owner, ['POST', `${path}/groups`], { note_ids }),
    remove: (place: string) => call(owner, ['DELETE', path + place]),
  };
}

/** A discussion led by Robin. */
async function ledDiscussion(crew: Crew) {
  const meeting = await newDiscussion(crew);
  return { meeting, lead: leaderOf(crew.robin, meeting) };
}

const line = (page: Page) =>
  page.getByRole('main').getByRole('combobox', { name: 'New action item' });

test('D-23: an action item’s text survives typing, a refusal, and somebody else’s change', async ({
  page,
  crew,
}) => {
  const { robin, sasha } = crew;
  const { meeting, lead } = await ledDiscussion(crew);
  const [first] = (await lead.board()).notes;
  await lead.discuss(first?.id ?? '');
  await open(page, sasha, meeting.path);
  await line(page).fill('Ask for a reviewer');

  await test.step('in the next phase, and after a reload', async () => {
    await lead.moveTo('closing_ready');
    await expect(page.getByRole('heading', { name: 'What we agreed on' })).toBeVisible();
    await expect(line(page)).toHaveValue('Ask for a reviewer');
    await page.reload();
    await expect(line(page)).toHaveValue('Ask for a reviewer');
  });

  await test.step('sent without a connection, and refused when that is back', async () => {
    await page.context().setOffline(true);
    await line(page).press('Enter');
    await expect(line(page)).toHaveValue('');
    await lead.moveTo('voting');
    await page.context().setOffline(false);
    await expect(toast(page, 'Error adding the action item')).toBeVisible();
    await lead.moveTo('closing_ready');
    await expect(line(page)).toHaveValue('Ask for a reviewer');
    await line(page).press('Enter');
    await expect.poll(async () => (await lead.board()).actions).toHaveLength(1);
  });

  await test.step('its new text, when somebody else has changed it meanwhile', async () => {
    const list = page.getByRole('main').getByRole('list', { name: 'Action items' });
    const [action] = (await lead.board()).actions;
    await list.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const edited = list.getByRole('combobox', { name: 'Edit action item' });
    await edited.fill('Ask two reviewers');
    await call(robin, ['PUT', `/api/v1/actions/${action?.id}`], { text: 'Ask Sam' });
    await edited.press('Enter');
    await expect(list.getByText('Current text: Ask Sam')).toBeVisible();
    await expect(edited).toHaveValue('Ask two reviewers');
    await edited.press('Enter');
    await expect
      .poll(async () => (await lead.board()).actions.map(({ text }) => text))
      .toEqual(['Ask two reviewers']);
  });
});

test('D-23: a comment’s text follows its note out of a dissolved group, and survives the comment’s deletion', async ({
  page,
  crew,
}) => {
  const { sasha } = crew;
  const { meeting, lead } = await ledDiscussion(crew);
  const idOf = async (text: string) =>
    (await lead.board()).notes.find(({ content }) => content === text)?.id ?? '';
  const noteIds = [await idOf(deploys), await idOf(reviews)];
  const { id } = await lead.group(noteIds);
  await lead.discuss(id);
  await open(page, sasha, meeting.path);
  await field(page).fill('Only on Fridays');
  await lead.remove(`/groups/${id}`);
  await expect(toast(page, 'The group has been dissolved')).toBeVisible();
  await lead.discuss(noteIds[0] ?? '');
  await expect(field(page)).toHaveValue('Only on Fridays');

  await field(page).press('Enter');
  await expect(comments(page)).toContainText('Only on Fridays');
  await comments(page)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Edit comment' }).click();
  await page.getByRole('textbox', { name: 'Edit comment' }).fill('Never on Fridays');
  const [comment] = Object.values((await lead.board()).comments).flat();
  await lead.remove(`/topics/${noteIds[0]}/comments/${comment?.id}`);
  await expect(toast(page, 'The comment has been deleted')).toBeVisible();
  await expect(field(page)).toHaveValue('Never on Fridays');

  await lead.remove(`/notes/${noteIds[0]}`);
  await expect(page.getByText('Your text: “Never on Fridays”')).toBeVisible();
});

test('D-23: a group’s title is kept when voting begins while it is typed', async ({
  page,
  crew,
}) => {
  const board = await newBoard(crew);
  await board.groupAs(crew.robin, 'Tea was hot', 'Builds are slow');
  await openBoard(page, crew.sasha, board);
  const rename = page.getByRole('button', { name: /^Rename group/ });
  const title = page.getByRole('textbox', { name: /^Title of group/ });
  await groupCard(page, 'Tea was hot').hover();
  await rename.click();
  await title.fill('Warmth');
  await board.jumpTo('voting');
  await expect(toasts(page).getByText('Your title: “Warmth”')).toBeVisible();
  await board.jumpTo('grouping');
  await groupCard(page, 'Tea was hot').hover();
  await rename.click();
  await expect(title).toHaveValue('Warmth');
  await title.press('Enter');
  await expect(page.getByRole('article', { name: /^Group Warmth/ })).toBeVisible();
});

test('D-23: thanks being typed survive a phase change, a refusal and a reload', async ({
  page,
  crew,
}) => {
  const { robin, sasha } = crew;
  const { meeting, lead } = await ledDiscussion(crew);
  await lead.moveTo('closing_ready');
  await open(page, sasha, meeting.path);
  const form = page.getByRole('form', { name: 'Thank someone' });
  const whom = form.getByLabel('Who to thank');
  const text = form.getByLabel('What for');
  async function expectKept(): Promise<void> {
    await expect(text).toHaveValue('For the ledger');
    await expect(whom).toHaveValue(robin.id);
  }
  await whom.selectOption({ label: 'Robin Field' });
  await text.fill('long '.repeat(500));
  await expect(text).toHaveValue('long '.repeat(500));
  await expect(whom, 'beside a text that is too long').toHaveValue(robin.id);
  await text.fill('For the ledger');
  await page.reload();
  await expectKept();
  await lead.moveTo('voting');
  await expect(form).toHaveCount(0);
  await lead.moveTo('closing_ready');
  await expectKept();
  await page.context().setOffline(true);
  await text.press('Enter');
  await expect(text).toHaveAttribute('aria-invalid', 'true');
  await page.context().setOffline(false);
  await page.reload();
  await expectKept();

  const letGo = await holdBack(page, /\/thanks$/);
  await text.press('Enter');
  await text.fill('And for the tea');
  await letGo();
  await expect(page.getByRole('list', { name: 'Thanks' })).toContainText('For the ledger');
  await expect(text, 'typed meanwhile').toHaveValue('And for the tea');
  await text.press('Enter');
  await expect(text).toHaveValue('');
  await page.reload();
  await expect(text).toHaveValue('');
});

test('D-23: a text that changes while it is sent stays', async ({
  page,
  crew: { robin, team },
}) => {
  const meeting = await newMeeting(robin, team, { phase: 'joining' });
  await signedInAs(page.context(), robin.token);
  const visit = (path: string) => page.goto(robin.product.url + path);
  const box = (name: string) => page.getByRole('textbox', { name, exact: true });
  async function typeOn(
    field: Locator,
    { sent, later, url, by }: { sent: string; later: string; url: RegExp; by: string },
  ): Promise<void> {
    const button = page.getByRole('button', { name: by });
    const busy = page.locator('[type=submit][aria-busy=true]');
    await field.fill(sent);
    const letGo = await holdBack(page, url);
    await button.click();
    await expect(busy).toHaveCount(1);
    await field.fill(later);
    await letGo();
    await expect(busy).toHaveCount(0);
    await expect(field, by).toHaveValue(later);
  }
  const teams = { url: /\/teams$/, by: 'Create Team' };
  const invitations = { url: /\/invitations$/, by: 'Send Invitation' };

  await visit('/dashboard');
  await openDrawer(page);
  await typeOn(box('Team name'), { ...teams, sent: 'Meteor', later: 'Nova' });
  await page.getByRole('tab', { name: 'Members' }).click();
  await expect(page.getByRole('heading', { name: 'Invite to Meteor' })).toBeVisible();
  const email = page.getByPlaceholder("Enter member's email");
  await typeOn(email, { ...invitations, sent: 'cy@example.com', later: 'dee@example.com' });

  await page.getByRole('tab', { name: 'My Teams' }).click();
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Rename Team' }).click();
  const renaming = page.getByRole('dialog', { name: 'Rename Team' });
  const name = renaming.getByLabel('Team name');
  const renames = { url: /\/teams\/[^/]+$/, by: 'Save Changes' };
  await typeOn(name, { ...renames, sent: 'Comet', later: 'Comets' });
  await name.pressSequentially('!');
  await expect(name, 'typed later').toHaveValue('Comets!');
  await name.press('Enter');
  await expect(renaming).toHaveCount(0);
  await expect(page.getByText('Comets!').first()).toBeVisible();

  await visit('/profile');
  await typeOn(box('First name'), {
    sent: 'Robyn',
    later: 'Robyna',
    url: /\/users\/me$/,
    by: 'Update Profile',
  });
  for (const name of ['Current Password', 'Confirm Password']) await box(name).fill(password);
  await typeOn(box('New Password'), {
    sent: password,
    later: `${password}2`,
    url: /\/change-password$/,
    by: 'Change Password',
  });
  await expect(box('Current Password')).toHaveValue('');

  await visit(meeting.path);
  const settings = await openBoardSettings(page);
  await settings.getByRole('tab', { name: 'Templates' }).click();
  await typeOn(settings.getByLabel('Save the columns'), {
    sent: 'Ours',
    later: 'Theirs',
    url: /\/templates$/,
    by: 'Save template',
  });
  await settings.getByRole('tab', { name: 'Columns' }).click();
  await typeOn(settings.getByLabel('Title').first(), {
    sent: 'Good',
    later: 'Better',
    url: /\/meetings\/[^/]+$/,
    by: 'Save columns',
  });
});

test('D-23: the offline Actions page says so and keeps the text', async ({ page, crew }) => {
  const { robin, team } = crew;
  await signedInAs(page.context(), robin.token);
  await inTeam(page.context(), team.id);
  await page.goto(`${robin.product.url}/actions`);
  await page.getByRole('button', { name: 'New action' }).click();
  const next = page.getByRole('combobox', { name: 'New action item' });
  await next.fill('Measure the build');
  await page.context().setOffline(true);
  await next.press('Enter');
  await expect(toast(page, 'Error adding the action item')).toBeVisible();
  await expect(next).toHaveValue('Measure the build');
  await page.context().setOffline(false);
  await next.press('Enter');
  await expect(next).toHaveValue('');
  const all = page.getByRole('list', { name: 'Action items' });
  await expect(all.getByText('Measure the build', { exact: true })).toBeVisible();
});

test('D-23: what is typed into a field that goes with its phase is no shortcut', async ({
  page,
  crew: { robin, sasha, team },
}) => {
  const board = await newBoard({ robin, sasha, team });
  await board.groupAs(robin, 'Tea was hot', 'Builds are slow');
  await openBoard(page, sasha, board);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`);
  });
  const title = async () => {
    await groupCard(page, 'Tea was hot').focus();
    await page.keyboard.press('e');
    return page.getByRole('textbox', { name: /^Title of group/ });
  };
  const filter = async () => {
    await groupCard(page, 'Tea was hot').focus();
    await page.keyboard.press('/');
    return page.getByRole('textbox', { name: 'Filter notes' });
  };
  for (const [from, to, open] of [
    ['grouping', 'voting', title],
    ['grouping', 'discussing', filter],
    ['discussing', 'closing_ready', () => field(page)],
    ['discussing', 'voting', () => line(page)],
    ['closing_ready', 'discussing', () => page.getByLabel('What for')],
  ] as const) {
    await board.jumpTo(from);
    const gone = await open();
    await gone.focus();
    await page.keyboard.type('ag');
    await board.jumpTo(to);
    await expect(gone).toBeHidden();
    sent.length = 0;
    await page.keyboard.type('hdvH1 ');
    await page.keyboard.press('Delete');
    const what = `${from} to ${to}`;
    const hint = toast(page, 'The field is gone. Press Esc to use shortcuts.');
    await expect(hint, what).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' }), what).toBeVisible();
    await page.keyboard.press('Escape');
    expect(sent, what).toEqual([]);
  }
});
