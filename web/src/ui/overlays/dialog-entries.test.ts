import { expect, test } from 'vitest';

import { DialogEntries } from './back-closes.ts';

interface Entry {
  href: string;
  depth: number;
}

/** A browser's history; the test runs each asynchronous step. */
function openHistory(...left: Entry[]) {
  const list: Entry[] = [{ href: '/before', depth: 0 }, { href: '/page', depth: 0 }, ...left];
  const deferred: (() => void)[] = [];
  const timeouts: (() => void)[] = [];
  let index = list.length - 1;
  const loads: string[] = [];
  let pendingSteps = 0;
  const told: number[] = [];
  const current = (): Entry => list[index] ?? { href: '', depth: 0 };
  function push(entry: Entry): void {
    list.splice(index + 1, list.length, entry);
    index += 1;
  }
  const entries = new DialogEntries({
    depth: () => current().depth,
    pushEntry: (depth) => push({ href: current().href, depth }),
    clearEntry: () => (list[index] = { href: current().href, depth: 0 }),
    goBack: (steps) => {
      told.push(steps);
      pendingSteps = steps;
    },
    load: (address) => loads.push(address),
    defer: (callback) => deferred.push(callback),
    onTimeout: (callback) => timeouts.push(callback),
  });
  return {
    entries,
    /** How many steps the browser was told to go back, each time. */
    told,
    runDeferred: () => {
      for (const callback of deferred.splice(0)) callback();
    },
    runTimeouts: () => {
      for (const callback of timeouts.splice(0)) callback();
    },
    /** The browser has gone back as it was told to. */
    finishGoingBack: () => {
      index -= pendingSteps;
      pendingSteps = 0;
      entries.onTraversal();
    },
    /** The user presses Back or Forward. */
    move: (steps: number) => {
      index += steps;
      entries.onTraversal();
    },
    /** The router navigates to a page. */
    navigate: async (href: string) => {
      const action = await entries.pageAction('push');
      if (action === 'push') push({ href, depth: 0 });
      else list[index] = { href, depth: 0 };
    },
    hrefs: () => list.map(({ href, depth }) => href + '+'.repeat(depth)),
    current: () => current().href + '+'.repeat(current().depth),
    loads,
    isGoingBack: () => pendingSteps > 0,
  };
}

type Opened = { isOpen: boolean; close: () => void };

function openDialog(entries: DialogEntries, refuses = false): Opened {
  const dialog: Opened = {
    isOpen: true,
    close: () => {
      if (!dialog.isOpen) return;
      dialog.isOpen = false;
      remove();
    },
  };
  const remove = entries.add(() => {
    if (!refuses) dialog.close();
  });
  return dialog;
}

/** Its entry is written in a later task. */
function openWithEntry(history: ReturnType<typeof openHistory>) {
  const dialog = openDialog(history.entries);
  history.runDeferred();
  return dialog;
}

test('Back closes the dialog, and the page stays', () => {
  const history = openHistory();
  const dialog = openWithEntry(history);
  expect(history.current()).toBe('/page+');
  history.move(-1);
  history.runDeferred();
  expect(dialog.isOpen).toBe(false);
  expect(history.current()).toBe('/page');
  expect(history.isGoingBack()).toBe(false);
});

test('of two dialogs Back closes the upper one first', () => {
  const history = openHistory();
  const lower = openDialog(history.entries);
  const upper = openWithEntry(history);
  expect(history.hrefs()).toEqual(['/before', '/page', '/page+', '/page++']);
  history.move(-1);
  expect([lower.isOpen, upper.isOpen]).toEqual([true, false]);
  history.runDeferred();
  history.move(-1);
  expect(lower.isOpen).toBe(false);
});

test('a dialog closed in another way removes its entry', () => {
  const history = openHistory();
  const dialog = openWithEntry(history);
  dialog.close();
  history.runDeferred();
  expect(history.isGoingBack()).toBe(true);
  history.finishGoingBack();
  expect(history.current()).toBe('/page');
});

test('a dialog that replaces another takes over its entry', () => {
  const history = openHistory();
  const first = openWithEntry(history);
  first.close();
  openDialog(history.entries);
  history.runDeferred();
  expect(history.isGoingBack()).toBe(false);
  expect(history.hrefs()).toEqual(['/before', '/page', '/page+']);
});

test('a dialog closed before it has an entry leaves none', () => {
  const history = openHistory();
  openDialog(history.entries).close();
  history.runDeferred();
  expect(history.hrefs()).toEqual(['/before', '/page']);
  expect(history.isGoingBack()).toBe(false);
});

test('a page opened from a dialog replaces its entry', async () => {
  const history = openHistory();
  const dialog = openWithEntry(history);
  dialog.close();
  await history.navigate('/next');
  history.runDeferred();
  expect(history.hrefs()).toEqual(['/before', '/page', '/next']);
  expect(history.isGoingBack()).toBe(false);
  history.move(-1);
  expect(history.current()).toBe('/page');
});

