// A page translated by the browser: each text node becomes a <font>, also after changes. An extension adds its own elements.
import type { Page } from '@playwright/test';

import { histograms, importRetro } from './past-retros.ts';
import { memberPlaces, visitPlaces } from './places.ts';
import { test } from './rocket.ts';
import { spec } from './spec-texts.ts';
import { newSuperuser } from './superuser.ts';
import { historySettles } from './visit.ts';
import {
  call,
  expect,
  guestPath,
  holdBack,
  inTeam,
  newMeeting,
  newPerson,
  newTeam,
  signedInAs,
} from './walk.ts';

/** How a translator places its element for one text, or for several adjacent ones. */
type Way = 'in place' | 'behind' | 'together';

/** Runs in the page, and replaces text nodes as browsers do. */
function translate(way: Way): void {
  const untouched = 'font, script, style, textarea, title, noscript, [translate=no]';
  function replace(text: Text): void {
    if (text.data.trim() === '' || text.parentElement?.closest(untouched) !== null) return;
    const outer = document.createElement('font');
    const inner = outer.appendChild(document.createElement('font'));
    const texts = [text];
    for (let next = text.nextSibling; way === 'together' && next instanceof Text;) {
      texts.push(next);
      next = next.nextSibling;
    }
    inner.textContent = texts.map(({ data }) => data).join('');
    if (way === 'behind') {
      text.after(outer);
      text.remove();
    } else text.replaceWith(outer);
    for (const each of texts.slice(1)) each.remove();
  }
  function visit(node: Node): void {
    if (node instanceof Text) replace(node);
    else node.childNodes.forEach(visit);
  }
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (target instanceof Text) replace(target);
      for (const node of addedNodes) if (node.isConnected) visit(node);
    }
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

test('a retro on a translated page with an extension’s elements shows every fact and throws nothing', async ({
  page,
  rocket: { ada, ben, teamId },
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isOfNetwork = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isOfNetwork) complaints.push(message.text());
  });
  const meeting = await newMeeting(ada, { id: teamId, name: 'Abroad' }, { phase: 'writing' });
  const path = `/api/v1/meetings/${meeting.id}`;
  await signedInAs(page, ada.token);
  await page.addInitScript<Way>(translate, 'in place');
  // An extension translates earlier than this arrives on a slow network.
  await holdBack(page, '**/assets/after-start-*.js');
  await page.goto(meeting.path);
  await expect(page.getByText(spec.meeting.connected, { exact: true })).toBeVisible();
  await expect(page.locator('font').first()).toBeAttached();
  const add = (who: typeof ada, content: string) =>
    call<{ id: string }>(who, ['POST', `${path}/notes`], { note_type: 'went_well', content });
  const next = async (phase: string) =>
    page.getByRole('button', { name: spec.meeting.next(phase) }).click();
  const column = page.getByRole('region', { name: spec.board.wentWell });

  await test.step('the timer, a count, an edited note', async () => {
    await call(ada, ['PUT', `${path}/timer`], { action: 'start', seconds: 120 });
    const timer = page.getByRole('button', { name: /^Timer/ });
    await expect(timer).toHaveText(/^Timer: 1:5\d$/);
    const shown = await timer.textContent();
    await expect(timer).not.toHaveText(shown ?? '');
    await add(ben, 'By Ben');
    await expect(column.getByText('1 note face down')).toBeVisible();
    await add(ben, 'By Ben, too');
    await expect(column.getByText('2 notes face down')).toBeVisible();
    const { id } = await add(ada, 'First words');
    await expect(column.getByText('First words')).toBeVisible();
    await call(ada, ['PUT', `${path}/notes/${id}`], { content: 'Second words' });
    await expect(column.getByText('Second words')).toBeVisible();
    await expect(column.getByText('First words')).toHaveCount(0);
    await call(ada, ['PUT', `${path}/timer`], { action: 'stop' });
    await expect(timer).toHaveText(/^Timer: start/);
  });

  await page.evaluate(() => {
    for (const place of document.querySelectorAll('.note-slot, .meeting-bar, .status-line, body')) {
      place.prepend(document.createElement('x-extension'));
    }
  });

  await test.step('votes', async () => {
    for (const phase of ['Revealing', 'Grouping', 'Voting']) await next(phase);
    const left = page.locator('.votes-left').filter({ visible: true });
    await expect(left).toHaveText('5 of 5 votes left');
    await page.getByRole('button', { name: 'Vote: Second words' }).click();
    await expect(left).toHaveText('4 of 5 votes left');
    await page.getByRole('button', { name: 'Vote: By Ben', exact: true }).click();
    await expect(left).toHaveText('3 of 5 votes left');
  });

  await test.step('the discussion and the end', async () => {
    await next('Discussing');
    await expect(page.getByRole('button', { name: 'Next topic' })).toBeVisible();
    await page.getByRole('button', { name: 'Next topic' }).click();
    await next('Ready to Close');
    await page.getByRole('button', { name: spec.meeting.finish, exact: true }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /Finish/ })
      .click();
    await expect(page.getByText(spec.meeting.closed).first()).toBeVisible();
  });
  expect(complaints).toEqual([]);
});

