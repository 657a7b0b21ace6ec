import type { Board } from '@wentwell/contract/board/snapshot';
import { VoteInput } from '@wentwell/contract/discussion/votes';
import type { UserId } from '@wentwell/contract/ids';
import { describe, expect, test } from 'vitest';

import type { ShownChange } from '#web/board/shown-change';

import type { QueuedCommand, Inverse } from './queued-command.ts';
import { withCommand } from './testing/decided.ts';
import {
  ada,
  bob,
  makeBoard,
  makeMeeting,
  makeNote,
  noteAdded,
  noteIdOf,
  shownChange,
} from './testing/fake-board-server.ts';
import { undoScene } from './testing/undo-scene.ts';
import type { OwnChange } from './undo-history.ts';

/** Writes a text into the note. Taken back unless the note has another text by then. */
function write(text: string, more: Partial<Inverse> = {}, note = 1): QueuedCommand {
  return {
    kind: 'write',
    input: text,
    queueKey: 'note',
    boardCommand: { name: 'note.update', input: { id: noteIdOf(note), content: text } },
    undo: (_back, before) => {
      const old = textOf(before, note);
      return {
        title: `Wrote ${text}`,
        undoneTitle: `Back to ${old}`,
        command: (now) =>
          textOf(now, note) === text ? write(old, {}, note) : { conflict: 'It has changed.' },
        ...more,
      };
    },
    send: () => Promise.reject(new Error('not sent here')),
    onRefused: () => {},
  };
}

function textOf(board: Board, note = 1): string {
  return board.notes[note - 1]?.content ?? '';
}

function setUp() {
  const scene = undoScene(makeBoard({ notes: [makeNote(1, { content: 'first' }), makeNote(2)] }));
  return {
    scene,
    history: scene.history,
    log: scene.told,
    offers: scene.offers,
    text: (note?: number) => textOf(scene.board, note),
    writeAsOther: (text: string, note?: number) =>
      void (scene.board = withCommand(scene.board, write(text, {}, note))),
  };
}

const fragile: OwnChange = {
  title: 'Moved on',
  undoneTitle: 'Back',
  isFragile: true,
  undo: () => ({ outcome: Promise.resolve(true), redo: null }),
};

function changeBy(author_id: UserId): ShownChange {
  return shownChange(noteAdded(1, makeNote(1, { author_id })));
}

test('an additional effect is undone with the change, unless somebody has changed it since', () => {
  for (const [beside, left] of [
    ['second', 'first'],
    ['other', 'second'],
  ] as const) {
    const { history, log, text } = setUp();
    const titles = { title: 'Changed', undoneTitle: 'Changed back' };
    const sideEffect = write(beside);
    void history.run(write('second', { ...titles, command: () => write('second'), sideEffect }));
    history.undo();
    expect(text()).toBe(left);
    expect(log).toEqual(['Changed', 'Changed back (final)']);
  }
});

test('changes are undone one by one, latest first, and redone', () => {
  const { history, log, text } = setUp();
  for (const each of ['second', 'third', 'fourth']) void history.run(write(each));
  history.undo();
  history.undo();
  expect(text()).toBe('second');
  history.redo();
  expect(text()).toBe('third');
  history.undo();
  history.undo();
  history.undo();
  expect(text()).toBe('first');
  for (let times = 0; times < 4; times += 1) history.redo();
  expect(text()).toBe('fourth');
  expect(log.filter((line) => line.startsWith('nothing'))).toEqual([
    'nothing to undo',
    'nothing to redo',
  ]);
});

test('a quiet change is announced when undone, not when done', () => {
  const { history, log, text } = setUp();
  void history.run(write('second', { isQuiet: true }));
  expect(log).toEqual([]);
  history.undo();
  expect(text()).toBe('first');
  expect(log).toEqual(['Back to first']);
});

test('a new change clears the redo history', () => {
  const { history, log, text } = setUp();
  void history.run(write('second'));
  history.undo();
  void history.run(write('other'));
  history.redo();
  expect(text()).toBe('other');
  expect(log.at(-1)).toBe('nothing to redo');
});

test('a later change by somebody else stays, and the user is told', () => {
  const { history, log, text, writeAsOther } = setUp();
  void history.run(write('mine'));
  writeAsOther('theirs');
  history.undo();
  expect(text()).toBe('theirs');
  expect(log.at(-1)).toBe('It has changed.');
  history.undo();
  expect(log.at(-1)).toBe('nothing to undo');
});

test('a command without effect, such as a second click, has no undo', () => {
  const { history, log, text } = setUp();
  void history.run(write('second'));
  void history.run(write('second'));
  history.runAll([write('second')], { title: 'Wrote all', undoneTitle: 'All back' });
  history.undo();
  expect(text()).toBe('first');
  expect(log).toEqual(['Wrote second', 'Back to first']);
});

