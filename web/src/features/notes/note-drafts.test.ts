import { MeetingId } from '@wentwell/contract/ids';
import { beforeEach, expect, test, vi } from 'vitest';

import { ada, bob, noteIdOf } from '#web/live/testing/fake-board-server';
import { FakeStorage } from '#web/live/testing/fake-storage';

import { forgetDrafts, noteDrafts } from './note-drafts.ts';

const meetingId = MeetingId.parse('0198f000-0000-7000-8000-000000000001');

beforeEach(() => {
  vi.stubGlobal('localStorage', new FakeStorage());
  return () => vi.unstubAllGlobals();
});

test('a draft is kept per person, meeting and note', () => {
  const drafts = noteDrafts(ada, meetingId);
  drafts.keep(null, { content: 'new', note_type: 'to_improve' });
  drafts.keep(noteIdOf(1), { content: 'changed', note_type: 'action' });
  expect(drafts.read(null)).toEqual({ content: 'new', note_type: 'to_improve' });
  expect(noteDrafts(ada, meetingId).read(noteIdOf(1))?.content).toBe('changed');
  expect(noteDrafts(bob, meetingId).read(null)).toBeNull();
  drafts.drop(null);
  expect(drafts.read(null)).toBeNull();
});

test('nothing but blanks is no draft, and what is not a draft is none', () => {
  const drafts = noteDrafts(ada, meetingId);
  drafts.keep(null, { content: ' \n', note_type: 'action' });
  expect(drafts.read(null)).toBeNull();
  localStorage.setItem(`noteDraft:${ada}:${meetingId}:new`, '{"content":1}');
  expect(drafts.read(null)).toBeNull();
  localStorage.setItem(`noteDraft:${ada}:${meetingId}:new`, '{');
  expect(drafts.read(null)).toBeNull();
});

test('a refused note is put back before what was typed since', () => {
  const drafts = noteDrafts(ada, meetingId);
  drafts.putBack({ content: 'first', note_type: 'action' });
  expect(drafts.read(null)?.content).toBe('first');
  drafts.putBack({ content: 'zeroth', note_type: 'action' });
  expect(drafts.read(null)?.content).toBe('zeroth\n\nfirst');
});

test('logging out forgets the drafts and nothing else', () => {
  noteDrafts(ada, meetingId).keep(null, { content: 'new', note_type: 'action' });
  localStorage.setItem('theme', 'nord');
  forgetDrafts();
  expect(noteDrafts(ada, meetingId).read(null)).toBeNull();
  expect(localStorage.getItem('theme')).toBe('nord');
});
