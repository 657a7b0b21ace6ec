// The main flow in every engine: two people, from registration to a finished retro.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Product } from '../product.ts';
import { spec } from '../spec-texts.ts';
import { join as joinTeam, logIn, newPerson as newAccount, newTeam, password } from '../walk.ts';
import { expect, type Person, test } from './person.ts';
import type { Target } from './screen.ts';

const { actionItems, addNote, editNote, toImprove, wentWell } = spec.board;
const { phases } = spec;

const pictures = fileURLToPath(new URL('../screens', import.meta.url));

const button = (name: string, within?: Target): Target => ({
  role: 'button',
  name,
  ...(within && { within }),
});
/** Its name ends with what it shows once all are done. */
const next = (phase: string): Target => ({ ...button(spec.meeting.next(phase)), begins: true });
const dialog = (name: string): Target => ({ role: 'dialog', name });
/** The item's name may end with its note's text. */
const menuItem = (name: string): Target => ({ role: 'menuitem', name, begins: true });
/** The column's name ends with its note count. */
const column = (name: string): Target => ({ role: 'region', name, begins: true });
const ownNote = (within: Target): Target => ({
  role: 'article',
  name: 'Your note',
  begins: true,
  within,
});
const notices = { role: 'region', name: 'Notifications' } as const;

async function register(person: Person, product: Product, email: string): Promise<void> {
  await person.screen.open(`${product.url}/register`);
  await person.fills('Email', email);
  await person.fills('Password', password);
  await person.fills('Confirm Password', password);
  await person.clicks(button(spec.register.submit));
  await person.reads(spec.verification.pending);
  const mail = await product.mail.next({ to: email });
  await person.screen.open(mail.links.find((url) => url.includes('/verify?')) ?? '');
  await person.reads(spec.verification.done);
  await person.clicks({ role: 'link', name: spec.verification.goOn });
}

async function signIn(person: Person, email: string): Promise<void> {
  await person.fills('Email', email);
  await person.fills('Password', password);
  await person.clicks(button(spec.login.submit));
  await person.isAt(/\/dashboard$/);
}

async function startMeeting(person: Person, product: Product, name: string): Promise<string> {
  await person.screen.open(`${product.url}/meetings`);
  await person.clicks(button(spec.meetings.create));
  const create = dialog(spec.meetingDialogs.create);
  await person.fills('Meeting name', name, create);
  await person.clicks({ role: 'radio', name: spec.meetingDialogs.now, within: create });
  await person.clicks({ ...button('Create', create), begins: true });
  await person.isAt(/\/meetings\/[0-9a-f-]{36}$/);
  return person.screen.url();
}

async function writeNote(person: Person, to: Target, text: string): Promise<void> {
  await person.clicks(button(addNote, to));
  const add = dialog(addNote);
  await person.fills('Content', text, add);
  await person.clicks(button(addNote, add));
  await person.findsNoLonger(add);
  await person.reads(text, to);
}

async function chooseAction(person: Person, note: string, action: string): Promise<void> {
  await person.clicks(button(`Actions for “${note}”`));
  await person.clicks(menuItem(action));
}

test('two people run a retro from registration to the end', async ({
  engineName,
  newPerson,
  product,
}) => {
  const email = { ada: `ada-${engineName}@example.com`, ben: `ben-${engineName}@example.com` };
  const ada = await newPerson();
  const ben = await newPerson();
  const both = [ada, ben];
  const deploy = 'The deploy took one minute';
  const reviews = 'Reviews wait too long';

  await test.step('Ada registers, verifies her address by mail and signs in', async () => {
    await register(ada, product, email.ada);
    await signIn(ada, email.ada);
  });

  await test.step('Ben, a member of her team, signs in', async () => {
    const owner = { product, id: '', email: email.ada, token: await logIn(product, email.ada) };
    const member = await newAccount(product, email.ben, ['Ben', 'Okri']);
    const team = await newTeam(owner, 'Rocket');
    await joinTeam(owner, team.id, member);
    await ben.screen.open(`${product.url}/login`);
    await signIn(ben, email.ben);
  });

  await test.step('Ada starts a meeting, and both are on its board', async () => {
    const address = await startMeeting(ada, product, 'Sprint 12');
    await ada.reads(spec.meeting.waiting);
    await ben.screen.open(address);
    for (const person of both) await person.reads(spec.meeting.connected);
    await ada.reads('2 online');
  });

  await test.step('what is written stays face down for others until the reveal', async () => {
    await ada.clicks(next(phases.writing));
    await writeNote(ada, column(wentWell), deploy);
    await writeNote(ben, column(toImprove), reviews);
    await ada.readsNoLonger(reviews);
    await ben.readsNoLonger(deploy);
    await ada.clicks(next(phases.revealing));
    await ada.reads(reviews, column(toImprove));
    await ben.reads(deploy, column(wentWell));
  });

  await test.step('a change of phase and a note reach the other, and stay after a reload', async () => {
    await ada.clicks(next(phases.grouping));
    // His button does nothing before the phase has arrived.
    await ben.reads(`${phases.grouping}, current`);
    await writeNote(ben, column(actionItems), 'Review within a day');
    await ada.reads('Review within a day', column(actionItems));
    await ada.screen.reload();
    await ada.reads('Review within a day', column(actionItems));
    await ada.reads(spec.meeting.connected);
  });

  if (process.env['E2E_PICTURES']) {
    await mkdir(pictures, { recursive: true });
    await ada.screen.picture(join(pictures, `${engineName}-owner.png`));
    await ben.screen.picture(join(pictures, `${engineName}-member.png`));
  }

  await test.step('a note moves by its menu, and by dragging', async () => {
    await chooseAction(ben, deploy, toImprove);
    await ada.reads(deploy, column(toImprove));
    await ada.readsNoLonger(deploy, column(wentWell));
    await ada.drags(ownNote(column(toImprove)), column(actionItems));
    await ben.reads(deploy, column(actionItems));
    await ben.readsNoLonger(deploy, column(toImprove));
  });

  await test.step('a note is edited', async () => {
    await chooseAction(ben, reviews, 'Edit');
    await ben.fills('Content', 'Reviews wait for days', dialog(editNote));
    await ben.clicks(button(spec.board.save, dialog(editNote)));
    await ada.reads('Reviews wait for days', column(toImprove));
  });

  await test.step('a note is deleted, and comes back by Undo', async () => {
    // Notices of his earlier changes offer Undo, too.
    await ben.findsNoLonger(button('Undo', notices));
    await chooseAction(ben, 'Reviews wait for days', spec.board.delete);
    await ada.readsNoLonger('Reviews wait for days', column(toImprove));
    await ben.clicks(button('Undo', notices));
    await ada.reads('Reviews wait for days', column(toImprove));
  });

  await test.step('Ada finishes, and the board is read-only for both', async () => {
    for (const phase of [phases.voting, phases.discussing, phases.closing_ready]) {
      await ada.clicks(next(phase));
    }
    await ada.clicks(button(spec.meeting.finish));
    const ask: Target = { role: 'alertdialog', name: '', begins: true };
    await ada.clicks({ ...button(spec.meeting.finish, ask), begins: true });
    for (const person of both) {
      await person.clicks({ ...button('To the'), begins: true });
      await person.reads(spec.meeting.closed);
      expect(await person.screen.count(button(addNote))).toBe(0);
    }
  });
});
