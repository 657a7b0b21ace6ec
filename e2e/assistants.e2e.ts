// Password managers, voice control and automation set the values of fields and dispatch nothing. The person then presses
// the button or Enter, and every form must send what they see.
import type { Browser, Locator, Page } from '@playwright/test';

import { test } from './crew.ts';
import { isAllSizes } from './each-size.ts';
import { openBoardSettings } from './four-people.ts';
import { sendLittle } from './product.ts';
import { openDrawer, sizes } from './visit.ts';
import {
  call,
  expect,
  guestPath,
  inTeam,
  invite,
  newMeeting,
  newPerson,
  newTeam,
  ownAnswer,
  signedInAs,
  type Somebody,
  openAs,
  openBoard,
} from './walk.ts';

type Open = () => Promise<unknown>;
/** Each field's value for a mark, and the sent text where it is not the value. */
type Fields = (mark: string) => [field: Locator, value: string | boolean, sent?: string][];
/** Without a button, the value is applied when it is there. */
type Form = [open: Open, fields: Fields, button: Locator | null, sendsByEnter?: boolean];

const runs = [
  { mark: 'pressed', by: 'button' },
  ...(isAllSizes ? [{ mark: 'entered', by: 'Enter' }] : []),
];

function filledWith(value: (mark: string, at: number) => string) {
  return (...fields: Locator[]): Fields =>
    (mark) =>
      fields.map((field, at) => [field, value(mark, at)]);
}
const texts = filledWith((mark, at) => `Text ${at} ${mark}`);
const addresses = filledWith((mark) => `${mark}@example.com`);
const passwords = filledWith((mark) => `Secret1-${mark}`);

function all(...parts: Fields[]): Fields {
  return (mark) => parts.flatMap((part) => part(mark));
}

function dayOf(mark: string): string {
  return mark === 'pressed' ? '2031-02-03' : '2032-03-04';
}

/** Opens, and presses each in turn. */
function pressing(open: Open, ...pressed: Locator[]): Open {
  return async () => {
    await open();
    for (const each of pressed) await each.click();
  };
}

function locators(page: Page) {
  return {
    box: (name: string) => page.getByRole('textbox', { name, exact: true }),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    actions: page.getByRole('button', { name: /^Actions for / }),
    item: (name: string) => page.getByRole('menuitem', { name }),
    dialog: page.getByRole('dialog'),
  };
}

/** Sets all values in one task, since a render in between would reset the first. */
async function fill(page: Page, fields: ReturnType<Fields>): Promise<void> {
  const filled = await Promise.all(
    fields.map(async ([field, value]) => [await field.elementHandle(), value] as const),
  );
  await page.evaluate((values) => {
    for (const [field, value] of values) {
      Object.assign(field ?? {}, typeof value === 'boolean' ? { checked: value } : { value });
    }
  }, filled);
}

function decoded(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' ').replaceAll(/%(?![\dA-F]{2})/gi, '%25'));
}

/** Answers for the server, so that each form stays as it was. */
async function send(page: Page, [open, fieldsOf, button]: Form, mark: string): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await open();
  const fields = fieldsOf(mark);
  const awaited = fields.map(([, value, sent]) => sent ?? String(value));
  const sent: string[] = [];
  await page.route('**/api/v1/**', (route) => {
    const request = route.request();
    const whole = decoded(`${request.url()} ${request.postData() ?? ''}`);
    if (!awaited.some((text) => whole.includes(text))) return route.fallback();
    sent.push(whole);
    return route.fulfill(ownAnswer({ detail: 'Not now.' }, 422));
  });
  await fill(page, fields);
  if (mark === 'entered') await fields[0]?.[0].press('Enter');
  else {
    // The pointer moves before it presses: a button may appear only now.
    await page.mouse.move(3, 3);
    await fields[0]?.[0].hover();
    await button?.click();
  }
  const isMissing = (text: string) => !sent.some((whole) => whole.includes(text));
  await expect.poll(() => awaited.filter(isMissing), { timeout: 3000 }).toEqual([]);
}

