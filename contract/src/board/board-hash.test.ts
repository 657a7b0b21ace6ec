import { describe, expect, it } from 'vitest';

import { makeAction } from '../testing/actions.ts';
import { makeNote } from '../testing/notes.ts';
import { actionType } from './actions.ts';
import { boardHash } from './board-hash.ts';
import { checkInType } from './check-in.ts';
import { noteType } from './notes.ts';
import type { BoardRecord } from './record.ts';

const note = { ...makeNote(), type: noteType.type };
const action = { ...makeAction(), type: actionType.type };
const records: readonly BoardRecord[] = [
  note,
  { ...makeNote({ content: 'Ünïcödé 🎉' }), type: noteType.type },
  action,
];

function replace<R extends BoardRecord>(record: R): readonly BoardRecord[] {
  return records.map((each) => (each.id === record.id ? record : each));
}

describe('the hash of a board', () => {
  it('ignores the order of records and of their keys', () => {
    const turned = Object.fromEntries(Object.entries(note).toReversed());
    const others = replace({ ...turned, type: note.type, id: note.id });
    expect(boardHash(others.toReversed())).toBe(boardHash(records));
  });

  it.each<[string, readonly BoardRecord[]]>([
    ['a missing record', records.slice(1)],
    ['another record', [...records, { type: 'ready', id: note.author_id ?? '' }]],
    ['another text', replace({ ...note, content: 'else' })],
    ['another version', replace({ ...note, version: 2 })],
    ['a note face down', replace({ ...note, hidden: true })],
    ['an action item that is done', replace({ ...action, status: 'done' })],
  ])('detects %s', (_what, other) => {
    expect(boardHash(other)).not.toBe(boardHash(records));
  });

  it('ignores changes outside the board: scores, and counted meetings', () => {
    const counted = replace({ ...action, meetings_seen: 4 });
    const scored = [...counted, { type: checkInType.type, id: 'check_in', mood: [3] }];
    expect(boardHash(scored)).toBe(boardHash(records));
  });
});
