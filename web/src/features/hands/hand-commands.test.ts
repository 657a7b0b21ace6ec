import { MeetingId } from '@wentwell/contract/ids';
import { beforeEach, expect, test, vi } from 'vitest';

import { withCommand } from '#web/live/testing/decided';
import { ada, bob, makeBoard, makeMeeting } from '#web/live/testing/fake-board-server';
import { refusal } from '#web/live/testing/refusal';
import { toast } from '#web/ui/feedback/toast';

import { handCommands } from './hand-commands.ts';

// Restored after each test by the suite's settings.
beforeEach(() => void vi.spyOn(toast, 'error').mockReturnValue(''));

const commands = handCommands({
  meetingId: MeetingId.parse('0198f000-0000-7000-8000-000000000001'),
});
const board = makeBoard({ hands: [bob] });
const raise = commands.create({ raised: true });

test('R-85: a hand is raised immediately, after other hands, and lowered', () => {
  const up = withCommand(board, raise);
  expect(up.hands).toEqual([bob, ada]);
  expect(withCommand(up, commands.create({ raised: false })).hands).toEqual([bob]);
});

test('R-86: leads lower one hand or all, and others show no such change', () => {
  const one = commands.create({ raised: false, user_id: bob });
  const up = withCommand(board, raise);
  expect(withCommand(up, one).hands).toEqual([ada]);
  expect(withCommand(up, commands.create({ all: 'lowered' })).hands).toEqual([]);
  const ofBob = { ...board, meeting: makeMeeting({ owner_id: bob }) };
  expect(withCommand(ofBob, one).hands).toEqual([bob]);
});

test('a refusal shows the server’s words, except after the meeting', () => {
  const error = refusal(403);
  raise.onRefused(error, makeBoard({ meeting: makeMeeting({ status: 'closed' }) }));
  expect(toast.error).not.toHaveBeenCalled();
  raise.onRefused(error, board);
  expect(toast.error).toHaveBeenCalledWith(expect.objectContaining({ description: 'Refused.' }));
});

test('restores stored commands of this kind and shape only', () => {
  for (const intent of [{ raised: true }, { raised: false, user_id: bob }, { all: 'lowered' }]) {
    expect(commands.deserialize('hand', intent)?.input).toEqual(intent);
  }
  expect(commands.deserialize('ready', { raised: true })).toBeNull();
  expect(commands.deserialize('hand', { up: true })).toBeNull();
});
