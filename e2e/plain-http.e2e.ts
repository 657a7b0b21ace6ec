// The product over plain HTTP in a local network: no clipboard, locks or crypto.randomUUID. Its pages are opened on a narrow
// phone, on which every control responds 20 px off its centre (docs/design.md D-14), and no key of an input method acts.
import { openBoardSettings } from './four-people.ts';
import { changingKeys } from './input-method.ts';
import { smallTargets } from './layout-faults.ts';
import { importRetro } from './past-retros.ts';
import { adminPlaces, memberPlaces, pages, visitorPlaces, visitPlaces } from './places.ts';
import { test } from './rocket.ts';
import { spec } from './spec-texts.ts';
import { newSuperuser } from './superuser.ts';
import { call, expect, guestPath, invite, newMeeting, newPerson, signedInAs } from './walk.ts';

test.use({ settings: { PUBLIC_URL: 'http://retro.test:{port}' } });

test('every page, import and copy works over plain HTTP', async ({
  page,
  newPage,
  product,
  rocket,
}) => {
  const { ada, teamId } = rocket;
  const site = product.url.replace('localhost', 'retro.test');
  const team = { id: teamId, name: 'On the network' };
  const meeting = await newMeeting(ada, team, { phase: 'joining' });
  const closed = await newMeeting(ada, team, {
    status: 'closed',
    notes: [['went_well', 'Quiet builds']],
  });
  await page.goto(`${site}/login`);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);

  // Lists of links wrap.
  const phone = await newPage({ hasTouch: true, viewport: { width: 320, height: 844 } });
  const popups = new Set<string>();
  const opens = (places: Parameters<typeof visitPlaces>[1]) =>
    visitPlaces({ page: phone, site }, places, async (what) => {
      expect.soft(await smallTargets(phone, popups), what).toEqual([]);
      expect.soft(await changingKeys(phone.locator('body')), `${what}: input method`).toEqual([]);
    });
  const link = `/api/v1${meeting.path}/spectator-link`;
  const { secret } = await call<{ secret: string }>(ada, ['POST', link]);
  const guest = await guestPath(ada, meeting.id, true);
  await opens([...visitorPlaces, ...pages([`/watch#${secret}`, guest])]);
  for (const each of [page, phone]) await signedInAs(each, ada.token);
  await opens([...(await memberPlaces(ada, team)), ...pages(['/login/callback'])]);

  await test.step('the administration', async () => {
    const root = await newSuperuser(product, 'root-plain@example.com');
    await phone.evaluate((token) => localStorage.setItem('authToken', token), root.token);
    await opens(adminPlaces);
  });

  await test.step('the import', async () => {
    const file = await call(ada, ['GET', `${closed.api}/export?format=json`]);
    await page.goto(`${site}/meetings`);
    await page.getByRole('button', { name: 'Import…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import a meeting' });
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'retro.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(file)),
    });
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByRole('article', { name: /Quiet builds/ })).toBeVisible();
  });

  await test.step('a board: what is copied is shown selected, and a note is added', async () => {
    await page.goto(site + meeting.path);
    await expect(page.getByText(spec.meeting.connected, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Copy link' }).click();
    const toasts = page.getByRole('region', { name: 'Notifications' });
    await expect(toasts).toContainText('Press Ctrl+C to copy.');
    const text = toasts.getByRole('textbox', { name: 'Text to copy' });
    await expect(text).toBeFocused();
    expect(await page.evaluate(() => String(getSelection()))).toBe(site + meeting.path);
    for (const [item, name] of [
      ['Guest link…', 'Guest link'],
      ['Screen in the room…', 'Screen in the room'],
    ] as const) {
      await page.getByRole('button', { name: 'Meeting menu' }).click();
      await page.getByRole('menuitem', { name: item }).click();
      const dialog = page.getByRole('dialog', { name });
      await dialog.getByRole('button', { name: 'Make a new link' }).click();
      await dialog.getByRole('button', { name: /^Copy/ }).click();
      await expect(text, name).toBeFocused();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
    await page.getByRole('button', { name: spec.meeting.next(spec.phases.writing) }).click();
    const field = page.getByRole('textbox', { name: `Write a note: ${spec.board.wentWell}` });
    await field.fill('Written over plain http');
    await field.press('Enter');
    await expect(page.getByRole('article', { name: /Written over plain http/ })).toBeVisible();
  });

  await test.step('locks and a database that refuse, and a clipboard that never answers', async () => {
    const other = await page.context().newPage();
    await other.addInitScript(() => {
      const refuse = () => Promise.reject(new DOMException('sandboxed', 'SecurityError'));
      Object.defineProperty(navigator, 'locks', { value: { request: refuse } });
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: () => new Promise(() => {}) },
      });
      IDBFactory.prototype.open = () => {
        throw new DOMException('sandboxed', 'SecurityError');
      };
    });
    await other.goto(site + meeting.path);
    const field = other.getByRole('textbox', { name: `Write a note: ${spec.board.wentWell}` });
    await field.fill('Written without locks');
    await field.press('Enter');
    await expect(page.getByRole('article', { name: /Written without locks/ })).toBeVisible();
    await other.getByRole('button', { name: 'Meeting menu' }).click();
    await other.getByRole('menuitem', { name: 'Screen in the room…' }).click();
    await other.getByRole('button', { name: 'Make a new link' }).click();
    await other.getByRole('button', { name: /^Copy/ }).click();
    await expect(other.getByText('Press Ctrl+C to copy.')).toBeVisible();
  });
});