interface Seat {
  browser: Browser;
  /** Null for a visitor. */
  who: Somebody | null;
  teamId?: string;
}

async function sendAll(
  { browser, who, teamId }: Seat,
  formsOf: (page: Page) => Record<string, Form>,
): Promise<void> {
  const unsent: string[] = [];
  for (const { mark, by } of runs) {
    const context = await browser.newContext({ viewport: sizes.desk });
    await sendLittle(context);
    if (who) await signedInAs(context, who.token);
    if (teamId !== undefined) await inTeam(context, teamId);
    const page = await context.newPage();
    page.setDefaultTimeout(5000);
    for (const [name, form] of Object.entries(formsOf(page))) {
      const [, , , sendsByEnter = true] = form;
      if (by === 'Enter' && !sendsByEnter) continue;
      const what = `${name}, sent by ${by}`;
      await test
        .step(what, () => send(page, form, mark))
        .catch((error: Error) => unsent.push(`${what}: ${error.message.slice(0, 400)}`));
    }
    await context.close();
  }
  expect(unsent).toEqual([]);
}

test('pages of visitors send what an assistant fills in', async ({
  browser,
  crew: { robin, team },
}) => {
  const { path: invitation } = await invite(robin, team.id, 'assisted-guest@example.com');
  const meeting = await newMeeting(robin, team, { phase: 'writing' });
  const guest = await guestPath(robin, meeting.id, true);
  await sendAll({ browser, who: null }, (page) => {
    const { box, button, dialog } = locators(page);
    const go = (path: string) => () => page.goto(robin.product.url + path);
    const address = addresses(box('Email'));
    const login = all(address, passwords(box('Password')));
    const registering = all(login, passwords(box('Confirm Password')));
    const own = addresses(dialog.getByLabel('Email'));
    const forgotten = pressing(go('/login'), button('Forgot password?'));
    const joining = all(passwords(box('Password')), (mark) => [[box('Name'), `Ada ${mark}`, mark]]);
    const reset = passwords(box('New Password'), box('Confirm Password'));
    return {
      login: [go('/login'), login, button('Login')],
      register: [go('/register'), registering, button('Create Account')],
      verification: [go('/resend-verification'), address, button('Send Verification Email')],
      'forgotten password': [forgotten, own, button('Send Reset Email')],
      'new password': [go('/reset-password?token=some-token'), reset, button('Reset Password')],
      invitation: [go(invitation), joining, button('Join Rocket')],
      guest: [go(guest), texts(box('Your name')), button('Ask to come in')],
    };
  });
});

test('first steps, teams and the account send what an assistant fills in', async ({
  browser,
  product,
  crew: { robin, team },
}) => {
  const lone = await newPerson(product, 'assisted-lone@example.com');
  const home = (page: Page) => () => page.goto(`${product.url}/dashboard`);
  await sendAll({ browser, who: lone }, (page) => {
    const names = texts(page.getByPlaceholder('First name'), page.getByPlaceholder('Last name'));
    return { 'first name': [home(page), names, locators(page).button('Create Team')] };
  });
  await newTeam(lone, 'Lonely');
  await sendAll({ browser, who: lone }, (page) => {
    const { box, button } = locators(page);
    const invited = addresses(box('Email addresses'));
    return {
      'first invitations': [home(page), invited, button('Send Invitations'), false],
      'first retro': [home(page), texts(box('Meeting name')), button('Start now')],
    };
  });
  await sendAll({ browser, who: robin, teamId: team.id }, (page) => {
    const { box, button, actions, item } = locators(page);
    const drawer = page.getByRole('dialog', { name: 'Manage Teams' });
    const rename = page.getByRole('dialog', { name: 'Rename Team' });
    const openTeams = async () => {
      // The dashboard's first steps have asked for the AI service already.
      await page.goto(`${product.url}/team-members`);
      await openDrawer(page);
    };
    const secrets = passwords(
      ...['Current', 'New', 'Confirm'].map((each) => box(`${each} Password`)),
    );
    const profile = () => page.goto(`${product.url}/profile`);
    return {
      'a team': [
        openTeams,
        texts(drawer.getByPlaceholder('Team name, e.g. Payments')),
        drawer.getByRole('button', { name: 'Create Team' }),
      ],
      'a team’s settings': [
        async () => {
          await pressing(openTeams, actions)();
          // Arriving data renders the form again.
          const arriving = page.waitForResponse('**/api/v1/ai-service');
          await item('Rename Team').click();
          await arriving;
        },
        all(
          texts(rename.getByLabel('Team name'), rename.getByLabel('Questions for check-ups')),
          () => [[rename.getByLabel('Badges and thanks'), false, '"recognition":false']],
        ),
        button('Save Changes'),
      ],
      'an invitation': [
        pressing(openTeams, page.getByRole('tab', { name: 'Members' })),
        addresses(drawer.getByPlaceholder("Enter member's email")),
        drawer.getByRole('button', { name: 'Send Invitation' }),
      ],
      'a name': [profile, texts(box('First name'), box('Last name')), button('Update Profile')],
      'a password': [profile, secrets, button('Change Password')],
    };
  });
});

