import { ActionId, MeetingId } from '@wentwell/contract/ids';
import { beforeEach, expect, test, vi } from 'vitest';

import { forgetDrafts } from '#web/api/stored-drafts';
import { ada, bob } from '#web/live/testing/fake-board-server';
import { FakeStorage } from '#web/live/testing/fake-storage';

import { actionDrafts } from './action-drafts.ts';

const next = `new:${MeetingId.parse('0198f000-0000-7000-8000-000000000001')}` as const;
const actionId = ActionId.parse('0198f000-0000-7000-8000-0000000000a1');

beforeEach(() => {
  vi.stubGlobal('localStorage', new FakeStorage());
  return () => vi.unstubAllGlobals();
});

test('a draft is kept per user, item and next item', () => {
  const drafts = actionDrafts(ada);
  drafts.keep(next, { line: 'Fix the build @bob', due_on: '2026-12-01' });
  drafts.keep(actionId, { line: 'Other words', version: 3 });
  expect(actionDrafts(ada).read(next)).toEqual({
    line: 'Fix the build @bob',
    due_on: '2026-12-01',
  });
  expect(actionDrafts(ada).read(actionId)).toEqual({ line: 'Other words', version: 3 });
  expect(actionDrafts(bob).read(next)).toBeNull();
  drafts.keep(next, null);
  expect(drafts.read(next)).toBeNull();
});

test('blanks are no draft, an owner alone is one, and invalid data is none', () => {
  const drafts = actionDrafts(ada);
  drafts.keep(next, { line: '  ' });
  expect(drafts.read(next)).toBeNull();
  drafts.keep(next, { line: '', assignee_id: null });
  expect(drafts.read(next)).toEqual({ line: '', assignee_id: null });
  localStorage.setItem(`actionDraft:${ada}:${next}`, '{');
  expect(drafts.read(next)).toBeNull();
});

test('a refused text is restored before newer text, and its editor is notified', () => {
  const drafts = actionDrafts(ada);
  const lines: (string | undefined)[] = [];
  const unsubscribe = drafts.subscribe(next, (draft) => lines.push(draft?.line));
  drafts.keep(next, { line: 'second' });
  drafts.putBack(next, { line: 'first', assignee_id: bob });
  drafts.keep(actionId, { line: 'elsewhere' });
  unsubscribe();
  expect(lines).toEqual(['second', 'first / second']);
  expect(drafts.read(next)).toEqual({ line: 'first / second', assignee_id: bob });
});

test('logging out removes them', () => {
  actionDrafts(ada).keep(next, { line: 'private' });
  forgetDrafts();
  expect(actionDrafts(ada).read(next)).toBeNull();
});
