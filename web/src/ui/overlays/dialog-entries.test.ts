import { expect, test } from 'vitest';

import { DialogEntries } from './dialog-entries.ts';

interface Entry {
  href: string;
  depth: number;
}

/** A browser's history of which every step is taken by hand. */
function openHistory() {
  const list: Entry[] = [
    { href: '/before', depth: 0 },
    { href: '/page', depth: 0 },
  ];
  const due: (() => void)[] = [];
  const last: (() => void)[] = [];
  let at = 1;
  let onTheWay = 0;
  const present = (): Entry => list[at] ?? { href: '', depth: 0 };
  function put(entry: Entry): void {
    list.splice(at + 1, list.length, entry);
    at += 1;
  }
  const entries = new DialogEntries({
    depth: () => present().depth,
    href: () => present().href,
    push: (depth) => put({ href: present().href, depth }),
    unmark: () => (list[at] = { href: present().href, depth: 0 }),
    back: (steps) => (onTheWay = steps),
    later: (work) => due.push(work),
    atLast: (work) => last.push(work),
  });
  return {
    entries,
    /** The task ends, and after it whatever was put off. */
    settle: () => {
      for (const work of due.splice(0)) work();
    },
    /** A long time passes. */
    wait: () => {
      for (const work of last.splice(0)) work();
    },
    /** The browser has gone back as it was asked to. */
    arrive: () => {
      at -= onTheWay;
      onTheWay = 0;
      return entries.arrive();
    },
    /** The person presses Back or Forward. */
    move: (steps: number) => {
      at += steps;
      return entries.arrive();
    },
    /** The router goes to a page. */
    goTo: (href: string) => {
      const place = entries.placeFor('push');
      if (place === 'later') entries.onceThere(() => put({ href, depth: 0 }));
      else if (place === 'push') put({ href, depth: 0 });
      else list[at] = { href, depth: 0 };
    },
    hrefs: () => list.map(({ href, depth }) => href + '+'.repeat(depth)),
    isAt: () => present().href + '+'.repeat(present().depth),
    isOnTheWay: () => onTheWay > 0,
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

test('Back closes the dialog, and the page stays', () => {
  const history = openHistory();
  const dialog = openDialog(history.entries);
  history.settle();
  expect(history.isAt()).toBe('/page+');
  expect(history.move(-1)).toBe(true);
  history.settle();
  expect(dialog.isOpen).toBe(false);
  expect(history.isAt()).toBe('/page');
  expect(history.isOnTheWay()).toBe(false);
});

test('of two dialogs Back closes the upper one first', () => {
  const history = openHistory();
  const lower = openDialog(history.entries);
  const upper = openDialog(history.entries);
  history.settle();
  expect(history.hrefs()).toEqual(['/before', '/page', '/page+', '/page++']);
  history.move(-1);
  expect([lower.isOpen, upper.isOpen]).toEqual([true, false]);
  history.settle();
  history.move(-1);
  expect(lower.isOpen).toBe(false);
});

test('a dialog closed otherwise takes its entry along', () => {
  const history = openHistory();
  const dialog = openDialog(history.entries);
  history.settle();
  dialog.close();
  history.settle();
  expect(history.isOnTheWay()).toBe(true);
  expect(history.arrive()).toBe(true);
  expect(history.isAt()).toBe('/page');
});

test('one dialog that opens another leaves it its entry', () => {
  const history = openHistory();
  const first = openDialog(history.entries);
  history.settle();
  first.close();
  openDialog(history.entries);
  history.settle();
  expect(history.isOnTheWay()).toBe(false);
  expect(history.hrefs()).toEqual(['/before', '/page', '/page+']);
});

test('a dialog gone before it had an entry leaves none', () => {
  const history = openHistory();
  openDialog(history.entries).close();
  history.settle();
  expect(history.hrefs()).toEqual(['/before', '/page']);
  expect(history.isOnTheWay()).toBe(false);
});

test('a page opened from a dialog takes the place of its entry', () => {
  const history = openHistory();
  const dialog = openDialog(history.entries);
  history.settle();
  dialog.close();
  history.goTo('/next');
  history.settle();
  expect(history.hrefs()).toEqual(['/before', '/page', '/next']);
  expect(history.isOnTheWay()).toBe(false);
  expect(history.move(-1)).toBe(false);
  expect(history.isAt()).toBe('/page');
});

test('a page opened while the way back is being gone comes after it', () => {
  const history = openHistory();
  const dialog = openDialog(history.entries);
  history.settle();
  dialog.close();
  history.settle();
  history.goTo('/next');
  expect(history.isAt()).toBe('/page+');
  expect(history.arrive()).toBe(true);
  history.settle();
  expect(history.hrefs()).toEqual(['/before', '/page', '/next']);
});

test('a busy dialog stays open and gets its entry back', () => {
  const history = openHistory();
  const dialog = openDialog(history.entries, true);
  history.settle();
  history.move(-1);
  history.settle();
  expect(dialog.isOpen).toBe(true);
  expect(history.isAt()).toBe('/page+');
});

test('two steps back close the dialog and leave the page', () => {
  const history = openHistory();
  const dialog = openDialog(history.entries);
  history.settle();
  expect(history.move(-2)).toBe(false);
  history.settle();
  expect(dialog.isOpen).toBe(false);
  expect(history.isAt()).toBe('/before');
});

test('Forward to a dialog that is closed shows the page', () => {
  const history = openHistory();
  openDialog(history.entries);
  history.settle();
  history.move(-1);
  history.settle();
  expect(history.move(1)).toBe(false);
  expect(history.isAt()).toBe('/page');
  history.settle();
  expect(history.isOnTheWay()).toBe(false);
});

test('a browser that never goes back does not keep the next page waiting for ever', () => {
  const history = openHistory();
  const dialog = openDialog(history.entries);
  history.settle();
  dialog.close();
  history.settle();
  history.goTo('/next');
  history.wait();
  expect(history.isAt()).toBe('/next');
});

test('a document asked for while a dialog closes is not called off by the way back', () => {
  const history = openHistory();
  const dialog = openDialog(history.entries);
  history.settle();
  dialog.close();
  history.entries.leave();
  history.settle();
  expect(history.isOnTheWay()).toBe(false);
});

test('after a download the next dialog takes the entry that was left, and takes it along', () => {
  const history = openHistory();
  const dialog = openDialog(history.entries);
  history.settle();
  dialog.close();
  history.entries.leave();
  history.settle();
  const next = openDialog(history.entries);
  history.settle();
  expect(history.hrefs()).toEqual(['/before', '/page', '/page+']);
  next.close();
  history.settle();
  expect(history.arrive()).toBe(true);
  expect(history.isAt()).toBe('/page');
});