test('a page opened during a traversal is added afterwards', async () => {
  const history = openHistory();
  const dialog = openWithEntry(history);
  dialog.close();
  history.runDeferred();
  const navigated = history.navigate('/next');
  expect(history.current()).toBe('/page+');
  history.finishGoingBack();
  await navigated;
  history.runDeferred();
  expect(history.hrefs()).toEqual(['/before', '/page', '/next']);
});

test('a busy dialog stays open and gets its entry back', () => {
  const history = openHistory();
  const dialog = openDialog(history.entries, true);
  history.runDeferred();
  history.move(-1);
  history.runDeferred();
  expect(dialog.isOpen).toBe(true);
  expect(history.current()).toBe('/page+');
});

test('two steps back close the dialog and leave the page', () => {
  const history = openHistory();
  const dialog = openWithEntry(history);
  history.move(-2);
  history.runDeferred();
  expect(dialog.isOpen).toBe(false);
  expect(history.current()).toBe('/before');
});

test('Forward to a closed dialog shows the page', () => {
  const history = openHistory();
  openDialog(history.entries);
  history.runDeferred();
  history.move(-1);
  history.runDeferred();
  history.move(1);
  expect(history.current()).toBe('/page');
  history.runDeferred();
  expect(history.isGoingBack()).toBe(false);
});

test('a browser that drops a traversal does not block the next page', async () => {
  const history = openHistory();
  const dialog = openWithEntry(history);
  dialog.close();
  history.runDeferred();
  const navigated = history.navigate('/next');
  history.runTimeouts();
  await navigated;
  expect(history.current()).toBe('/next');
});

test('a late traversal closes no dialog opened meanwhile', () => {
  const history = openHistory();
  const drawer = openWithEntry(history);
  drawer.close();
  history.runDeferred();
  const dialog = openDialog(history.entries);
  history.runTimeouts();
  history.runDeferred();
  history.finishGoingBack();
  history.runDeferred();
  expect(dialog.isOpen).toBe(true);
  expect(history.hrefs()).toEqual(['/before', '/page', '/page+']);
  expect(history.current()).toBe('/page+');
  history.move(-1);
  expect(dialog.isOpen).toBe(false);
});

test('a late traversal is not repeated, which would leave the page', () => {
  const history = openHistory();
  const dialog = openWithEntry(history);
  dialog.close();
  history.runDeferred();
  history.runTimeouts();
  history.runDeferred();
  expect(history.told).toEqual([1]);
  history.finishGoingBack();
  history.runDeferred();
  expect(history.current()).toBe('/page');
  expect(history.told).toEqual([1]);
});

test('a dialog opened during a traversal gets its own entry afterwards', () => {
  const history = openHistory();
  const drawer = openWithEntry(history);
  drawer.close();
  history.runDeferred();
  const dialog = openWithEntry(history);
  history.finishGoingBack();
  history.runDeferred();
  expect(dialog.isOpen).toBe(true);
  expect(history.current()).toBe('/page+');
});

test('loading another document is not cancelled by going back', () => {
  const history = openHistory();
  const dialog = openWithEntry(history);
  dialog.close();
  history.entries.onUnload();
  history.runDeferred();
  expect(history.isGoingBack()).toBe(false);
});

test('after a download the next dialog reuses the remaining entry, and removes it', () => {
  const history = openHistory();
  const dialog = openWithEntry(history);
  dialog.close();
  history.entries.onUnload();
  history.runDeferred();
  const next = openWithEntry(history);
  expect(history.hrefs()).toEqual(['/before', '/page', '/page+']);
  next.close();
  history.runDeferred();
  history.finishGoingBack();
  expect(history.current()).toBe('/page');
});

test('after a reload the next dialog reuses the entry that is left, and removes it', () => {
  const history = openHistory({ href: '/page', depth: 1 });
  const next = openWithEntry(history);
  expect(history.hrefs()).toEqual(['/before', '/page', '/page+']);
  next.close();
  history.runDeferred();
  history.finishGoingBack();
  expect(history.current()).toBe('/page');
});

test('a reload that going back has cancelled is done afterwards', () => {
  const history = openHistory();
  const dialog = openWithEntry(history);
  dialog.close();
  history.runDeferred();
  history.entries.onUnload();
  expect(history.loads).toEqual([]);
  history.finishGoingBack();
  expect(history.loads).toEqual(['']);
});

test('leaving for another document is not replaced by a reload', () => {
  const history = openHistory();
  const dialog = openWithEntry(history);
  dialog.close();
  history.runDeferred();
  history.entries.onUnload('/elsewhere');
  history.entries.onUnload();
  history.finishGoingBack();
  expect(history.loads).toEqual(['/elsewhere']);
});

test('a reload that takes long is not begun again', () => {
  const history = openHistory();
  const dialog = openWithEntry(history);
  dialog.close();
  history.runDeferred();
  history.entries.onUnload();
  history.runTimeouts();
  history.runDeferred();
  expect(history.loads).toEqual([]);
});
