// Borders, icons and words show each state in forced colours and in print. zoom.e2e.ts judges all places in both.
import type { Locator } from '@playwright/test';
import { unassignedLabel } from '@wentwell/contract/actions/actions';

import { test } from './crew.ts';
import { openBoardSettings } from './four-people.ts';
import { newBoard, openAs } from './frame-board.ts';
import { newBoard as newTopics } from './group-scene.ts';
import { textFaults } from './layout-faults.ts';
import { force, unseenBars } from './other-media.ts';
import { newSuperuser } from './superuser.ts';
import {
  call,
  expect,
  expectNoSidewaysScroll,
  inTeam,
  newMeeting,
  newPerson,
  newTeam,
  signedInAs,
} from './walk.ts';

/** Forced colours remove an element's own colours: states differ by a border, outline, icon, or system colour. */
async function expectShown(one: Locator, act: () => Promise<void>, isOn: () => Promise<void>) {
  const before = await one.screenshot();
  await act();
  await isOn();
  // Neither hovered nor focused, which have their own styles.
  await one.page().mouse.move(0, 0);
  await one.page().evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  expect((await one.screenshot()).equals(before), 'looks as before').toBe(false);
}

test('in forced colours every chosen, pressed or current state differs by more than colour', async ({
  page,
  crew,
}) => {
  const board = await newBoard(crew, 3);
  await page.setViewportSize({ width: 1280, height: 800 });
  await force(page);
  await openAs(page, crew.robin, board);

  await test.step('density', async () => {
    await page.getByRole('button', { name: 'Meeting menu' }).click();
    const dense = page.getByRole('menuitemcheckbox', { name: 'Dense cards' });
    await expectShown(
      dense,
      async () => {
        await dense.click();
        await page.getByRole('button', { name: 'Meeting menu' }).click();
      },
      () => expect(dense).toBeChecked(),
    );
    await page.keyboard.press('Escape');
  });
  await test.step('a note that somebody else has just changed', async () => {
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'no-preference' });
    const border = page.waitForFunction(() => {
      const changed = document.querySelector('.note-glow');
      return changed && getComputedStyle(changed, '::after').borderTopWidth;
    });
    const note = `${board.api}/notes/${await board.idOf('Number 2')}`;
    await call(crew.sasha, ['PUT', note], { content: 'Number two' });
    expect(await (await border).jsonValue()).toBe('2px');
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  });
  await test.step('a tab', async () => {
    const tab = page.getByRole('tab', { name: 'Activity' });
    await expectShown(
      tab,
      () => tab.click(),
      () => expect(tab).toHaveAttribute('aria-selected', 'true'),
    );
  });
  await test.step('a phase that is over', async () => {
    const dot = page.getByRole('region', { name: 'Phases' }).getByRole('listitem').nth(3);
    await expectShown(
      dot,
      () => board.moveTo('voting'),
      () => expect(page.locator('[aria-current=step]')).toContainText('Voting'),
    );
    const highlight = await page.evaluate(() => {
      const mark = document.body.appendChild(document.createElement('i'));
      mark.style.color = 'Highlight';
      const { color } = getComputedStyle(mark);
      mark.remove();
      return color;
    });
    await expect(page.locator('[aria-current=step]')).toHaveCSS('border-color', highlight);
  });
  await test.step('a vote', async () => {
    const ballot = page.locator('.topic-ballot[role=group]').first();
    const more = ballot.getByRole('button', { name: /^Vote/ });
    await expectShown(
      ballot,
      () => more.click(),
      () => expect(ballot).toHaveAccessibleName(/: 1 of/),
    );
  });
  await test.step('a column on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const tab = page.getByRole('group', { name: 'Column' }).getByRole('button').nth(1);
    await expectShown(
      tab,
      () => tab.click(),
      () => expect(tab).toHaveAttribute('aria-pressed', 'true'),
    );
  });
  await test.step('a score', async () => {
    await board.moveTo('closing_ready');
    const face = page.getByRole('radiogroup').first().locator('label').first();
    await face.click();
    await expect(face).toHaveCSS('border-top-width', '2px');
    await page.emulateMedia({ media: 'print', forcedColors: 'none' });
    await expect(face).toHaveCSS('border-top-width', '4px');
    await page.emulateMedia({ media: 'screen', forcedColors: 'active' });
  });
  await test.step('a score of the check-up, whose circles stay within their column', async () => {
    const settings = { check_up: ['Releasing is calm'] };
    const joining = await newMeeting(crew.robin, crew.team, { phase: 'joining' });
    await call(crew.robin, ['PUT', `/api/v1${joining.path}`], { settings });
    // On a phone an answer leads to the next question.
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(crew.robin.product.url + joining.path);
    const asked = page.getByRole('region', { name: 'Check-up' });
    const circle = asked.getByRole('radio', { name: '2: Hardly' });
    await expectShown(
      asked.locator('label').nth(1),
      () => circle.check(),
      () => expect(circle).toBeChecked(),
    );
    for (const width of [320, 768, 1100]) {
      await page.setViewportSize({ width, height: 800 });
      const over = await asked.evaluate((card) => card.scrollWidth - card.clientWidth);
      expect(over, `${width} px`).toBe(0);
    }
  });
  await test.step('the edge of a toast', async () => {
    await page.getByRole('button', { name: 'Copy link' }).click();
    const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('group');
    await expect(toast.first()).toHaveCSS('border-top-width', '2px');
  });
  await test.step('the page of the navigation', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${crew.robin.product.url}/dashboard`);
    const link = page.getByRole('navigation').getByRole('link', { name: 'Members' });
    await expect(link).toBeVisible();
    await expectShown(
      link,
      () => link.click(),
      () => expect(link).toHaveAttribute('aria-current', 'page'),
    );
  });
});

test('in forced colours a tick, a highlight, a disabled control, a step and presence need no colour', async ({
  page,
  crew,
  browser,
}) => {
  const { robin, sasha, team } = crew;
  const { product } = robin;
  await page.setViewportSize({ width: 1280, height: 800 });
  await force(page);

  await test.step('who is online, and who is done', async () => {
    const board = await newBoard(crew, 1);
    const other = await browser.newPage();
    await openAs(other, sasha, board);
    await openAs(page, robin, board);
    const dot = (name: string) =>
      page
        .getByRole('region', { name: 'Meeting Participants' })
        .getByRole('listitem')
        .filter({ hasText: name })
        .locator('.relative > :last-child');
    await expect(dot('Robin Field')).toHaveCSS('border-top-width', '2px');
    await expect(dot('Sasha Brook')).toHaveCSS('border-top-width', '2px');
    await other.getByRole('button', { name: "I'm done" }).click();
    const ground = 'rgb(255, 255, 255)';
    await expect(page.locator('.bar-face[data-done]')).not.toHaveCSS('border-top-color', ground);
    const busy = page.locator('.bar-face:not([data-done])');
    await expect(busy).toHaveCSS('border-top-color', ground);
    await other.close();
  });
  await test.step('a disabled button or menu item', async () => {
    await page.getByRole('button', { name: 'Meeting menu' }).click();
    for (const control of [
      page.getByRole('menuitem').first(),
      page.getByRole('button', { name: 'Meeting menu' }),
      page.getByRole('button', { name: /^Next/ }),
      page.getByRole('button', { name: 'Finish' }),
    ]) {
      await expectShown(
        control,
        () => control.evaluate((one) => one.setAttribute('aria-disabled', 'true')),
        () => expect(control).toBeDisabled(),
      );
    }
  });
  await test.step('the tick of an action item', async () => {
    const { id, path } = await newMeeting(robin, team, { phase: 'closing_ready' });
    await call(robin, ['POST', `/api/v1/meetings/${id}/actions`], { text: 'Buy tea' });
    await page.goto(product.url + path);
    const tick = page.getByRole('checkbox', { name: 'Done: Buy tea' });
    await expectShown(
      tick,
      () => tick.click(),
      () => expect(tick).toBeChecked(),
    );
  });
  await test.step('the highlighted option of the team switcher', async () => {
    await newTeam(robin, 'Second');
    await inTeam(page, team.id);
    await page.goto(`${product.url}/dashboard`);
    await page.getByRole('button', { name: `Team: ${team.name}` }).click();
    const option = page.getByRole('option', { name: 'Second' });
    const field = page.getByRole('combobox', { name: 'Search Team' });
    await expectShown(
      option,
      async () => {
        await field.press('ArrowDown');
        await expect(field).toHaveAttribute('aria-activedescendant', /.+/);
      },
      async () =>
        expect(await option.getAttribute('id')).toBe(
          await field.getAttribute('aria-activedescendant'),
        ),
    );
    await page.keyboard.press('Escape');
  });
  await test.step('one current page in the bar', async () => {
    await expect(page.getByRole('banner').locator('[aria-current]')).toHaveText(['Dashboard']);
  });
  await test.step('the present one of the first steps', async () => {
    const fresh = await newPerson(product, 'first-steps@example.com');
    const own = await browser.newPage();
    await force(own);
    await signedInAs(own, fresh.token);
    await own.goto(`${product.url}/dashboard`);
    const steps = own.getByRole('region', { name: 'Your first retro in three steps' });
    await expect(steps.locator('[aria-current=step]')).toHaveCSS('border-top-width', '2px');
    await own.close();
  });
});

test('in forced colours a QR code has light and dark modules', async ({
  page,
  crew: { robin, team },
}) => {
  const { path } = await newMeeting(robin, team, { phase: 'joining' });
  const { secret } = await call<{ secret: string }>(robin, [
    'POST',
    `/api/v1${path}/spectator-link`,
  ]);
  await force(page);
  await page.goto(`${robin.product.url}/watch#${secret}`);
  const code = page.getByRole('img', { name: /^QR code/ });
  const modules = code.locator('path');
  await expect(modules).toHaveCount(2);
  const fills = await modules.evaluateAll((paths) =>
    paths.map((each) => getComputedStyle(each).fill),
  );
  expect(new Set(fills).size, fills.join()).toBe(2);
});

