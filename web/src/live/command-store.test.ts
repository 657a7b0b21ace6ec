import { MeetingId } from '@wentwell/contract/ids';
import { beforeEach, expect, test, vi } from 'vitest';

import { commandStore, forgetCommands } from './command-store.ts';
import { ada, bob } from './testing/fake-board-server.ts';
import { FakeStorage } from './testing/fake-storage.ts';

const meetingId = MeetingId.parse('0198f000-0000-7000-8000-000000000001');
const first = { key: 'k1', kind: 'write', input: { text: 'one' }, madeAt: 1 };
const second = { key: 'k2', kind: 'write', input: { text: 'two' }, madeAt: 2 };

beforeEach(() => {
  vi.stubGlobal('localStorage', new FakeStorage());
  return () => vi.unstubAllGlobals();
});

test('C-34: commands are kept in order, per person and meeting', () => {
  const commands = commandStore(ada, meetingId);
  commands.add(first);
  commands.add(second);
  expect(commandStore(ada, meetingId).all()).toEqual([first, second]);
  expect(commandStore(bob, meetingId).all()).toEqual([]);
  commands.remove('k1');
  expect(commands.all()).toEqual([second]);
});

test('C-34: two tabs do not write over what the other one keeps', () => {
  const tab = commandStore(ada, meetingId);
  const other = commandStore(ada, meetingId);
  tab.add(first);
  other.add(second);
  tab.remove('k1');
  expect(other.all()).toEqual([second]);
});

test('C-34: what is no list of commands is none', () => {
  const name = `boardCommands:${ada}:${meetingId}`;
  for (const text of ['{', '{}', '[{"key":1}]']) {
    localStorage.setItem(name, text);
    expect(commandStore(ada, meetingId).all()).toEqual([]);
  }
});

test('C-34: signing out forgets the commands and nothing else', () => {
  commandStore(ada, meetingId).add(first);
  commandStore(bob, meetingId).add(second);
  localStorage.setItem('theme', 'nord');
  forgetCommands();
  expect(commandStore(ada, meetingId).all()).toEqual([]);
  expect(commandStore(bob, meetingId).all()).toEqual([]);
  expect(localStorage.getItem('theme')).toBe('nord');
});

test('C-34: a browser that keeps nothing only forgets', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('refused');
    },
  });
  const commands = commandStore(ada, meetingId);
  commands.add(first);
  expect(commands.all()).toEqual([]);
  forgetCommands();
});
