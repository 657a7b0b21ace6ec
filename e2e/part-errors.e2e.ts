// A throwing part says so; the rest of the page and its texts stay.
import type { Locator, Page } from '@playwright/test';

import { openBoardSettings } from './four-people.ts';
import { importRetro } from './past-retros.ts';
import { partError as sentence } from './places.ts';
import { test } from './rocket.ts';
import { spec } from './spec-texts.ts';
import { newSuperuser } from './superuser.ts';
import { openDrawer } from './visit.ts';
import {
  call,
  chooseInMenu,
  expect,
  guestPath,
  inTeam,
  invite,
  newMeeting,
  newPerson,
  newTeam,
  openAs,
  password,
  signedInAs,
} from './walk.ts';

/** The component of this file throws on every render. */
async function breakFile(page: Page, name: string): Promise<void> {
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    const code = await (await route.fetch()).text();
    const names = [...(/export\s*\{([^}]*)\}/.exec(code)?.[1] ?? '').matchAll(/([\w$]+)(?:,|$)/g)];
    const exported = names.map(([, each]) => `broken as ${each}`).join();
    const body = `function broken() { throw new Error('broken'); } export { ${exported} };`;
    await route.fulfill({ contentType: 'text/javascript', body });
  });
}

/** The component that renders this text throws; its file has other parts, too. */
async function breakText(page: Page, file: string, text: string): Promise<void> {
  await page.route(`**/assets/${file}-*.js`, async (route) => {
    const code = await (await route.fetch()).text();
    const body = code.replace(`\`${text}\``, `(() => { throw new Error('broken'); })()`);
    await route.fulfill({ contentType: 'text/javascript', body });
  });
}

/** Rendering a text that matches a pattern, or an element named by one, throws. */
async function breakTexts(
  page: Page,
  texts: readonly string[],
  labels: readonly string[] = [],
): Promise<void> {
  await page.addInitScript(
    (sources) => {
      const check = (patterns: readonly string[], text: string | null) => {
        const broken = patterns.find((pattern) => new RegExp(pattern).test(text ?? ''));
        if (broken === undefined) return;
        performance.mark(broken);
        throw new Error('broken');
      };
      const { setAttribute } = Element.prototype;
      Element.prototype.setAttribute = function (this: Element, name, value) {
        if (name === 'aria-label') check(sources.labels, value);
        setAttribute.call(this, name, value);
      };
      const { createTextNode } = Document.prototype;
      Document.prototype.createTextNode = function (this: Document, data) {
        check(sources.texts, data);
        return createTextNode.call(this, data);
      };
      const content = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent');
      Object.defineProperty(Node.prototype, 'textContent', {
        ...content,
        set(this: Node, data: string | null) {
          check(sources.texts, data);
          content?.set?.call(this, data);
        },
      });
    },
    { texts, labels },
  );
}

/** Each of these parts has thrown since the page was loaded. */
async function expectBroken(page: Page, patterns: readonly string[]): Promise<void> {
  const marks = () =>
    page.evaluate(() => performance.getEntriesByType('mark').map(({ name }) => name));
  await expect.poll(marks).toEqual(expect.arrayContaining([...patterns]));
}