test('in forced colours the socket’s time and the current administrator’s page are seen', async ({
  page,
  crew: { robin },
}) => {
  const { product } = robin;
  const root = await newSuperuser(product, 'forced@example.com');
  await force(page);
  await signedInAs(page.context(), root.token);
  await page.goto(`${product.url}/admin/check`);
  await page.getByRole('button', { name: 'Test the socket' }).click();
  await expect(page.getByRole('progressbar')).not.toHaveAttribute('aria-valuenow', '0');
  expect(await unseenBars(page), 'the socket’s time').toEqual([]);
  const link = page.getByRole('link', { name: 'Audit log' });
  await expectShown(
    link,
    () => link.click(),
    () => expect(link).toHaveAttribute('aria-current', 'page'),
  );
});

test('a topic is printed with its comments, action items and their days, and no form', async ({
  page,
  crew,
}) => {
  const board = await newTopics(crew, { notes: [['went_well', 'One']] });
  await signedInAs(page.context(), crew.robin.token);
  await page.setViewportSize({ width: 794, height: 1123 });
  await board.jumpTo('discussing');
  await page.goto(crew.robin.product.url + board.path);
  await page.getByRole('button', { name: 'Comments', exact: true }).click();
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('Said of it');
  await page.keyboard.press('Enter');
  await expect(page.locator('.topic-comments')).toContainText('Said of it');
  const [note] = await call<{ id: string }[]>(crew.robin, ['GET', `${board.api}/notes`]);
  await call(crew.robin, ['PUT', `${board.api}/notes/${note?.id}/reactions/👍`]);
  await page.emulateMedia({ media: 'print' });
  const parts = ['queue-name', 'topic-text', 'reaction-chip', 'topic-comments', 'topic-actions'];
  for (const part of parts.map((name) => `.${name}`)) {
    // The board lies hidden below.
    const shown = page.locator(part).filter({ visible: true });
    await expect(shown.first(), part).toBeVisible();
  }
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: /^Actions for .*comment/i }).click();
  await page.getByRole('menuitem', { name: 'Edit comment' }).click();
  const editor = page.getByRole('textbox', { name: 'Edit comment' });
  await editor.fill('Said of it at length. '.repeat(80));
  await page.emulateMedia({ media: 'print' });
  await expect(editor).toBeVisible();
  const cut = await editor.evaluate((node) => node.scrollHeight - node.clientHeight);
  expect(cut, 'a comment being edited').toBeLessThanOrEqual(0);
  await page.emulateMedia({ media: 'screen' });
  await board.jumpTo('closing_ready');
  const forms = ['New action item', 'Thank someone'].map((name) =>
    page.getByRole('main').getByRole('form', { name }),
  );
  for (const form of forms) await expect(form).toBeVisible();
  const item = { text: 'Buy tea', due_on: '2090-11-27' };
  await call(crew.robin, ['POST', `${board.api}/actions`], item);
  await expect(page.getByText('27 Nov 2090')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const form of forms) await expect(form).toBeHidden();
  await expect(page.getByText('27 Nov 2090')).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Actions for Buy tea' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(page.getByRole('form', { name: 'Edit action item' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const text of ['Buy tea', '27 Nov 2090']) {
    await expect(page.getByText(text).filter({ visible: true }), text).toHaveCount(1);
  }
  await page.goto(`${crew.robin.product.url}/actions`);
  await expect(page.getByRole('radiogroup', { name: 'Show' })).toBeHidden();
});

