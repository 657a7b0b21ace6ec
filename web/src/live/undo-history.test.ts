import type { Board } from '@wentwell/contract/board';
import type { UserId } from '@wentwell/contract/ids';
import { VoteInput } from '@wentwell/contract/votes';
import { describe, expect, test } from 'vitest';

import type { ShownChange } from '#web/board/shown-change';

import type { Command, Inverse, OptimisticCommand } from './command.ts';
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
import { type OwnChange, UndoHistory, type UndoNotices } from './undo-history.ts';

/** Writes a text into the note. Taken back unless the note has another text by then. */
function write(text: string): OptimisticCommand {
  return {
    kind: 'write',
    input: text,
    queueKey: 'note',
    startsQueue: false,
    mergesDuplicates: true,
    optimisticUpdate: () => makeBoard({ notes: [makeNote(1, { content: text })] }),
    inverse: (before) => {
      const old = textOf(before);
      if (old === text) return null;
      return {
        title: `Wrote ${text}`,
        undoneTitle: `Back to ${old}`,
        command: (now) => (textOf(now) === text ? write(old) : { conflict: 'It has changed.' }),
      };
    },
    send: () => Promise.reject(new Error('not sent here')),
    onRefused: () => {},
  };
}

function textOf(board: Board): string {
  return board.notes[0]?.content ?? '';
}