test('meetings, action items and catch-up send what an assistant fills in', async ({
  browser,
  crew: { robin, sasha, team },
}) => {
  const { url } = robin.product;
  await call(robin, ['POST', `/api/v1/teams/${team.id}/actions`], { text: 'Book a room' });
  const retro = await newMeeting(robin, team, { status: 'closed', phase: 'discussing' });
  await sendAll({ browser, who: robin, teamId: team.id }, (page) => {
    const { button, actions, item, dialog } = locators(page);
    const form = page.getByRole('form', { name: 'New action item' });
    const owner = page.getByLabel('Owner of Book a room');
    // Arriving data renders forms again.
    const go = (path: string) => () => page.goto(url + path, { waitUntil: 'networkidle' });
    const later = dialog.getByRole('radio', { name: 'Schedule for Later' });
    const line = form.getByRole('combobox', { name: 'New action item' });
    return {
      'a meeting': [
        pressing(go('/meetings'), button('Create Meeting').first(), later),
        all(texts(dialog.getByLabel('Meeting name')), (mark) => [
          [dialog.getByLabel('Date'), dayOf(mark), dayOf(mark).slice(0, 7)],
        ]),
        dialog.getByRole('button', { name: 'Create Meeting' }),
      ],
      'an action item': [
        pressing(go('/actions'), button('New action')),
        all(texts(line), (mark) => [
          [form.getByLabel('Owner'), sasha.id],
          [form.getByLabel('Due on'), dayOf(mark)],
        ]),
        form.getByRole('button', { name: 'Add' }),
      ],
      'a day that the line names, too': [
        pressing(go('/actions'), button('New action')),
        (mark) => [
          [line, `Ask ${mark} by ${dayOf(mark)}`, `Ask ${mark}`],
          [form.getByLabel('Due on'), dayOf(mark), `"due_on":"${dayOf(mark)}"`],
        ],
        form.getByRole('button', { name: 'Add' }),
      ],
      'its owner': [go('/actions'), () => [[owner, sasha.id]], null, false],
      'a reason': [
        pressing(go('/actions'), actions, item('Drop…')),
        texts(page.getByLabel('Why drop it?')),
        button('Drop'),
      ],
    };
  });
  await sendAll({ browser, who: sasha }, (page) => {
    const { button } = locators(page);
    const open = () => page.goto(`${url}${retro.path}/catch-up`);
    const away = pressing(open, button('Skip to the end'));
    const text = texts(page.getByLabel('What would you have said?'));
    return { 'a late note': [away, text, button('Add face down'), false] };
  });
});

