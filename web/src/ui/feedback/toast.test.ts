import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { getToasts, toast } from './toast.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // Tests of other files may have left toasts.
  dismissAll();
});

afterEach(() => {
  dismissAll();
  vi.useRealTimers();
});

function dismissAll(): void {
  for (const { id } of getToasts()) toast.dismiss(id);
  vi.runAllTimers();
}

const titles = () => getToasts().flatMap(({ title, leaving }) => (leaving ? [] : [title]));

test.each([
  [undefined, 5000],
  [3000, 3000],
  [7000, 7000],
  [0, 2000],
  [500, 2000],
  [60_000, 7000],
])('a toast of %s ms stays for %s ms', (duration, stays) => {
  toast.info({ title: 'Saved', ...(duration !== undefined && { duration }) });
  expect(getToasts()).toMatchObject([{ duration: stays }]);
});

test('a new error replaces success notices, except those with Undo', () => {
  toast.success({ title: 'Meeting created.' });
  toast.success({ title: 'Note deleted', action: { label: 'Undo', onPress: () => {} } });
  toast.info({ title: 'Now: Voting' });
  toast.error({ title: 'Failed to update meeting.' });
  expect(titles()).toEqual(['Note deleted', 'Now: Voting', 'Failed to update meeting.']);
  toast.success({ title: 'Meeting updated.' });
  expect(titles()).toContain('Failed to update meeting.');
});

test('a new success replaces the earlier one, except those with Undo', () => {
  toast.success({ title: 'Note deleted', action: { label: 'Undo', onPress: () => {} } });
  toast.success({ title: 'Team created.' });
  toast.success({ title: 'Meeting created.' });
  expect(titles()).toEqual(['Note deleted', 'Meeting created.']);
});