test('a throwing card, panel, popover, palette or dialog breaks nothing else', async ({
  page,
  rocket: { ada, teamId },
}) => {
  const meeting = await newMeeting(
    ada,
    { id: teamId, name: 'Broken' },
    { phase: 'writing', notes: [['went_well', 'Quiet builds']] },
  );
  await signedInAs(page, ada.token);
  await page.addInitScript(() => {
    const { matchAll } = String.prototype;
    // oxlint-disable-next-line no-extend-native -- a card has no code of its own that could be broken
    Object.defineProperty(String.prototype, 'matchAll', {
      value(this: string, pattern: RegExp) {
        if (this.includes('Cannot be drawn')) throw new Error('broken');
        return matchAll.call(this, pattern);
      },
    });
  });
  for (const name of ['RecentActivity', 'CommandDialogs', 'LeadDialogs']) {
    await breakFile(page, name);
  }
  await breakText(page, 'late-code', 'Restart, in minutes');
  await page.goto(meeting.path);
  await expect(page.getByText(spec.meeting.connected, { exact: true })).toBeVisible();
  const field = page.getByRole('textbox', { name: `Write a note: ${spec.board.wentWell}` });
  await field.fill('Half a thought');
  const toasts = page.getByRole('region', { name: 'Notifications' });

  async function expectRest(): Promise<void> {
    await expect(field).toHaveValue('Half a thought');
    await expect(page.getByText('Quiet builds')).toBeVisible();
    await expect(page.getByText(spec.errorFallback.title)).toHaveCount(0);
  }

  const note = { note_type: 'went_well', content: 'Cannot be drawn' };
  await call(ada, ['POST', `/api/v1/meetings/${meeting.id}/notes`], note);
  await expect(page.locator('.note-slot').getByText(sentence)).toBeVisible();
  await expectRest();

  await page.getByRole('tab', { name: 'Activity' }).click();
  await expect(toasts).toContainText(sentence);
  await page.getByRole('tab', { name: 'People' }).click();
  await expect(page.getByRole('heading', { name: 'Meeting Participants' })).toBeVisible();
  await toasts.getByRole('button', { name: 'Dismiss' }).click();

  await page.getByRole('button', { name: /^Timer: start/ }).click();
  await page.getByRole('button', { name: /^Timer: \d:/ }).click();
  await expect(toasts).toContainText(sentence);
  await page.keyboard.press('Escape');
  await toasts.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toasts).not.toContainText(sentence);

  await page.getByRole('button', { name: 'Meeting menu' }).click();
  await page.getByRole('menuitem', { name: 'Hand over to…' }).click();
  await expect(toasts).toContainText(sentence);
  await expectRest();
  await toasts.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toasts).not.toContainText(sentence);

  await page.keyboard.press('Control+k');
  await expect(toasts).toContainText(sentence);
  await expectRest();
});

test('an unrenderable skip link, inviter or way to log in leaves the form of the invitation', async ({
  page,
  rocket: { ada, teamId },
}) => {
  const parts = ['^Ada Byron$', '^Authentication Required$', '^Skip to main content$'];
  await breakTexts(page, parts);
  const { path } = await invite(ada, teamId, 'broken-entry@example.com');
  await page.goto(path);
  await expect(page.getByRole('main').getByText(sentence)).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(sentence);
  await expect(page.getByRole('button', { name: 'Join Rocket' })).toBeVisible();
  await expect(page.getByText(spec.errorFallback.title)).toHaveCount(0);
  await expectBroken(page, parts);
});

test('an unrenderable text above or below the forms of sign-in leaves the form', async ({
  page,
  product,
}) => {
  const email = 'broken-lead@example.com';
  const account = { email, password };
  await call({ product, token: null }, ['POST', '/api/v1/auth/register'], account);
  const { links } = await product.mail.next({ to: email });
  const verification = new URL(links.find((url) => url.includes('/verify?')) ?? '');
  const headings = ['^Log in$', '^Create your', '^Choose a new', '^Verify your'];
  const leads = ["^Your team's retro", '^Free for', "^You'll be logged out", `^${email}`];
  const footers = ['^New to', '^Already have'];
  await breakTexts(page, [...headings, ...leads, ...footers]);
  const buttons = [spec.login.submit, 'Create Account', 'Reset Password', 'Verify email address'];
  for (const [at, path] of [
    '/login',
    '/register',
    '/reset-password?token=none',
    verification.pathname + verification.search,
  ].entries()) {
    await page.goto(path);
    const button = page.getByRole('button', { name: buttons[at] ?? '', exact: true });
    await expect(button, path).toBeVisible();
    await expect(page.getByRole('main').getByText(sentence), path).toBeVisible();
    const toasts = page.getByRole('region', { name: 'Notifications' });
    await expect(toasts, path).toContainText(sentence);
    await expect(page.getByText(spec.errorFallback.title), path).toHaveCount(0);
    await expectBroken(
      page,
      [headings, leads, footers].flatMap((each) => each[at] ?? []),
    );
  }
});