test('a refused change is withdrawn, and so is a refused undo', async () => {
  const { history, log, scene } = setUp();
  void history.run(write('second'));
  scene.isRefusing = true;
  await history.run(write('third'));
  expect(log.at(-1)).toBe('withdrawn Wrote third');
  history.undo();
  await expect.poll(() => log.slice(-2)).toEqual(['Back to first', 'withdrawn Wrote second']);
  expect([history.last('undo'), history.last('redo')]).toEqual([null, null]);
});

test('a notice undoes its own change, even after a later one', () => {
  const { history, offers, log } = setUp();
  history.record({ ...fragile, isFragile: false, title: 'Cleared' });
  void history.run(write('second'));
  offers.get('Cleared')?.();
  expect(log.at(-1)).toBe('Back (final)');
  expect(history.last('undo')?.title).toBe('Wrote second');
});

describe('a fragile change', () => {
  test('is out of the shortcut’s reach once anybody has changed something', () => {
    const { history, log } = setUp();
    history.record(fragile);
    history.onChanges([changeBy(ada)], ada);
    expect(history.last('undo')).toBe(fragile);
    history.onChanges([changeBy(bob)], ada);
    history.undo();
    expect(log.at(-1)).toBe('nothing to undo');

    history.record(fragile);
    void history.run(write('second'));
    history.undo();
    history.undo();
    expect(log.at(-1)).toBe('nothing to undo');
  });

  test('can still be undone by its notice', () => {
    const { history, offers, log } = setUp();
    history.record(fragile);
    history.onChanges([changeBy(bob)], ada);
    offers.get('Moved on')?.();
    expect(log.at(-1)).toBe('Back (final)');
  });
});

test('a finished board has nothing to undo', () => {
  const { history, log } = setUp();
  void history.run(write('second'));
  history.clear();
  history.undo();
  expect(log.slice(-2)).toEqual(['cleared', 'nothing to undo']);
});

test('several commands are one change, of which others’ later changes stay', () => {
  const { history, log, text, writeAsOther } = setUp();
  const texts = () => `${text(1)} ${text(2)}`;
  writeAsOther('a');
  writeAsOther('b', 2);
  const both = { title: 'Wrote both', undoneTitle: 'Both back' };
  const writeBoth = () => history.runAll([write('c'), write('d', {}, 2)], both);
  const takeBack = writeBoth();
  expect(texts()).toBe('c d');
  takeBack();
  expect(texts()).toBe('a b');
  expect(history.last('undo')).toBeNull();
  history.redo();
  expect(texts()).toBe('c d');
  history.undo();
  expect(texts()).toBe('a b');

  writeBoth();
  writeAsOther('of somebody else', 2);
  history.undo();
  expect(texts()).toBe('a of somebody else');
  expect(log).toEqual(Array.from({ length: 3 }, () => ['Wrote both', 'Both back']).flat());
});

test('a board command is undone by its inverse, unless the board would refuse that', () => {
  const topicId = noteIdOf(1);
  const voting = makeBoard({ meeting: makeMeeting({ phase: 'voting' }), notes: [makeNote(1)] });
  const vote = (count: number): QueuedCommand => ({
    kind: 'vote',
    input: count,
    queueKey: 'votes',
    boardCommand: { name: 'vote.set', input: { topic_id: topicId, count } },
    undo: (back) => ({
      title: `Gave ${count}`,
      undoneTitle: 'Taken back',
      command: () => vote(VoteInput.parse(back.input).count),
      conflicts: { NOT_FOUND: 'The topic is gone.' },
    }),
    send: () => Promise.reject(new Error('not sent here')),
    onRefused: () => {},
  });
  const scene = undoScene(voting);
  const { history, told } = scene;
  const mine = () => scene.board.votes.mine[topicId] ?? 0;
  void history.run(vote(2));
  void history.run(vote(2));
  void history.run(vote(1));
  history.undo();
  expect(mine()).toBe(2);
  history.redo();
  expect(mine()).toBe(1);
  history.undo();
  history.undo();
  expect(mine()).toBe(0);
  expect(told).toEqual(['Gave 2', 'Gave 1', 'Taken back', 'Gave 1', 'Taken back', 'Taken back']);

  void history.run(vote(2));
  void history.run(vote(1));
  scene.board = { ...scene.board, meeting: makeMeeting({ phase: 'discussing' }) };
  history.undo();
  expect(told.at(-1)).toBe('Voting is over.');
  scene.board = { ...voting, notes: [] };
  history.undo();
  expect(told.at(-1)).toBe('The topic is gone.');
});
