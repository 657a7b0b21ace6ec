import { GroupId } from '@wentwell/contract/ids';
import { describe, expect, test } from 'vitest';

import { makeNote, noteIdOf } from '#web/live/testing/fake-board-server';

import { dropOf } from './note-drag.ts';

const own = GroupId.parse('0198f000-0000-7000-8000-0000000000a1');
const other = GroupId.parse('0198f000-0000-7000-8000-0000000000a2');
const single = makeNote(1);
const grouped = makeNote(2, { group_id: own });
const all = { group: true, move: true };

describe('in a grouping phase', () => {
  test('on a note or group it is grouped, whatever the column', () => {
    for (const column of ['went_well', 'action', null]) {
      for (const card of [noteIdOf(9), other]) {
        expect(dropOf(single, { column, card }, all)).toEqual({ act: 'group', with: card });
        expect(dropOf(grouped, { column, card }, all)).toEqual({ act: 'group', with: card });
      }
    }
  });

  test('on its own card or group it stays', () => {
    expect(dropOf(single, { column: 'went_well', card: single.id }, all)).toBeNull();
    expect(dropOf(grouped, { column: 'went_well', card: own }, all)).toBeNull();
    expect(dropOf(grouped, { column: 'action', card: own }, all)).toBeNull();
  });

  test('in its own column a grouped note is taken out, a single one stays', () => {
    expect(dropOf(grouped, { column: 'went_well', card: null }, all)).toEqual({ act: 'take-out' });
    expect(dropOf(single, { column: 'went_well', card: null }, all)).toBeNull();
  });

  test('in another column it is moved there', () => {
    for (const note of [single, grouped]) {
      const drop = dropOf(note, { column: 'action', card: null }, all);
      expect(drop).toEqual({ act: 'move', to: 'action' });
    }
  });
});

test('in other phases a card is part of its column', () => {
  const moves = { group: false, move: true };
  const to = { act: 'move', to: 'action' };
  expect(dropOf(single, { column: 'action', card: noteIdOf(9) }, moves)).toEqual(to);
  expect(dropOf(single, { column: 'went_well', card: noteIdOf(9) }, moves)).toBeNull();
  expect(dropOf(grouped, { column: 'went_well', card: null }, moves)).toBeNull();
});

test('outside everything it stays', () => {
  expect(dropOf(grouped, { column: null, card: null }, all)).toBeNull();
});
