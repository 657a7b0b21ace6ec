import { MeetingId } from '@wentwell/contract/ids';
import { defaultColumns } from '@wentwell/contract/notes/columns';
import { beforeEach, expect, test, vi } from 'vitest';

import { forgetDrafts } from '#web/api/stored-drafts';
import { ada, bob, noteIdOf } from '#web/live/testing/fake-board-server';
import { FakeStorage } from '#web/live/testing/fake-storage';

import { newNoteKey, noteDrafts } from './note-drafts.ts';

const newAction = newNoteKey('action');
const meetingId = MeetingId.parse('0198f000-0000-7000-8000-000000000001');

beforeEach(() => {
  vi.stubGlobal('localStorage', new FakeStorage());
  return () => vi.unstubAllGlobals();
});

test('a draft is kept per user, meeting, and note or column', () => {
  const drafts = noteDrafts(ada, meetingId);
  drafts.keep(newAction, { content: 'new', note_type: 'action' });
  drafts.keep(noteIdOf(1), { content: 'changed', note_type: 'action' });
  expect(drafts.read(newAction)).toEqual({ content: 'new', note_type: 'action' });
  expect(noteDrafts(ada, meetingId).read(noteIdOf(1))?.content).toBe('changed');
  expect(noteDrafts(bob, meetingId).read(newAction)).toBeNull();
  expect(drafts.read(newNoteKey('to_improve'))).toBeNull();
  drafts.keep(newAction, null);
  expect(drafts.read(newAction)).toBeNull();
});

test('a text too long for a note stays a draft', () => {
  const drafts = noteDrafts(ada, meetingId);
  const heard: (number | undefined)[] = [];
  drafts.subscribe(newAction, (draft) => heard.push(draft?.content.length));
  drafts.keep(newAction, { content: 'a'.repeat(30_000), note_type: 'action' });
  drafts.putBack({ content: 'refused', note_type: 'action' });
  expect(heard).toEqual([30_000, 30_009]);
  expect(drafts.read(newAction)?.content).toHaveLength(30_009);
});

test('blanks are no draft, and invalid data is none', () => {
  const drafts = noteDrafts(ada, meetingId);
  drafts.keep(newAction, { content: ' \n', note_type: 'action' });
  expect(drafts.read(newAction)).toBeNull();
  localStorage.setItem(`noteDraft:${ada}:${meetingId}:new:action`, '{"content":1}');
  expect(drafts.read(newAction)).toBeNull();
  localStorage.setItem(`noteDraft:${ada}:${meetingId}:new:action`, '{');
  expect(drafts.read(newAction)).toBeNull();
});

test('a refused note is restored before newer text', () => {
  const drafts = noteDrafts(ada, meetingId);
  drafts.putBack({ content: 'first', note_type: 'action' });
  expect(drafts.read(newAction)?.content).toBe('first');
  drafts.putBack({ content: 'zeroth', note_type: 'action' });
  expect(drafts.read(newAction)?.content).toBe('zeroth\n\nfirst');
});

test('logging out removes drafts and nothing else', () => {
  noteDrafts(ada, meetingId).keep(newAction, { content: 'new', note_type: 'action' });
  localStorage.setItem('theme', 'nord');
  forgetDrafts();
  expect(noteDrafts(ada, meetingId).read(newAction)).toBeNull();
  expect(localStorage.getItem('theme')).toBe('nord');
});

test('a draft’s listeners are notified of its changes only', () => {
  const texts: (string | undefined)[] = [];
  const drafts = noteDrafts(ada, meetingId);
  const unsubscribe = drafts.subscribe(newAction, (draft) => texts.push(draft?.content));
  noteDrafts(ada, meetingId).keep(newAction, { content: 'typed', note_type: 'action' });
  drafts.putBack({ content: 'refused', note_type: 'action' });
  drafts.putBack({ content: 'elsewhere', note_type: 'to_improve' });
  drafts.keep(newAction, null);
  unsubscribe();
  drafts.keep(newAction, { content: 'unheard', note_type: 'action' });
  expect(texts).toEqual(['typed', 'refused\n\ntyped', undefined]);
});

test('a removed column’s draft moves to another', () => {
  const drafts = noteDrafts(ada, meetingId);
  drafts.keep(newNoteKey('removed'), { content: 'lost', note_type: 'removed' });
  drafts.keep(newNoteKey('went_well'), { content: 'typed', note_type: 'went_well' });
  drafts.rehome(defaultColumns);
  expect(drafts.read(newNoteKey('removed'))).toBeNull();
  expect(drafts.read(newNoteKey('went_well'))?.content).toBe('lost\n\ntyped');
});
