import { expect, test } from 'vitest';

import { isExtensionError, canRecover } from './ErrorBoundary.tsx';

test('a translated page whose nodes React cannot find', () => {
  const error = new Error(
    "Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node.",
  );
  expect(isExtensionError(error)).toBe(true);
});

test('an error thrown by an extension', () => {
  const error = new Error('x is not a function');
  error.stack = 'Error: x\n    at chrome-extension://abc/content.js:1:1';
  expect(isExtensionError(error)).toBe(true);
});

test('our own errors are not excused', () => {
  expect(isExtensionError(new TypeError('notes is undefined'))).toBe(false);
  expect(isExtensionError('text')).toBe(false);
});

test('an extension that keeps failing is given up on, for a while', () => {
  const error = new Error("Failed to execute 'insertBefore' on 'Node': …");
  const answers = [0, 1, 2, 3, 20_000].map((now) => canRecover(error, now));
  expect(answers).toEqual([true, true, true, false, true]);
  expect(canRecover(new Error('ours'), 40_000)).toBe(false);
});
