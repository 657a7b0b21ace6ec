import { MeetingId, UserId } from '@wentwell/contract/ids';
import { phases } from '@wentwell/contract/phases';
import { beforeEach, expect, test, vi } from 'vitest';

import { withCommand } from '#web/live/testing/decided';
import { ada, bob, makeBoard, makeMeeting } from '#web/live/testing/fake-board-server';
import { refusal } from '#web/live/testing/refusal';
import { toast } from '#web/ui/feedback/toast';

import { readyCommands, type ReadyIntent } from './ready-commands.ts';
import { attendance, isSelfPaced, readyCount } from './ready-count.ts';

// Restored after each test by the suite's settings.
beforeEach(() => void vi.spyOn(toast, 'error').mockReturnValue(''));

const meetingId = MeetingId.parse('0198f000-0000-7000-8000-000000000001');
const stranger = UserId.parse('0198f000-0000-7000-8000-0000000000ff');
const commands = readyCommands({ meetingId });
const done: ReadyIntent = { ready: true, phase: 'writing' };
const board = makeBoard({ ready: [bob] });
const later = makeBoard({
  meeting: makeMeeting({ phase: 'voting' }),
  phase: { ...board.phase, phase: 'voting' },
});

test('done shows immediately, and so does undone', () => {
  const now = withCommand(board, commands.create(done));
  expect(now.ready).toEqual([ada, bob]);
  const notYet = withCommand(now, commands.create({ ...done, ready: false }));
  expect(notYet.ready).toEqual([bob]);
});

test('a mark of another phase shows nothing in this one, and its refusal is silent', () => {
  const command = commands.create(done);
  expect(withCommand(later, command).ready).toEqual([]);
  command.onRefused(refusal(409, { detail: 'The meeting has moved to another phase.' }), later);
  expect(toast.error).not.toHaveBeenCalled();
});

test('other refusals show the server’s words', () => {
  commands.create(done).onRefused(refusal(409, { detail: 'The meeting is not live.' }), board);
  expect(toast.error).toHaveBeenCalledWith(
    expect.objectContaining({ description: 'The meeting is not live.' }),
  );
});

test('restores stored commands of this kind and shape only', () => {
  expect(commands.deserialize('ready', done)?.input).toEqual(done);
  expect(commands.deserialize('note', done)).toBeNull();
  expect(commands.deserialize('ready', { ready: true, phase: 'lunch' })).toBeNull();
});

test('counts those done among those present, including those who left, without leads', () => {
  const person = (userId: typeof ada, isOnline: boolean) => ({
    userId,
    userName: '',
    email: '',
    isOnline,
    lastSeen: '2026-03-02T09:00:00.000Z',
  });
  const presence = [person(ada, true), person(bob, false)];
  const led = { meeting: { owner_id: stranger, co_lead_ids: [] }, presence };
  expect(readyCount({ ...led, ready: [] })).toEqual({ done: 0, of: 1 });
  expect(readyCount({ ...led, ready: [bob] })).toEqual({ done: 1, of: 2 });
  expect(readyCount({ ...led, ready: [ada, bob] })).toEqual({ done: 2, of: 2 });
  for (const meeting of [
    { owner_id: ada, co_lead_ids: [] },
    { owner_id: stranger, co_lead_ids: [ada] },
  ]) {
    expect(readyCount({ meeting, presence, ready: [ada] })).toEqual({ done: 0, of: 0 });
  }
});

test('of a team, its active members are here or missing: not guests, nor superusers who look on', () => {
  const at = '2026-03-02T09:00:00.000Z';
  const here = (userId: UserId, isGuest = false) => ({
    userId,
    userName: '',
    email: '',
    isOnline: true,
    lastSeen: at,
    ...(isGuest && { isGuest }),
  });
  const member = (id: UserId, is_active = true) => ({ user: { id, is_active } });
  const [carol, dan] = ['1', '2'].map((end) => UserId.parse(`${meetingId.slice(0, -1)}${end}`));
  if (!carol || !dan) throw new Error('unreachable');
  const rows = [member(ada), member(bob), member(carol, false)];
  const team = { rows, total: 3 };
  const three = { presence: [here(ada), here(stranger), here(dan, true)] };
  expect(attendance(three, team)).toMatchObject({ done: 1, of: 2, unnamed: 0 });
  expect(attendance(three, team).missing.map(({ id }) => id)).toEqual([bob]);
  expect(attendance({ presence: [here(ada), here(bob)] }, team)).toMatchObject({ done: 2, of: 2 });
  const large = attendance(three, { rows, total: 10 });
  expect(large).toMatchObject({ done: 2, of: 9, unnamed: 6 });
});

test('is asked in self-paced phases', () => {
  expect(phases.filter(isSelfPaced)).toEqual(['writing', 'revealing', 'grouping']);
});
