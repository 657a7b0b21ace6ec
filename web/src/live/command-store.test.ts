import { MeetingId } from '@wentwell/contract/ids';
import { beforeEach, expect, test, vi } from 'vitest';

import { commandStore, clearCommands, type StoredCommand } from './command-store.ts';
import { ada, bob } from './testing/fake-board-server.ts';
import { FakeLocks } from './testing/fake-locks.ts';
import { FakeStorage } from './testing/fake-storage.ts';

const meetingId = MeetingId.parse('0198f000-0000-7000-8000-000000000001');
const first = { key: 'k1', kind: 'write', input: { text: 'one' }, madeAt: 1 };
const second = { key: 'k2', kind: 'write', input: { text: 'two' }, madeAt: 2 };
const third = { key: 'k3', kind: 'write', input: { text: 'three' }, madeAt: 3 };

/** Sends storage events to all pages. The page that writes gets them, too, which changes nothing. */
class ObservedStorage extends FakeStorage {
  override setItem(key: string, value: string): void {
    super.setItem(key, value);
    window.dispatchEvent(Object.assign(new Event('storage'), { key }));
  }
}

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('localStorage', new ObservedStorage());
  return () => vi.unstubAllGlobals();
});

/** The commands that a page finds that opens now, in a browser without locks. */
function leftFor(userId = ada): StoredCommand[] {
  let found: StoredCommand[] = [];
  commandStore(userId, meetingId, null).open((commands) => {
    found = commands;
  });
  return found;
}

/** One of several pages of the same person and board. */
function openPage(locks?: FakeLocks, name = '') {
  const store = commandStore(ada, meetingId, locks?.of(name));
  const adopted: StoredCommand[] = [];
  const leave = store.open((commands) => adopted.push(...commands));
  return { adopted, leave, add: store.add, remove: store.remove };
}

test('C-34: commands are kept in order, per user and meeting', () => {
  const commands = commandStore(ada, meetingId, null);
  commands.add(second);
  commands.add(first);
  expect(leftFor(ada)).toEqual([first, second]);
  expect(leftFor(bob)).toEqual([]);
  commands.remove('k1');
  expect(leftFor(ada)).toEqual([second]);
});

test('C-34: the next page finds a page’s commands', async () => {
  const locks = new FakeLocks();
  openPage(locks, 'one').add(first);
  locks.close('one');
  const { adopted } = openPage(locks, 'two');
  await vi.waitFor(() => expect(adopted).toEqual([first]));
});

test('C-34: a closed page’s commands go to one open page, once and in order', async () => {
  const locks = new FakeLocks();
  const one = openPage(locks, 'one');
  const others = [openPage(locks, 'two'), openPage(locks, 'three')];
  one.add(first);
  one.add(second);
  one.add(third);
  one.remove('k2');
  const opened = openPage(locks, 'four');
  expect([...others, opened].map(({ adopted }) => adopted)).toEqual([[], [], []]);
  locks.close('one');
  await vi.waitFor(() => expect(others[0]?.adopted).toEqual([first, third]));
  expect([others[1]?.adopted, opened.adopted]).toEqual([[], []]);

  locks.close('two');
  await vi.waitFor(() => expect(others[1]?.adopted).toEqual([first, third]));
  expect(opened.adopted).toEqual([]);
});

test('C-34: if the browser refuses locks, each page adopts all commands once', async () => {
  const request = () => Promise.reject(new DOMException('sandboxed', 'SecurityError'));
  vi.stubGlobal('navigator', { locks: { request } });
  const closed = commandStore(ada, meetingId);
  closed.add(first);
  const [one, two] = [openPage(), openPage()];
  await vi.waitFor(() => expect(two.adopted).toEqual([first]));
  one.add(second);
  await vi.waitFor(() => expect(one.adopted).toEqual([first]));
  expect(two.adopted).toEqual([first]);
});

test('C-34: a page that left the board releases its commands and adopts none', async () => {
  const locks = new FakeLocks();
  const one = openPage(locks, 'one');
  const two = openPage(locks, 'two');
  one.add(first);
  two.add(second);
  one.leave();
  await vi.waitFor(() => expect(two.adopted).toEqual([first]));
  locks.close('two');
  expect(one.adopted).toEqual([]);
});

test('C-34: invalid data is no command', () => {
  const name = `boardCommands:${ada}:${meetingId}`;
  for (const text of ['{', '{}', '[{"key":1}]', 'null']) {
    localStorage.setItem(name, text);
    localStorage.setItem(`${name}:k1`, text);
    expect(leftFor()).toEqual([]);
  }
});

test('C-34: signing out removes the commands and nothing else', () => {
  commandStore(ada, meetingId, null).add(first);
  commandStore(bob, meetingId, null).add(second);
  localStorage.setItem('theme', 'nord');
  clearCommands();
  expect(leftFor(ada)).toEqual([]);
  expect(leftFor(bob)).toEqual([]);
  expect(localStorage.getItem('theme')).toBe('nord');
});

test('C-34: without storage, commands last as long as the page', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('refused');
    },
  });
  commandStore(ada, meetingId, null).add(first);
  expect(leftFor()).toEqual([]);
  clearCommands();
});