test('guests, the demo, reports and anonymous notes work over plain HTTP', async ({
  page,
  product,
  rocket: { ada, ben, teamId },
}) => {
  const site = product.url.replace('localhost', 'retro.test');
  const team = { id: teamId, name: 'On the network' };
  const meeting = await newMeeting(ada, team, { phase: 'writing' });
  const closed = await newMeeting(ada, team, {
    status: 'closed',
    phase: 'discussing',
    notes: [
      ['went_well', 'Quiet builds'],
      ['went_well', 'Calm deploys'],
    ],
  });
  const secret = await newMeeting(ada, team, { phase: 'joining' });
  const invited = await newPerson(product, 'invited-plain@example.com', ['Ida', 'Rhodes']);
  const invitation = await invite(ada, teamId, invited.email);
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const become = ({ token }: { token: string }) =>
    page.evaluate((value) => localStorage.setItem('authToken', value), token);
  async function write(text: string): Promise<void> {
    const field = page.getByRole('textbox', { name: `Write a note: ${spec.board.wentWell}` });
    await field.fill(text);
    await field.press('Enter');
    await expect(page.getByRole('article', { name: new RegExp(text) })).toBeVisible();
  }
  const move = (path: string, phase: string) =>
    call(ada, ['POST', `/api/v1${path}/phase/transition`], { phase, duration_minutes: null });

  await test.step('a guest writes and votes', async () => {
    await page.goto(site + (await guestPath(ada, meeting.id, false)));
    await page.getByLabel('Your name').fill('Sven');
    await button('Come in').click();
    const stored = page.waitForResponse(/\/notes$/);
    await write('Seen from outside');
    await stored;
    await move(meeting.path, 'voting');
    await button('Vote: Seen from outside').click();
    await expect(page.locator('.votes-left').filter({ visible: true })).toHaveText(
      '4 of 5 votes left',
    );
  });

  await test.step('a visitor writes in the demo', async () => {
    await page.goto(`${site}/try`);
    await write('Tried here');
  });

  await test.step('an invited person joins, and catches up', async () => {
    await page.goto(`${site}/login`);
    await become(invited);
    await page.goto(site + invitation.path);
    await button(/^(Join|Accept)/)
      .first()
      .click();
    await expect(page).toHaveURL(/dashboard/);
    await become(ben);
    await page.goto(`${site}${closed.path}/catch-up`);
    await button('Skip to the end').click();
    await page.getByLabel('What would you have said?').fill('Staging was down');
    await button('Add face down').click();
    await expect(page.getByRole('region', { name: 'Added by you' })).toContainText('Staging');
    await page.goto(`${site}/team-health?year=2026`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  await test.step('a team’s figures are saved', async () => {
    await importRetro({ lead: ada, teamId, people: ['Ada Byron', 'Ben Okri'] }, 0);
    await page.goto(`${site}/team-health`);
    await button('CSV').click();
    const coming = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'CSV, commas' }).click();
    await coming;
  });

  await test.step('a report is copied, saved, mailed and carried over', async () => {
    await become(ada);
    await page.goto(site + closed.path);
    await button('Export').click();
    await page.getByRole('menuitem', { name: 'Copy as Markdown' }).click();
    await expect(page.getByRole('textbox', { name: 'Text to copy' })).toHaveValue(/Quiet builds/);
    await page.keyboard.press('Escape');
    const coming = page.waitForEvent('download');
    await button('Export').click();
    await page.getByRole('menuitem', { name: 'JSON' }).click();
    await coming;
    await button('Send summary').click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Send to/ })
      .click();
    await expect(page.getByText(/^Summary sent to/)).toBeVisible();
    await button(/^Carry over “/)
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Carry over 1 topic' }).click();
    await expect(page.getByText(/^1 topic copied into/)).toBeVisible();
  });

  await test.step('an anonymous note is written and told more of, and a template is saved', async () => {
    await call(ada, ['PUT', `/api/v1${secret.path}`], { settings: { anonymous: true } });
    await move(secret.path, 'writing');
    await page.goto(site + secret.path);
    await write('Deploys hurt');
    await move(secret.path, 'revealing');
    const note = page.getByRole('article', { name: 'Note by Anonymous: Deploys hurt' });
    await expect(note).toBeVisible();
    await note.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: /^Tell us more/ }).click();
    await page.getByRole('textbox', { name: 'Your answer' }).fill('On Fridays');
    await button('Answer without a name').click();
    await expect(page.getByText('Answered without a name')).toBeVisible();
    const settings = await openBoardSettings(page);
    await settings.getByRole('tab', { name: 'Templates' }).click();
    await settings.getByLabel('Save the columns').fill('Plain');
    await settings.getByRole('button', { name: 'Save template' }).click();
    await expect(page.getByText('Template “Plain” saved for the team')).toBeVisible();
  });
});
