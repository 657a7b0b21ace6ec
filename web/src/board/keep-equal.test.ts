import { expect, test } from 'vitest';

import { keepEqual } from './board-snapshot.ts';

const copy = <T>(value: T): T => structuredClone(value);

test('an equal value is the previous object', () => {
  const previous = { list: [{ id: 1, tags: ['a'] }, { id: 2 }], by: { x: { n: 1 } }, none: null };
  expect(keepEqual(previous, copy(previous))).toBe(previous);
});

test('equal parts of a changed value are kept', () => {
  const previous = { meeting: { id: 1, settings: { a: 1 } }, notes: [{ id: 2 }] };
  const next = { ...copy(previous), meeting: { id: 1, name: 'x', settings: { a: 1 } } };
  const kept = keepEqual(previous, next);
  expect(kept).toEqual(next);
  expect(kept.notes).toBe(previous.notes);
  expect(kept.meeting.settings).toBe(previous.meeting.settings);
});

test('items of a list are matched by id, whatever was added or removed before them', () => {
  const previous = [{ id: 1 }, { id: 2, text: ['x'] }, { id: 3 }];
  const kept = keepEqual(previous, [{ id: 0 }, { id: 3 }, { id: 2, text: ['x'] }]);
  expect(kept).toEqual([{ id: 0 }, { id: 3 }, { id: 2, text: ['x'] }]);
  expect([kept[1], kept[2]].map((each) => previous.indexOf(each as never))).toEqual([2, 1]);
  const shorter = keepEqual(previous, copy(previous.slice(1)));
  expect(shorter[0]).toBe(previous[1]);
});

test('a missing field, another kind and another order differ', () => {
  const pairs: [unknown, unknown][] = [
    [{ a: undefined }, { b: undefined }],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1, b: 2 }, { a: 1 }],
    [[], {}],
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
    [null, {}],
    [{ a: 1 }, null],
  ];
  for (const [previous, next] of pairs) {
    const kept = keepEqual(previous, next);
    expect(kept).toEqual(next);
    expect(kept).not.toBe(previous);
  }
});