function setUp() {
  let board = makeBoard({ notes: [makeNote(1, { content: 'first' })] });
  let isRefusing = false;
  const log: string[] = [];
  const offers = new Map<string, () => void>();
  const notices: UndoNotices = {
    onDone: ({ title }, undo) => {
      log.push(title);
      offers.set(title, undo);
    },
    onUndone: ({ undoneTitle }, _back, redo) => log.push(`${undoneTitle}${redo ? '' : ' (final)'}`),
    onRefused: (direction, { title }, reason) => log.push(`no ${direction} of ${title}: ${reason}`),
    onWithdrawn: ({ title }) => log.push(`withdrawn ${title}`),
    onNothingLeft: (direction) => log.push(`nothing to ${direction}`),
    onCleared: () => log.push('cleared'),
  };
  const client = {
    getSnapshot: () =>
      ({ board }) as ReturnType<ConstructorParameters<typeof UndoHistory>[0]['getSnapshot']>,
    run: (command: Command): Promise<boolean> => {
      if (isRefusing) return Promise.resolve(false);
      board = command.optimisticUpdate?.(board) ?? board;
      return Promise.resolve(true);
    },
  };
  const history = new UndoHistory(client, notices);
  return {
    history,
    notices,
    log,
    offers,
    text: () => textOf(board),
    writeAsOther: (text: string) => void (board = write(text).optimisticUpdate(board)),
    refuse: () => void (isRefusing = true),
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

test('what a change amounted to as well is taken back with it, unless somebody has changed that since', () => {
  for (const [beside, left] of [
    ['second', 'first'],
    ['other', 'second'],
  ] as const) {
    const { history, log, text } = setUp();
    const change = write('second');
    const inverseOf = (before: Board): Inverse => ({
      title: 'Changed',
      undoneTitle: 'Changed back',
      command: () => write('second'),
      also: textOf(before) === 'first' ? write(beside) : null,
    });
    void history.run({ ...change, inverse: inverseOf });
    history.undo();
    expect(text()).toBe(left);
    expect(log).toEqual(['Changed', 'Changed back (final)']);
  }
});

test('changes are taken back one after another, the latest first, and done again', () => {
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

function quietly(command: Command): Command {
  return {
    ...command,
    inverse: (before) => {
      const inverse = command.inverse?.(before);
      return inverse ? { ...inverse, isQuiet: true } : null;
    },
  };
}

test('a quiet change is told when it is taken back, and not when it is done', () => {
  const { history, log, text } = setUp();
  void history.run(quietly(write('second')));
  expect(log).toEqual([]);
  history.undo();
  expect(text()).toBe('first');
  expect(log).toEqual(['Back to first']);
});

test('a new change leaves nothing to do again', () => {
  const { history, log, text } = setUp();
  void history.run(write('second'));
  history.undo();
  void history.run(write('other'));
  history.redo();
  expect(text()).toBe('other');
  expect(log.at(-1)).toBe('nothing to redo');
});

test('what somebody else has changed since stays, and the user is told', () => {
  const { history, log, text, writeAsOther } = setUp();
  void history.run(write('mine'));
  writeAsOther('theirs');
  history.undo();
  expect(text()).toBe('theirs');
  expect(log.at(-1)).toBe('no undo of Wrote mine: It has changed.');
  history.undo();
  expect(log.at(-1)).toBe('nothing to undo');
});

test('a command that changes nothing, as a second click does, is not taken back by itself', () => {
  const { history, text } = setUp();
  void history.run(write('second'));
  void history.run(write('second'));
  history.undo();
  expect(text()).toBe('first');
});

test('a refused change is withdrawn, and so is a refused undo', async () => {
  const { history, log, refuse } = setUp();
  void history.run(write('second'));
  refuse();
  await history.run(write('third'));
  expect(log.at(-1)).toBe('withdrawn Wrote third');
  history.undo();
  await Promise.resolve();
  expect(log.slice(-2)).toEqual(['Back to first', 'withdrawn Wrote second']);
  expect([history.last('undo'), history.last('redo')]).toEqual([null, null]);
});

test('a notice takes its own change back, also when another came later', () => {
  const { history, offers, log } = setUp();
  history.record({ ...fragile, isFragile: false, title: 'Cleared' });
  void history.run(write('second'));
  offers.get('Cleared')?.();
  expect(log.at(-1)).toBe('Back (final)');
  expect(history.last('undo')?.title).toBe('Wrote second');
});

describe('a fragile change', () => {
  test('is out of the shortcut’s reach once somebody else or the user has done something', () => {
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

  test('is still taken back by its notice', () => {
    const { history, offers, log } = setUp();
    history.record(fragile);
    history.onChanges([changeBy(bob)], ada);
    offers.get('Moved on')?.();
    expect(log.at(-1)).toBe('Back (final)');
  });
});

test('a board that is over has nothing to take back', () => {
  const { history, log } = setUp();
  void history.run(write('second'));
  history.clear();
  history.undo();
  expect(log.slice(-2)).toEqual(['cleared', 'nothing to undo']);
});

test('several commands are one change, of which what others have changed since stays', () => {
  let board = makeBoard({ notes: [makeNote(1, { content: 'a' }), makeNote(2, { content: 'b' })] });
  const texts = () => board.notes.map(({ content }) => content).join(' ');
  function writeInto(index: number, text: string): OptimisticCommand {
    const contentOf = (now: Board) => now.notes[index]?.content ?? '';
    return {
      ...write(text),
      optimisticUpdate: (now) => ({
        ...now,
        notes: now.notes.map((note, place) =>
          place === index ? { ...note, content: text } : note,
        ),
      }),
      inverse: (before) => ({
        title: 'unused',
        undoneTitle: 'unused',
        command: (now) =>
          contentOf(now) === text
            ? writeInto(index, contentOf(before))
            : { conflict: 'It has changed.' },
      }),
    };
  }
  const { log, notices } = setUp();
  const client = {
    getSnapshot: () =>
      ({ board }) as ReturnType<ConstructorParameters<typeof UndoHistory>[0]['getSnapshot']>,
    run: (command: Command): Promise<boolean> => {
      board = command.optimisticUpdate?.(board) ?? board;
      return Promise.resolve(true);
    },
  };
  const history = new UndoHistory(client, notices);
  const both = { title: 'Wrote both', undoneTitle: 'Both back' };
  const takeBack = history.runAll([writeInto(0, 'c'), writeInto(1, 'd')], both);
  expect(texts()).toBe('c d');
  takeBack();
  expect(texts()).toBe('a b');
  expect(history.last('undo')).toBeNull();
  history.redo();
  expect(texts()).toBe('c d');
  history.undo();
  expect(texts()).toBe('a b');

  history.runAll([writeInto(0, 'c'), writeInto(1, 'd')], both);
  void client.run(writeInto(1, 'of somebody else'));
  history.undo();
  expect(texts()).toBe('a of somebody else');
  expect(log).toEqual(Array.from({ length: 3 }, () => ['Wrote both', 'Both back']).flat());
});

test('a board command is taken back by the board’s inverse, and not where the board would refuse that', () => {
  const topicId = noteIdOf(1);
  const voting = makeBoard({ meeting: makeMeeting({ phase: 'voting' }), notes: [makeNote(1)] });
  const vote = (count: number): Command => ({
    kind: 'vote',
    input: count,
    queueKey: 'votes',
    startsQueue: false,
    mergesDuplicates: true,
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