for (const way of ['in place', 'behind', 'together'] as const) {
  test(`a translation ${way} keeps sentences of several texts whole`, async ({
    page,
    rocket: { ada, teamId },
  }) => {
    const team = { id: teamId, name: 'Abroad' };
    const notes = [['went_well', 'Quiet builds']] as const;
    const voting = await newMeeting(ada, team, { phase: 'voting', notes });
    await signedInAs(page, ada.token);
    await page.addInitScript(translate, way);
    await page.goto(voting.path);
    const left = page.locator('.votes-left').filter({ visible: true });
    await expect(left).toHaveText('5 of 5 votes left');
    await page.getByRole('button', { name: 'Vote: Quiet builds' }).click();
    await expect(left).toHaveText('4 of 5 votes left');

    // Parts of a name change with each letter.
    await page.keyboard.press('Control+k');
    const search = page.getByRole('combobox', { name: 'Search commands' });
    for (const [typed, keyword] of [
      ['board', ''],
      ['board s', ''],
      ['board setti', ''],
      ['anon', 'anonymous'],
    ] as const) {
      await search.fill(typed);
      const chosen = page.getByRole('option', { selected: true });
      await expect(chosen).toHaveText(`Board settings${keyword}`);
    }
    await page.keyboard.press('Escape');

    const joining = await newMeeting(ada, team, { phase: 'joining' });
    await historySettles(page);
    await page.goto(joining.path);
    const away = page.getByRole('list', { name: 'Not here yet' });
    await expect(away).toContainText('Ben');
    // Names arrive after the sentence, and the participant after them.
    await expect(page.getByText('1 person present')).toBeVisible();
    await expect(away).toContainText('Ben');
  });
}

test('a translated label of several texts keeps its spaces', async ({
  page,
  context,
  rocket: { ada, teamId },
}) => {
  const { path } = await newMeeting(ada, { id: teamId, name: 'Abroad' }, { phase: 'writing' });
  await signedInAs(page, ada.token);
  await page.addInitScript<Way>(translate, 'in place');
  await page.goto(path);
  const line = page.getByRole('textbox', { name: `Write a note: ${spec.board.wentWell}` });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => navigator.clipboard.writeText('One\nTwo\nThree'));
  await line.focus();
  await page.keyboard.press('Control+V');
  const button = page.getByRole('button', { name: 'Add 3 notes' });
  await expect(button.locator('font').first()).toBeAttached();
  const gaps = await button.evaluate((element) => {
    const texts = [...element.querySelectorAll(':scope font > font')];
    const boxes = texts.map((each) => each.getBoundingClientRect());
    return boxes.slice(1).map(({ left }, at) => Math.round(left - (boxes[at]?.right ?? 0)));
  });
  expect(Math.max(0, ...gaps)).toBe(0);
});