test('a board sends what an assistant fills in', async ({ browser, crew: { robin, team } }) => {
  const writing = await newMeeting(robin, team, { phase: 'writing' });
  await writing.write(robin, 'went_well', 'Tea was hot');
  const notes = [['went_well', 'Deploys are fast']] as const;
  const discussing = await newMeeting(robin, team, { phase: 'discussing', notes });
  const own = discussing.api;
  const shown = await call<{ notes: { id: string }[] }>(robin, ['GET', `${own}/board`]);
  const topic = shown.notes[0]?.id;
  await call(robin, ['PUT', `${own}/discussion`], { current: topic });
  const check_up = ['We can say no'];
  await call(robin, ['PUT', `/api/v1/teams/${team.id}`], { check_up });
  const joining = await newMeeting(robin, team, { phase: 'joining' });
  await joining.change({ settings: { check_up } });
  await call(robin, ['POST', `${own}/topics/${topic}/comments`], { content: 'On Mondays' });
  const closing = await newMeeting(robin, team, { phase: 'closing_ready' });
  const closed = await newMeeting(robin, team, { phase: 'closing_ready' });
  for (const { api } of [closing, closed]) {
    const { id } = await call<{ id: string }>(robin, ['POST', `${api}/actions`], { text: 'Ask' });
    const agreement = { text: 'Small changes first', from: { kind: 'action', id } };
    await call(robin, ['POST', `/api/v1/teams/${team.id}/agreements`], agreement);
  }
  await closed.change({ status: 'closed' });
  await sendAll({ browser, who: robin }, (page) => {
    const { box, button, item, dialog } = locators(page);
    const board = (meeting: { path: string }) => () => openBoard(page, robin, meeting.path);
    const comments = page.getByRole('region', { name: 'Comments' });
    // Leaving the page right after a refusal may send the comment again, so that a second one follows.
    const commentMenu = comments.getByRole('button', { name: /^Actions for/ }).first();
    const openSettings = async () => {
      await openBoard(page, robin, writing.path);
      await openBoardSettings(page);
      // Arriving data renders the settings again.
      await expect(dialog.getByRole('option', { name: /own questions/ })).toBeAttached();
    };
    const setting = (label: string, value: string | boolean, sent: string): Form => {
      return [openSettings, () => [[dialog.getByLabel(label), value, sent]], null, false];
    };
    const score = (question: string, given: number): Form => {
      const scores = page.getByRole('radiogroup', { name: question }).getByRole('radio');
      const field = scores.nth(given - 1);
      return [board(joining), () => [[field, true, `"score":${given}`]], null, false];
    };
    return {
      'a mood': score('How are you today?', 4),
      'an answer of the check-up': score('We can say no', 2),
      'a note': [board(writing), texts(box('Write a note: Went Well')), button('Add to Went Well')],
      'a note’s text': [
        pressing(board(writing), page.getByRole('button', { name: /^Edit note: Tea/ })),
        texts(dialog.getByLabel('Content')),
        dialog.getByRole('button', { name: /^Save|^Update/ }),
        false,
      ],
      'a comment': [board(discussing), texts(box('Write a comment')), button('Send comment')],
      'a comment’s text': [
        pressing(board(discussing), commentMenu, item('Edit comment')),
        texts(box('Edit comment')),
        button('Save'),
      ],
      'a team agreement': [board(closing), texts(page.getByLabel('Team agreement 1')), null, false],
      'the next retro': [
        pressing(() => openAs(page, robin, closed.path), button('Schedule next retro')),
        all(
          (mark) => [[dialog.getByLabel('Date'), dayOf(mark), dayOf(mark).slice(0, 7)]],
          texts(dialog.getByLabel('Meeting name')),
        ),
        button('Schedule'),
      ],
      'guests in the settings': setting('Guests', true, '"guests":true'),
      'the name in the settings': setting('Meeting name', 'Renamed', '"name":"Renamed"'),
      'a number in the settings': setting('Votes per person', '7', '"votes_per_person":7'),
      'a switch in the settings': setting('Check-in', false, '"check_in":false'),
      'a choice in the settings': setting('Questions', 'built-in', '"check_up":['),
    };
  });
});

