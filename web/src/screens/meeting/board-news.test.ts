import { touchedNotes } from '@wentwell/contract/board-features';
import { defaultColumns } from '@wentwell/contract/columns';
import type { EventFrame } from '@wentwell/contract/live';
import { expect, test } from 'vitest';

import {
  ada,
  bob,
  makeBoard,
  makeMeeting,
  makeNote,
  noteCreated,
  noteIdOf,
} from '#web/live/testing/fake-board-server';

import { isByOthers } from './board-news.ts';
import { describeEvent, summarise } from './board-words.ts';

const time = '2026-03-02T09:00:00.000Z';

function phaseChanged(): EventFrame {
  const phase = { ...makeBoard().phase, phase: 'grouping' } as const;
  return {
    type: 'phase_changed',
    seq: 9,
    userId: bob,
    timestamp: time,
    data: { phase, meeting: makeMeeting() },
  };
}

test('previews are cut to 30 characters', () => {
  const event = noteCreated(1, makeNote(1, { content: 'x'.repeat(40) }));
  expect(describeEvent(event, defaultColumns)).toEqual({
    seq: 1,
    userId: bob,
    isByMeeting: false,
    action: 'added a note to Went Well',
    preview: `${'x'.repeat(30)}…`,
  });
});

test('a note that lies face down has no preview', () => {
  expect(
    describeEvent(noteCreated(1, makeNote(1, { content: '', hidden: true })), defaultColumns)
      ?.preview,
  ).toBe('');
});

test('a note is announced with the title that its column has on this board', () => {
  const columns = [
    { id: 'start', title: 'Start', prompt: '', tone: 'info', kind: 'notes' } as const,
    { id: 'stop', title: 'Stop', prompt: '', tone: 'danger', kind: 'notes' } as const,
  ];
  const events = [noteCreated(1, makeNote(1, { note_type: 'stop' })), noteCreated(2)];
  expect(events.map((event) => describeEvent(event, columns)?.action)).toEqual([
    'added a note to Stop',
    'added a note',
  ]);
  expect(summarise(events, columns)).toBe('1 new note in Stop.');
});

test('the line about a new owner is that of the owner, whoever named them', () => {
  const event: EventFrame = {
    type: 'meeting_updated',
    seq: 4,
    userId: ada,
    timestamp: time,
    data: { meeting: makeMeeting({ owner_id: bob }), has_new_owner: true },
  };
  expect(describeEvent(event, defaultColumns)).toMatchObject({
    userId: bob,
    action: 'took the lead',
  });
});

test('many changes are one announcement', () => {
  const events = [
    noteCreated(1),
    noteCreated(2),
    noteCreated(3, makeNote(3, { note_type: 'action' })),
    phaseChanged(),
    { type: 'note_deleted', seq: 5, userId: bob, timestamp: time, data: { note_id: noteIdOf(1) } },
  ] satisfies EventFrame[];
  expect(summarise(events, defaultColumns)).toBe(
    'Phase: Grouping. Group notes: drop one on another, or use its menu. 2 new notes in Went Well. 1 new note in Action Items. 1 note deleted.',
  );
});

test('nothing worth saying is an empty text', () => {
  const event: EventFrame = {
    type: 'meeting_updated',
    seq: 1,
    userId: bob,
    timestamp: time,
    data: { meeting: makeMeeting() },
  };
  expect(summarise([event], defaultColumns)).toBe('');
});

test('the reveal touches all its notes', () => {
  const notes = [makeNote(1), makeNote(2)];
  const event: EventFrame = {
    type: 'notes_revealed',
    seq: 1,
    userId: null,
    timestamp: time,
    data: { notes },
  };
  expect(touchedNotes(event)).toEqual([
    { id: noteIdOf(1), news: 'revealed' },
    { id: noteIdOf(2), news: 'revealed' },
  ]);
});

test('R-176 in an anonymous meeting a change that the board showed before its event is one of this page', () => {
  const mine = makeNote(1, { author_id: null, mine: true, hidden: true });
  const theirs = makeNote(2, { author_id: null, mine: false, content: '', hidden: true });
  const [ownEvent, otherEvent] = [noteCreated(1, mine), noteCreated(2, theirs)];
  const before = makeBoard({ notes: [mine] });
  const boards = { before, now: makeBoard({ notes: [mine, theirs] }) };
  expect(isByOthers(ownEvent, ada, boards)).toBe(false);
  expect(isByOthers(otherEvent, ada, boards)).toBe(true);
  // Whatever is changed of it, a note that lies face down looks as before.
  expect(isByOthers(otherEvent, ada, { before: boards.now, now: boards.now })).toBe(true);
  const deleted: EventFrame = {
    type: 'note_deleted',
    seq: 3,
    userId: null,
    timestamp: time,
    data: { note_id: mine.id },
  };
  const empty = makeBoard();
  expect(isByOthers(deleted, ada, { before, now: empty })).toBe(true);
  expect(isByOthers(deleted, ada, { before: empty, now: empty })).toBe(false);
});

test('events that name somebody, and what nobody did, tell whose they are by themselves', () => {
  const board = makeBoard();
  const boards = { before: board, now: board };
  expect(isByOthers(noteCreated(1), ada, boards)).toBe(true);
  expect(isByOthers(noteCreated(1, makeNote(1, { author_id: ada })), ada, boards)).toBe(false);
  expect(isByOthers({ ...phaseChanged(), userId: null }, ada, boards)).toBe(true);
});