test('a guest’s page and a screen are right on a translated page', async ({
  page,
  context,
  rocket: { ada, teamId },
}) => {
  const meeting = await newMeeting(ada, { id: teamId, name: 'Abroad' }, { phase: 'writing' });
  const own = `/api/v1/meetings/${meeting.id}`;
  const link = ['POST', `${own}/spectator-link`] as const;
  const { secret } = await call<{ secret: string }>(ada, [...link]);
  const path = await guestPath(ada, meeting.id, true);
  await context.addInitScript<Way>(translate, 'in place');
  const screen = await context.newPage();
  await screen.goto(`/watch#${secret}`);
  await expect(screen.locator('font').first()).toBeAttached();
  await page.goto(path);
  await page.getByLabel('Your name').fill('Sven');
  await page.getByRole('button', { name: 'Ask to come in' }).click();
  await expect(page.getByText('Ada Byron will let you in')).toBeVisible();
  const [guest] = await call<{ user_id: string }[]>(ada, ['GET', `${own}/guests`]);
  await call(ada, ['PUT', `${own}/guests/${guest?.user_id}`], { state: 'admitted' });
  const column = page.getByRole('region', { name: spec.board.wentWell });
  await column.getByRole('textbox').fill('Seen from outside');
  await page.keyboard.press('Enter');
  await expect(column.getByText('Seen from outside')).toBeVisible();

  await call(ada, ['PUT', `${own}/timer`], { action: 'start', seconds: 120 });
  const timer = screen.getByRole('timer');
  await expect(timer).toHaveText(/^1:5\d$/);
  const shown = await timer.textContent();
  await expect(timer).not.toHaveText(shown ?? '');
  for (const phase of ['grouping', 'voting', 'discussing', 'closing_ready']) {
    await call(ada, ['POST', `${own}/phase/transition`], { phase, duration_minutes: null });
    if (phase === 'grouping') await expect(screen.getByText('Seen from outside')).toBeVisible();
    if (phase === 'voting') {
      await page.getByRole('button', { name: 'Vote: Seen from outside' }).click();
      const left = page.locator('.votes-left').filter({ visible: true });
      await expect(left).toHaveText('4 of 5 votes left');
    }
  }
  await call(ada, ['PUT', own], { status: 'closed' });
  await expect(screen.getByRole('heading', { name: /^Done/ })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Done.' })).toContainText('1 topic');
});

test('a translated page keeps the days and figures of its charts', async ({
  page,
  rocket: { ada },
}) => {
  const { id: teamId } = await newTeam(ada, 'Abroad');
  const past = { lead: ada, teamId, people: ['Ada Byron', 'Ben Okri'] } as const;
  for (const at of histograms.keys()) await importRetro(past, at);
  await signedInAs(page, ada.token);
  await inTeam(page, teamId);
  await page.addInitScript<Way>(translate, 'in place');
  for (const [path, text] of [
    ['/team-health', 'Before 2.8'],
    ['/team-health?year=2026', 'Dec'],
  ] as const) {
    await page.goto(path);
    await expect(page.locator('font').first()).toBeAttached();
    const shown = page.locator('svg text').filter({ hasText: text });
    await expect(shown).toBeVisible();
    expect((await shown.boundingBox())?.width, path).toBeGreaterThan(9);
  }
});

test('every page and dialog is shown on a translated page', async ({
  page,
  product,
  rocket: { ada, teamId },
}) => {
  const places = await memberPlaces(ada, { id: teamId, name: 'Abroad' });
  await signedInAs(page, ada.token);
  await page.addInitScript<Way>(translate, 'in place');
  await visitPlaces({ page, site: product.url }, places, async (what) => {
    await expect(page.locator('font').first(), what).toBeAttached();
  });
});

test('lists and reports that change show on a translated page what they show elsewhere', async ({
  page,
  browser,
  product,
}) => {
  const root = await newSuperuser(product, 'root-abroad@example.com');
  const { id: teamId } = await newTeam(root, 'Abroad');
  const team = { id: teamId, name: 'Abroad' };
  const notes = [['went_well', 'Quiet builds']] as const;
  const closed = await newMeeting(root, team, { phase: 'discussing', notes });
  const planned = await newMeeting(root, team, { status: 'planned' });
  const action = await call<{ id: string }>(root, ['POST', `/api/v1${closed.path}/actions`], {
    text: 'Book a room',
  });
  await call(root, ['PUT', `/api/v1${closed.path}`], { status: 'closed' });
  const change = (body: object) => () => call(root, ['PUT', `/api/v1/actions/${action.id}`], body);
  // Each page first decides to list the team's items, because its user has none.
  const assignOnceListed = async () => {
    for (const each of [page, plain]) {
      await expect(each.locator('[role=tab][aria-selected=true]')).toContainText("The team's");
    }
    await change({ assignee_id: root.id })();
  };
  // A finished meeting changes with a load.
  const nothing = () => Promise.resolve();
  const plain = await (await browser.newContext()).newPage();
  await page.addInitScript<Way>(translate, 'in place');
  for (const each of [page, plain]) {
    await signedInAs(each, root.token);
    await inTeam(each, teamId);
  }
  // Without ages: each page has rendered them at a time of its own, and minutes pass.
  const textOf = (each: Page) =>
    each
      .getByRole('main')
      .innerText()
      .then((text) => text.replaceAll(/\s+|\d+ minutes? ago|\bnow\b/g, ''));
  for (const [path, act, fact] of [
    [
      '/meetings',
      () => call(root, ['PUT', `/api/v1${planned.path}`], { name: 'Renamed' }),
      'Renamed',
    ],
    ['/meetings', () => newMeeting(root, { ...team, name: 'Another' }), 'Another'],
    ['/dashboard', assignOnceListed, 'Book a room'],
    ['/actions', change({ text: 'Book two rooms' }), 'Book two rooms'],
    [closed.path, nothing, 'Book two rooms'],
    [`${closed.path}/catch-up`, nothing, ''],
    ['/admin/users', () => newPerson(product, 'newcomer-abroad@example.com'), 'newcomer-abroad'],
    ['/admin/audit', () => newSuperuser(product, 'other-abroad@example.com'), 'other-abroad'],
    ['/team-health', () => newMeeting(root, team, { status: 'closed', notes }), ''],
  ] as const) {
    await Promise.all([page, plain].map((each) => each.goto(product.url + path)));
    await expect(page.locator('font').first()).toBeAttached();
    for (const each of [page, plain]) {
      await expect(each.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expect(each.locator('[aria-busy=true]')).toHaveCount(0);
    }
    await act();
    await expect(async () => {
      for (const each of [page, plain]) {
        // As on the return to a tab.
        await each.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      }
      await expect(plain.getByRole('main')).toContainText(fact, { timeout: 1000 });
      expect(await textOf(page), path).toBe(await textOf(plain));
    }).toPass({ timeout: 15_000 });
  }
  await plain.context().close();
});