/** As an extension does it: the page's own code sees nothing of it. */
async function fillUnseen(page: Page, field: Locator, value: string): Promise<void> {
  const id = await field.getAttribute('id');
  const cdp = await page.context().newCDPSession(page);
  const { frameTree } = await cdp.send('Page.getFrameTree');
  const { executionContextId } = await cdp.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
  });
  await cdp.send('Runtime.callFunctionOn', {
    executionContextId,
    functionDeclaration: '(id, value) => { document.getElementById(id).value = value; }',
    arguments: [{ value: id }, { value }],
  });
}

test('in a dialog of which parts are still to come, what an assistant fills in, clears or undoes outlasts a render', async ({
  page,
  crew: { robin, team },
}) => {
  const open = async () => {
    const arrival = Promise.withResolvers<void>();
    await page.route('**/api/v1/ai-service', async (route) => {
      await arrival.promise;
      await route.fulfill(ownAnswer({ service: { host: 'ai.example', model: 'small' } }));
    });
    await openAs(page, { ...robin, teamId: team.id }, '/dashboard');
    await openDrawer(page);
    const { actions, item, dialog, button } = locators(page);
    await actions.click();
    await item('Rename Team').click();
    const questions = dialog.getByLabel('Questions for check-ups');
    const arrive = async () => {
      arrival.resolve();
      await expect(dialog.getByLabel('Summaries with AI')).toBeVisible();
    };
    const save = async () => {
      await button('Save Changes').click();
      await expect(page.getByText('Team updated.')).toBeVisible();
      return call(robin, ['GET', `/api/v1/teams/${team.id}`]);
    };
    return { questions, arrive, save };
  };
  const expectKept = async (
    act: (questions: Locator) => Promise<void>,
    kept: string,
  ): Promise<void> => {
    const { questions, arrive, save } = await open();
    await act(questions);
    await arrive();
    await expect(questions).toHaveValue(kept);
    expect(await save()).toMatchObject({ check_up: kept === '' ? [] : [kept] });
  };

  await test.step('filled in unseen', () =>
    expectKept((questions) => fillUnseen(page, questions, 'We can say no'), 'We can say no'));
  await test.step('cleared', () =>
    expectKept(async (questions) => {
      await expect(questions).toHaveValue('We can say no');
      await fill(page, [[questions, '']]);
    }, ''));
  await test.step('filled in and undone', () =>
    expectKept(async (questions) => {
      await fill(page, [[questions, 'A slip']]);
      await fill(page, [[questions, '']]);
    }, ''));
  await test.step('filled in with an event of its own', () =>
    expectKept(
      (questions) =>
        questions.evaluate((field: HTMLTextAreaElement) => {
          field.value = 'We can say no';
          field.dispatchEvent(new Event('input', { bubbles: true }));
        }),
      'We can say no',
    ));
});

test('a radio button that an assistant chooses stays chosen', async ({ page, crew }) => {
  const { robin, sasha, team } = crew;
  await call(robin, ['PUT', `/api/v1/teams/${team.id}`], { check_up: ['We can say no'] });
  const meeting = await newMeeting(robin, team, { phase: 'joining' });
  await meeting.change({ settings: { check_in: true } });
  await openBoard(page, robin, meeting.path);
  const moods = page.getByRole('radiogroup', { name: 'How are you today?' }).getByRole('radio');
  await fill(page, [[moods.nth(3), true]]);
  await call(sasha, ['PUT', `${meeting.api}/hand`], { raised: true });
  await expect(page.getByText('has a hand up')).toBeVisible();
  await expect(moods.nth(3)).toBeChecked();
  await page.reload();
  await expect(moods.nth(3)).toBeChecked();
});

test('opening the board settings sends nothing', async ({ page, crew: { robin, team } }) => {
  const meeting = await newMeeting(robin, team, { phase: 'writing' });
  await openBoard(page, robin, meeting.path);
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') changes.push(`${request.method()} ${request.url()}`);
  });
  const settings = await openBoardSettings(page);
  for (const label of ['Meeting name', 'Votes per person', 'Questions']) {
    await settings.getByLabel(label).hover();
  }
  await page.keyboard.press('Escape');
  await expect(settings).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  expect(changes).toEqual([]);
});
