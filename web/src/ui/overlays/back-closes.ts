// Connects open dialogs with the browser's history.
import { useEffect, useEffectEvent } from 'react';

import { currentPlace, guardPages, pageKeyOf, writeDialogEntry } from '#web/ui/router/history';

// Each open dialog has its own history entry above the page's, so that Back closes the topmost dialog (docs/design.md D-31).
// This class decides which entries to add and remove, independent of the browser.

interface HistoryPort {
  /** The number of dialog entries above the page's entry, including the current one. */
  depth(): number;
  pushEntry(depth: number): void;
  /** Makes the current entry an ordinary page entry. */
  clearEntry(): void;
  /** Asynchronous, as in browsers; `onTraversal` reports its end. */
  goBack(steps: number): void;
  /** Loads a document again, or this page if only the browser knows its address. */
  load(address: string): void;
  /** Runs the callback in a later task. */
  defer(callback: () => void): void;
  /** Runs the callback once a traversal has taken so long that the browser has probably dropped it. */
  onTimeout(callback: () => void): void;
}

export class DialogEntries {
  readonly #history: HistoryPort;
  // The close functions of the open dialogs, topmost last.
  readonly #open: (() => void)[] = [];
  #traversal: PromiseWithResolvers<void> | null = null;
  // A traversal has timed out. The browser has dropped it, or performs it later.
  #mayComeLate = false;
  /** The address of a document that is being loaded, or '' if only the browser knows it. */
  #loading: string | null = null;
  #isScheduled = false;

  constructor(history: HistoryPort) {
    this.#history = history;
  }

  /** `close` may refuse, as a busy dialog does. Returns a function to call once the dialog is closed. */
  add(close: () => void): () => void {
    this.#loading = null;
    this.#open.push(close);
    this.#schedule();
    return () => {
      const index = this.#open.indexOf(close);
      if (index !== -1) this.#open.splice(index, 1);
      this.#schedule();
    };
  }

  /** Call after the browser has moved to another entry, by the user or by `goBack`. */
  onTraversal(): void {
    if (this.#traversal) {
      // The traversal has cancelled a document load that was requested meanwhile.
      if (this.#loading !== null) this.#history.load(this.#loading);
      this.#endTraversal();
      return;
    }
    const depth = this.#history.depth();
    if (this.#mayComeLate && depth <= this.#open.length) {
      this.#mayComeLate = false;
      // A late traversal, not the user's Back: a dialog opened meanwhile stays open and gets a new entry.
      this.#schedule();
      return;
    }
    // Forward has reached the entry of a closed dialog, which shows the page.
    if (depth > this.#open.length) this.#history.clearEntry();
    for (const close of this.#open.slice(depth).toReversed()) close();
    // A dialog that refused to close gets its entry back.
    this.#schedule();
  }

  /** How to add a page's entry: replacing a dialog's, and only after a running traversal, which would undo it. */
  async pageAction(action: 'push' | 'replace'): Promise<'push' | 'replace'> {
    await this.#traversal?.promise;
    return this.#history.depth() > 0 ? 'replace' : action;
  }

  /** Going back would cancel the loading of a document, so the dialog's entry stays, for the next dialog. */
  onUnload(address = ''): void {
    this.#loading = address || (this.#loading ?? '');
  }

  #endTraversal(): void {
    this.#traversal?.resolve();
    this.#traversal = null;
    this.#schedule();
  }

  // Deferred, because a dialog that closes for another one or for a page passes its entry on.
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#history.defer(() => {
      this.#isScheduled = false;
      this.#reconcile();
    });
  }

  #reconcile(): void {
    if (this.#traversal || this.#loading !== null) return;
    const depth = this.#history.depth();
    // A second traversal would leave the page. The next dialog or page reuses the remaining entry.
    if (depth > this.#open.length && !this.#mayComeLate) {
      const traversal = Promise.withResolvers<void>();
      this.#traversal = traversal;
      this.#history.goBack(depth - this.#open.length);
      // Otherwise a dropped traversal would block every later navigation.
      this.#history.onTimeout(() => {
        if (this.#traversal !== traversal) return;
        this.#endTraversal();
        this.#mayComeLate = true;
      });
    }
    for (let next = depth + 1; next <= this.#open.length; next += 1) this.#history.pushEntry(next);
  }
}

let entries: DialogEntries | null = null;
// On a busy machine a traversal takes more than a second.
const traversalTimeoutMs = 3000;

/** While `open`, the browser's Back calls `close` and stays on the page. */
export function useBackCloses(open: boolean, close: () => void): void {
  const handleBack = useEffectEvent(close);
  useEffect(() => {
    if (!open) return undefined;
    entries ??= connect();
    return entries.add(() => handleBack());
  }, [open]);
}

function connect(): DialogEntries {
  const connected = new DialogEntries({
    depth: () => currentPlace().state.dialog?.depth ?? 0,
    pushEntry: (depth) => writeDialogEntry('push', { depth, pageKey: pageKeyOf(currentPlace()) }),
    clearEntry: () => writeDialogEntry('replace', undefined),
    goBack: (steps) => history.go(-steps),
    load: (address) =>
      address === '' || address === location.href ? location.reload() : location.assign(address),
    defer: (callback) => void setTimeout(callback),
    onTimeout: (callback) => void setTimeout(callback, traversalTimeoutMs),
  });
  // After history.ts, so that the current place is already updated.
  addEventListener('popstate', () => connected.onTraversal());
  guardPages((action) => connected.pageAction(action));
  addEventListener('beforeunload', () => connected.onUnload());
  if (!('navigation' in window)) return connected;
  navigation.addEventListener('navigate', ({ destination, downloadRequest }) => {
    if (!destination.sameDocument && downloadRequest === null) connected.onUnload(destination.url);
  });
  return connected;
}
