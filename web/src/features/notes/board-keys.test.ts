import { NoteId } from '@wentwell/contract/ids';
import { ColumnId } from '@wentwell/contract/notes/columns';
import { describe, expect, it } from 'vitest';

import { type Box, cardForKey, type CardColumn, type CardId, successorOf } from './board-keys.ts';

const ids = new Map<string, NoteId>();

/** The id of a card that the tests call by a letter. */
function card(letter: string): NoteId {
  const digit = letter.charCodeAt(0).toString(16).padStart(12, '0');
  const id = NoteId.parse(`0190a000-0000-7000-8000-${digit}`);
  ids.set(letter, id);
  return id;
}

const [went, improve, actions] = ['went_well', 'to_improve', 'action'].map((id) =>
  ColumnId.parse(id),
) as [ColumnId, ColumnId, ColumnId];

/** Draws a board of rows: each letter is a card, a column is as many letters wide as its first row. */
function board(drawn: readonly (readonly string[])[], heights: Record<string, number> = {}) {
  const boxes = new Map<CardId, Box>();
  let left = 0;
  const columns = drawn.map((rows, at): CardColumn => {
    let top = 0;
    for (const row of rows) {
      [...row].forEach((letter, index) => {
        const x = left + index * 100;
        const bottom = top + (heights[letter] ?? 40);
        boxes.set(card(letter), { left: x, right: x + 90, top, bottom });
      });
      top += Math.max(...[...row].map((letter) => heights[letter] ?? 40)) + 10;
    }
    left += (rows[0]?.length ?? 1) * 100;
    const id = [went, improve, actions][at] ?? went;
    return { id, cards: [...rows.join('')].map(card) };
  });
  return (from: string, key: string, shown = true): string | undefined => {
    const boxOf = (id: CardId) => (shown ? (boxes.get(id) ?? null) : null);
    const next = cardForKey({ columns, boxOf }, card(from), key);
    return [...ids].find(([, id]) => id === next)?.[0];
  };
}

describe('arrows between the cards of a board', () => {
  const next = board([['a', 'b', 'c'], ['d'], ['e', 'f', 'g', 'h']]);

  it.each([
    ['a', 'ArrowDown', 'b'],
    ['c', 'ArrowDown', undefined],
    ['b', 'ArrowUp', 'a'],
    ['a', 'ArrowUp', undefined],
    ['b', 'Home', 'a'],
    ['a', 'End', 'c'],
    ['a', 'ArrowLeft', undefined],
    ['c', 'ArrowRight', 'd'],
    ['d', 'ArrowRight', 'e'],
    ['h', 'ArrowRight', undefined],
    ['g', 'ArrowLeft', 'd'],
    ['a', 'x', undefined],
  ])('lead from %s by %s to %s', (from, key, to) => {
    expect(next(from, key)).toBe(to);
  });

  it('enter the neighbour at the nearest card, not at the same index', () => {
    const uneven = board(
      [
        ['a', 'b'],
        ['d', 'e', 'f', 'g'],
      ],
      { a: 140 },
    );
    expect(uneven('b', 'ArrowRight')).toBe('g');
    expect(uneven('g', 'ArrowLeft')).toBe('b');
    expect(uneven('e', 'ArrowLeft')).toBe('a');
  });

  it('skip columns without cards', () => {
    const gap = board([['a'], [], ['e']]);
    expect(gap('a', 'ArrowRight')).toBe('e');
    expect(gap('e', 'ArrowLeft')).toBe('a');
  });

  it('move along a wide column’s row before leaving it', () => {
    const wide = board([['ab', 'c'], ['e']]);
    expect(wide('a', 'ArrowRight')).toBe('b');
    expect(wide('b', 'ArrowRight')).toBe('e');
    expect(wide('e', 'ArrowLeft')).toBe('b');
    expect(wide('b', 'ArrowDown')).toBe('c');
    expect(wide('a', 'ArrowDown')).toBe('c');
    expect(wide('c', 'ArrowUp')).toBe('a');
  });

  it('stay in the row beside a group, whose notes start at other heights', () => {
    const boxes: Record<string, Box> = {
      a: { left: 0, right: 90, top: 0, bottom: 20 },
      b: { left: 4, right: 86, top: 20, bottom: 60 },
      c: { left: 4, right: 86, top: 60, bottom: 100 },
      d: { left: 100, right: 190, top: 0, bottom: 40 },
      e: { left: 0, right: 90, top: 110, bottom: 150 },
      f: { left: 100, right: 190, top: 110, bottom: 150 },
    };
    const letters = Object.keys(boxes);
    const columns = [{ id: went, cards: letters.map(card) }];
    const boxOf = (id: CardId) =>
      boxes[letters.find((letter) => card(letter) === id) ?? ''] ?? null;
    const goes = (from: string, key: string) =>
      letters.find((letter) => card(letter) === cardForKey({ columns, boxOf }, card(from), key));
    expect(['a', 'b', 'c', 'd'].map((from) => goes(from, 'ArrowDown'))).toEqual([
      'b',
      'c',
      'e',
      'f',
    ]);
    expect(['f', 'e', 'b'].map((from) => goes(from, 'ArrowUp'))).toEqual(['d', 'c', 'a']);
    expect(goes('a', 'ArrowRight')).toBe('d');
  });

  it('use the order if nothing is visible', () => {
    expect(next('a', 'ArrowDown', false)).toBe('b');
    expect(next('c', 'ArrowRight', false)).toBe('d');
    expect(next('a', 'ArrowRight', false)).toBe('d');
  });
});

describe('the successor of a removed card', () => {
  const there = (left: string) => (id: string) => left.includes(id);

  it.each([
    ['b', 'ac', 'c'],
    ['c', 'ab', 'b'],
    ['b', 'a', 'a'],
    ['a', 'c', 'c'],
    ['a', '', undefined],
    ['x', 'ac', 'a'],
  ])('for %s, with %o left, is %s', (gone, left, next) => {
    expect(successorOf(['a', 'b', 'c'], gone, there(left))).toBe(next);
  });
});