test('an unrenderable text breaks only its part, in every phase, the report and the room’s screen', async ({
  page,
  product,
  rocket: { ada, ben, teamId },
}) => {
  const broken = 'Cannot be drawn';
  await signedInAs(page, ada.token);
  const ofGuests = '^Have an account';
  await breakTexts(page, [broken, ofGuests]);
  const notes = [
    ['went_well', 'Quiet builds'],
    ['went_well', broken],
  ] as const;
  const meeting = await newMeeting(ada, { id: teamId, name: 'Parts' }, { notes });
  const path = `/api/v1/meetings/${meeting.id}`;
  const moveTo = (phase: string) =>
    call(ada, ['POST', `${path}/phase/transition`], { phase, duration_minutes: null });
  const board = await call<{ notes: { id: string }[] }>(ada, ['GET', `${path}/board`]);
  const topic = board.notes[0]?.id;
  await moveTo('discussing');
  await call(ada, ['PUT', `${path}/discussion`], { current: topic });
  for (const text of ['Drawn', broken]) {
    await call(ada, ['POST', `${path}/topics/${topic}/comments`], { content: text });
    await call(ada, ['POST', `${path}/actions`], { text, topic_id: topic });
  }

  async function expectIn(place: Locator, rest: string): Promise<void> {
    await expect(place.getByText(sentence).first()).toBeVisible();
    await expect(place.getByText(rest).first()).toBeVisible();
    await expect(page.getByText(spec.errorFallback.title)).toHaveCount(0);
  }

  await test.step('a topic, a comment and an action item in the discussion', async () => {
    await page.goto(meeting.path);
    await expectIn(page.getByRole('region', { name: 'Comments' }), 'Drawn');
    await expectIn(page.getByRole('navigation', { name: 'Topics' }), 'Quiet builds');
    const panel = page.getByRole('complementary', { name: 'Action items of the topic' });
    await expectIn(panel, 'Drawn');
    await expect(page.getByRole('textbox', { name: 'Write a comment' })).toBeVisible();
  });

  await test.step('thanks in Ready to Close, and in the report', async () => {
    await moveTo('closing_ready');
    await call(ben, ['POST', `${path}/thanks`], { to_user_id: ada.id, text: broken });
    const thanks = page.getByRole('region', { name: 'Thanks' });
    await expectIn(thanks, 'Thanks');
    await expect(thanks.getByRole('form', { name: 'Thank someone' })).toBeVisible();
    await expectIn(page.getByRole('region', { name: 'What we agreed on' }), 'Drawn');
    await call(ada, ['PUT', path], { status: 'closed' });
    await page.reload();
    await expectIn(thanks, 'Thanks');
    await expectIn(page.getByRole('region', { name: 'Action items' }), 'Action items');
    await expect(page.getByRole('region', { name: 'How it was' })).toBeVisible();
    const told = page.getByRole('region', { name: 'Discussed' });
    await told.getByRole('heading', { name: 'Quiet builds' }).click();
    for (const name of ['Comments', 'Action items']) {
      await expectIn(told.getByRole('list', { name }), 'Drawn');
    }
  });

  await test.step('the bar of a meeting, and a card on the screen', async () => {
    const other = await newMeeting(ada, { id: teamId, name: broken }, { notes });
    await page.goto(other.path);
    const toasts = page.getByRole('region', { name: 'Notifications' });
    await expect(toasts).toContainText(sentence);
    await expect(page.getByRole('article', { name: /Quiet builds/ })).toBeVisible();
    await page.getByRole('article', { name: /Quiet builds/ }).focus();
    await page.keyboard.press('e');
    const editor = page.getByRole('dialog', { name: 'Edit Note' });
    const text = editor.getByRole('textbox', { name: 'Content' });
    await expect(text).toHaveValue('Quiet builds');
    const note = `${other.api}/notes/${await other.idOf('Quiet builds')}`;
    await call(ada, ['PUT', note], { content: `${broken} any more` });
    await expect(editor.getByText(sentence)).toBeVisible();
    await expect(text).toHaveValue('Quiet builds');
    await call(ada, ['PUT', note], { content: 'Quiet builds' });
    const link = `/api/v1${other.path}/spectator-link`;
    const screen = await call<{ secret: string }>(ada, ['POST', link]);
    await page.goto(`/watch#${screen.secret}`);
    await expect(page.getByText(sentence).first()).toBeVisible();
    await expect(page.getByText(spec.errorFallback.title)).toHaveCount(0);
    const path = await guestPath(ada, other.id, false);
    await page.goto('about:blank');
    await page.goto(path);
    await page.getByLabel('Your name').fill('Sven');
    await expectBroken(page, [broken, ofGuests]);
    await page.getByRole('button', { name: 'Come in' }).click();
    await expect(page.getByRole('article', { name: /Quiet builds/ })).toBeVisible();
    await expect(page.getByText(spec.errorFallback.title)).toHaveCount(0);
  });

  await test.step('a scene of catch-up, the head of a report, a cell of a table, who is awaited', async () => {
    await page.goto(`${product.url}${meeting.path}/catch-up`);
    const film = page.getByRole('region', { name: 'Catch up' });
    const next = film.getByRole('button', { name: 'Next' });
    await next.click();
    await expectIn(film, 'Quiet builds');
    await expectIn(film, 'What we wrote');
    await next.click();
    await expectIn(film, 'Drawn');
    await film.getByRole('button', { name: 'Skip to the end' }).click();
    await expectIn(film.getByRole('list', { name: 'Action items' }), 'Drawn');
    const team = { id: teamId, name: broken };
    const told = await newMeeting(ada, team, { phase: 'closing_ready', notes });
    const own = `/api/v1${told.path}`;
    await call(ben, ['POST', `${own}/thanks`], { to_user_id: ada.id, text: 'Drawn' });
    await call(ada, ['PUT', own], { status: 'closed' });
    await page.goto(told.path);
    await expectIn(page.getByRole('region', { name: 'Topics' }), 'Quiet builds');
    await expect(page.getByRole('region', { name: 'Thanks' })).toContainText('Drawn');
    await call(ben, ['PATCH', '/api/v1/users/me'], { first_name: broken });
    await page.goto('/team-members');
    await expectIn(page.getByRole('table'), 'Ada Byron');
    const waiting = await newMeeting(ada, { id: teamId, name: 'Parts' }, { phase: 'joining' });
    await page.goto(waiting.path);
    await expect(page.getByText('How are you today?')).toBeVisible();
    await expect(page.getByText(spec.errorFallback.title)).toHaveCount(0);
  });

  await test.step('lists of meetings and of action items, found notes, the palette', async () => {
    for (const [at, name] of [
      ['/meetings', 'Meetings'],
      ['/dashboard', 'Dashboard'],
      ['/actions', 'Actions'],
      ['/search?q=Quiet', 'Search'],
    ] as const) {
      await page.goto(at);
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await expectBroken(page, [broken]);
      await expect(page.getByText(spec.errorFallback.title), at).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    }
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search commands' }).fill('Cannot be drawn');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    await expect(palette.getByText(sentence).first()).toBeVisible();
    await expect(page.getByText(spec.errorFallback.title)).toHaveCount(0);
    await expect(
      page.getByRole('heading', { level: 1, name: 'Search', includeHidden: true }),
    ).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('a toast, and the name of the current team', async () => {
    await openDrawer(page);
    await page.getByLabel('Team name').fill(broken);
    await page.keyboard.press('Enter');
    const toasts = page.getByRole('region', { name: 'Notifications' });
    await expect(toasts).toContainText(sentence);
    const nav = page.getByRole('link', { name: 'Meetings', includeHidden: true });
    await expect(nav.first()).toBeVisible();
    await expect(page.getByText(spec.errorFallback.title)).toHaveCount(0);
  });
});

test('an unrenderable heading, bar or hint leaves search, profile, catch-up and evidence', async ({
  page,
  rocket: { ada, teamId },
}) => {
  const notes = [['went_well', 'Quiet builds']] as const;
  const team = { id: teamId, name: 'Bars' };
  const { path } = await newMeeting(ada, team, { status: 'closed', notes });
  const anonymous = await newMeeting(ada, team, { phase: 'joining' });
  await call(ada, ['PUT', `/api/v1${anonymous.path}`], { settings: { anonymous: true } });
  await signedInAs(page, ada.token);
  const ofSearch = ['^Search$', '^Any day$', '^Kind$', '^You only see', '^Search your teams'];
  const ofProfile = ['^AB$', '^Profile Settings'];
  const ofCatchUp = ['^Skip to the end', '^Next ', '^ ?To the report'];
  const ofEvidence = ['^ ?Back to the', '^rows about', '^Not covered'];
  await breakTexts(page, [...ofSearch, ...ofProfile, ...ofCatchUp, ...ofEvidence]);
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await page.goto('/search');
  await expect(page.getByRole('searchbox', { name: 'Search in my teams' })).toBeVisible();
  await expect(page.getByRole('main').getByText(sentence)).toHaveCount(2);
  await expect(toasts).toContainText(sentence);
  await expectBroken(page, ofSearch);
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Update Profile' })).toBeVisible();
  await expectBroken(page, ofProfile);
  await expect(toasts).toContainText(sentence);
  await page.goto(`${path}/catch-up`);
  await expect(page.getByRole('heading', { level: 1, name: 'Bars' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Quiet builds').first()).toBeVisible();
  await expectBroken(page, ofCatchUp);
  await page.goto(`${anonymous.path}/anonymity`);
  await expect(page.getByRole('table', { name: 'What people wrote' })).toBeVisible();
  await expect(page.getByRole('main').getByText(sentence)).toHaveCount(2);
  await expectBroken(page, ofEvidence);
});

test('an unrenderable cell of health, or bar or sheet of a year, leaves the rest', async ({
  page,
  rocket: { ada },
}) => {
  const { id: teamId } = await newTeam(ada, 'Years');
  await importRetro({ lead: ada, teamId, people: ['Ada Byron', 'Ben Okri'] }, 0);
  await signedInAs(page, ada.token);
  await inTeam(page, teamId);
  await breakTexts(page, ['^too few$']);
  await page.goto('/team-health');
  await page.getByRole('button', { name: 'As a table' }).click();
  const table = page.getByRole('table', { name: 'Figures of each retro' });
  await expect(table.getByText(sentence).first()).toBeVisible();
  await expect(table).toContainText('Sprint 31');
  const toasts = page.getByRole('region', { name: 'Notifications' });
  const title = page.getByRole('heading', { level: 1, name: /^2026 in / });
  await breakTexts(page, ['^One page$']);
  await page.goto('/team-health?year=2026');
  await expect(title).toBeVisible();
  await expect(toasts).toContainText(sentence);
  await breakTexts(page, ['^ in $']);
  await page.goto('/team-health?year=2026');
  await expect(page.getByText(sentence).first()).toBeVisible();
  await expect(page.getByText('topics talked through')).toBeVisible();
  await expect(page.getByText(spec.errorFallback.title)).toHaveCount(0);
});

type Place = readonly [
  path: string,
  broken: { texts: readonly string[]; labels?: readonly string[] },
  rest: (page: Page) => readonly Locator[],
];

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('each control, title and row fails by itself', async ({ context, product }) => {
  const root = await newSuperuser(product, 'neighbours@example.com');
  const team = { ...(await newTeam(root, 'Neighbours')), name: 'Neighbours' };
  const closing = await newMeeting(root, team, { phase: 'closing_ready' });
  const closed = await newMeeting(root, team, {
    phase: 'closing_ready',
    settings: { check_up: ['Drawn', 'Cannot be drawn'] },
  });
  for (const { id } of [closing, closed]) {
    for (const text of ['Drawn', 'Cannot be drawn']) {
      const own = `/api/v1/meetings/${id}/actions`;
      const action = await call<{ id: string }>(root, ['POST', own], { text });
      const from = { kind: 'action', id: action.id };
      await call(root, ['POST', `/api/v1/teams/${team.id}/agreements`], { text, from });
    }
  }
  const ended = await closed.screenPath();
  await call(root, ['PUT', `/api/v1${closed.path}`], { status: 'closed' });
  const inviting = await newPerson(product, 'inviting-neighbours@example.com');
  for (const name of ['Drawn', 'Cannot be drawn']) {
    await invite(inviting, (await newTeam(inviting, name)).id, root.email);
  }
  const joining = await newMeeting(root, team, { phase: 'joining' });
  const notes = [
    ['went_well', 'Quiet builds'],
    ['went_well', 'Calm deploys'],
  ] as const;
  const grouping = await newMeeting(root, team, { notes });
  const discussing = await newMeeting(root, team, { phase: 'discussing', notes });
  const isDrawn = (page: Page) => page.getByText('Drawn', { exact: true }).first();
  const places: readonly Place[] = [
    [
      '/dashboard',
      {
        texts: [
          '^Dashboard$',
          'is live$',
          '^Create Meeting$',
          '^Upcoming Meetings$',
          '^Cannot be drawn$',
        ],
        labels: ['^Menu$'],
      },
      (page) => [
        page.getByRole('navigation').getByRole('link', { name: 'Meetings' }),
        button(page, 'Search'),
        button(page, /^Team: /),
        page.getByText(`Welcome, ${root.email}`),
        page.getByRole('heading', { name: 'Latest Meetings' }),
        page.getByRole('list', { name: 'Pending Invitations' }).getByText('Drawn', { exact: true }),
      ],
    ],
    [
      '/actions',
      { texts: ['^Open$', '^Cannot be drawn$'], labels: ['^Notifications$'] },
      (page) => [
        page.getByRole('heading', { level: 1, name: 'Actions' }),
        button(page, 'New action'),
        isDrawn(page),
      ],
    ],
    [
      '/admin/users',
      { texts: ['^Accounts$', '^Add Account$'] },
      (page) => [
        page.getByRole('link', { name: 'Audit log' }),
        page.getByText('Everyone with an account here'),
        page.getByRole('searchbox', { name: 'Search address or name' }),
      ],
    ],
    ...(
      [
        ['teams', 'Every team, and who to ask about it', ['^Teams$', '^Members$']],
        ['deleted', 'What can be restored', ['^Deleted$', '^Kind$']],
        ['mail', 'Outgoing emails, and why some failed', ['^Mail$', '^Tries$']],
        ['audit', 'What administrators did', ['^Audit log$', '^Export NDJSON$']],
        ['sessions', 'Where people are logged in', ['^Sessions$', '^This browser$']],
        ['settings', 'What this server was started with', ['^Settings$']],
      ] as const
    ).map(([section, description, texts]): Place => [
      `/admin/${section}`,
      { texts },
      (page) => [page.getByRole('link', { name: 'Accounts' }), page.getByText(description)],
    ]),
    [
      '/team-members',
      { texts: ['^Role$', '^Cannot be drawn$'] },
      (page) => [
        isDrawn(page),
        page.getByRole('columnheader', { name: 'Member' }),
        page.getByRole('cell').filter({ hasText: root.email }).first(),
        button(page, 'Invite Member'),
      ],
    ],
    [
      `${closed.path}/catch-up`,
      { texts: ['^Two minutes'] },
      (page) => [page.getByRole('heading', { level: 1 }), button(page, 'Next')],
    ],
    [
      '/admin/check',
      { texts: ['^Check again$'] },
      (page) => [page.getByRole('heading', { name: 'This server' })],
    ],
    [
      grouping.path,
      {
        texts: ['^Joining$', '^Finish$', '^Next: Voting$', '^leads$', '^Activity$'],
        labels: ['^Back to meetings$'],
      },
      (page) => [
        page.getByText('Ask everyone to drag notes onto others that belong with them.'),
        page.locator('.meeting-title').getByText('Neighbours'),
        page.getByTitle('Participants and activity'),
        page.getByRole('tab', { name: 'People' }),
        page.getByRole('heading', { name: 'Meeting Participants' }),
        button(page, 'Meeting menu'),
        button(page, /^Suggest groups/),
        button(page, /timer/i).first(),
      ],
    ],
    [
      discussing.path,
      { texts: ['^Next topic$', '^Went Well$', '^Now discussed', '^To move a note', '^No votes$'] },
      (page) => [
        page.locator('.topic-large').getByText('Quiet builds'),
        page.getByRole('navigation', { name: 'Topics' }).getByText('Quiet builds').first(),
        page.getByRole('textbox', { name: 'Write a comment' }),
        page.getByRole('complementary', { name: 'Action items of the topic' }),
      ],
    ],
    [
      closing.path,
      {
        texts: ['^Finish$', '^Cannot be drawn$', '^Team agreement 2$', '^All good'],
        labels: ['^Add$'],
      },
      (page) => [
        page.getByRole('list', { name: 'Action items' }),
        button(page, 'Meeting menu'),
        isDrawn(page),
        page.getByRole('textbox', { name: 'Team agreement 1' }),
      ],
    ],
    [
      closed.path,
      { texts: ['^Export$', '^Cannot be drawn$'] },
      (page) => [
        page.getByRole('heading', { level: 2, name: 'Neighbours' }),
        button(page, 'Send summary'),
        isDrawn(page),
        page.getByRole('region', { name: 'Team agreements' }).getByText('Drawn', { exact: true }),
        page.getByRole('list', { name: 'Widest spread first' }).getByText('Drawn', { exact: true }),
      ],
    ],
    [
      joining.path,
      { texts: ['^Cannot be drawn$', '^How are you today'], labels: ['^QR code of'] },
      (page) => [isDrawn(page), button(page, 'Copy link'), button(page, 'Change the question')],
    ],
    [
      await joining.screenPath(),
      { texts: ['^Scan to join', ' present$'] },
      (page) => [page.getByRole('heading', { name: 'Neighbours' }), page.getByRole('img').first()],
    ],
    [
      await discussing.screenPath(),
      { texts: ['^Next$', '^Went Well$'] },
      (page) => [
        page.getByRole('heading', { name: 'Neighbours' }),
        page.getByRole('heading', { name: 'Quiet builds' }),
        page.getByRole('region', { name: 'Next topics' }).getByText('Calm deploys'),
      ],
    ],
    [
      await closing.screenPath(),
      { texts: ['^Action items$', '^Cannot be drawn$'] },
      (page) => [page.getByRole('heading', { name: 'Neighbours' }), isDrawn(page)],
    ],
    [
      ended,
      { texts: ['^Done[.]$', '^Cannot be drawn$'] },
      (page) => [page.locator('#end-sum'), isDrawn(page)],
    ],
  ];
  await signedInAs(context, root.token);
  for (const [path, broken, rest] of places) {
    const page = await context.newPage();
    await breakTexts(page, broken.texts, broken.labels);
    await page.goto(product.url + path);
    const shown = page.getByText(sentence).filter({ visible: true });
    await expect(shown.first(), path).toBeVisible();
    for (const each of rest(page)) await expect.soft(each, path).toBeVisible();
    await expectBroken(page, [...broken.texts, ...(broken.labels ?? [])]);
    await expect(page.getByText(spec.errorFallback.title), path).toHaveCount(0);
    await page.close();
  }

  const secret = (await guestPath(root, joining.id, false)).split('#').at(-1);
  for (const name of ['Drawn', 'Cannot be drawn']) {
    await call({ product, token: null }, ['POST', '/api/v1/guest/session'], { secret, name });
  }
  await newTeam(root, 'Cannot be drawn');
  const page = await context.newPage();
  const parts = ['^Cannot be drawn$', '^Sound$', '^Anonymous notes$', '^Title of column 1$'];
  await breakTexts(page, parts);
  await page.goto(product.url + joining.path);
  await chooseInMenu(page, 'Guest link…');
  const guests = page.getByRole('dialog').getByRole('list', { name: 'Guests' });
  await expect(guests.getByRole('listitem')).toHaveText([/^Drawn/, new RegExp(sentence)]);
  await page.keyboard.press('Escape');
  const settings = await openBoardSettings(page);
  await expect(settings.getByText(sentence).first()).toBeVisible();
  await expect(settings.getByLabel('Votes per person')).toBeVisible();
  await settings.getByRole('tab', { name: 'Columns' }).click();
  await expect(settings.getByText(sentence)).toHaveCount(1);
  await expect(settings.getByLabel('Title of column 2')).toBeVisible();
  await expect(settings.getByRole('button', { name: 'Save columns' })).toBeVisible();
  await page.goto(`${product.url}/dashboard`);
  await page.getByRole('button', { name: 'Team: Neighbours' }).click();
  const teams = page.getByRole('listbox', { name: 'Team' });
  await expect(teams.getByRole('option')).toHaveText(['Neighbours']);
  await expect(teams.getByText(sentence)).toBeVisible();
});

test('an unrenderable reaction or phase leaves the screen in the room', async ({
  context,
  page,
  product,
  rocket: { ada, teamId },
}) => {
  const notes = [['went_well', 'Quiet builds']] as const;
  const { path } = await newMeeting(ada, { id: teamId, name: 'Floating' }, { notes });
  const { secret } = await call<{ secret: string }>(ada, ['POST', `/api/v1${path}/spectator-link`]);
  const screen = await context.newPage();
  await screen.emulateMedia({ reducedMotion: 'no-preference' });
  await breakTexts(screen, ['👏', '^Grouping$']);
  await screen.goto(`${product.url}/watch#${secret}`);
  await expect(screen.locator('.floating-reactions')).toBeAttached();
  await openAs(page, ada, path);
  await page.getByRole('button', { name: 'Floating reactions' }).click();
  await page.getByRole('button', { name: 'Send 👏' }).click();
  await expect(screen.locator('.floating-reactions')).toHaveCount(0);
  await expectBroken(screen, ['👏', '^Grouping$']);
  await expect(screen.getByRole('heading', { name: 'Floating' })).toBeVisible();
  await expect(screen.getByText('Quiet builds')).toBeVisible();
});