test('an open menu is not printed, and a report names the next day, and a missing owner once', async ({
  page,
  crew: { robin, team },
}) => {
  const { id, path } = await newMeeting(robin, team, { phase: 'closing_ready' });
  await call(robin, ['POST', `/api/v1/meetings/${id}/actions`], { text: 'Buy tea' });
  await call(robin, ['PUT', `/api/v1${path}`], { status: 'closed' });
  const next = {
    name: 'Next',
    team_id: team.id,
    start_time: '2090-11-27T10:00:00Z',
    end_time: null,
  };
  await call(robin, ['POST', '/api/v1/meetings'], next);
  await signedInAs(page.context(), robin.token);
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.goto(robin.product.url + path);
  const missing = page.getByText(unassignedLabel).filter({ visible: true });
  await expect(missing).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  await expect(missing).toHaveCount(1);
  await expect(page.getByText(/^Next: .* 27 Nov 2090$/)).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('menu')).toBeHidden();
  await expectNoSidewaysScroll(page);
  await page.goto(`${robin.product.url}/actions`);
  await expect(page.getByRole('checkbox'), 'says whether it is done').toBeVisible();
});

test('an open dialog is printed alone and whole, and a filter below its notes', async ({
  page,
  crew,
}) => {
  await openAs(page, crew.robin, await newBoard(crew, 6));
  await page.keyboard.press('/');
  await page.getByLabel('Filter notes').fill('Number');
  await page.emulateMedia({ media: 'print' });
  const columns = await page.locator('.note-columns').boundingBox();
  const filter = await page.getByRole('search').boundingBox();
  expect(filter?.y).toBeGreaterThanOrEqual((columns?.y ?? Infinity) + (columns?.height ?? 0));
  await page.emulateMedia({ media: 'screen' });
  await page.keyboard.press('Escape');
  const settings = await openBoardSettings(page);
  await page.setViewportSize({ width: 794, height: 500 });
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('#root')).toBeHidden();
  await expect(page.locator('[data-modal] > [role=presentation]')).toBeHidden();
  await expect(settings.getByLabel('Meeting name')).toBeVisible();
  expect((await textFaults(page, [])).cut).toEqual([]);
  const box = await settings.boundingBox();
  expect(box?.height).toBeGreaterThan(600);
});
