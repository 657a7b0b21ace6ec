// Connects dialog-entries.ts to the browser's history.
import { useEffect, useEffectEvent } from 'react';

import { currentPlace, guardPages, pageKeyOf, writeDialogEntry } from '#web/ui/router/history';

import { DialogEntries } from './dialog-entries.ts';

let entries: DialogEntries | null = null;
// A busy machine needs more than a second for it.
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
    defer: (callback) => void setTimeout(callback),
    onTimeout: (callback) => void setTimeout(callback, traversalTimeoutMs),
  });
  // After history.ts, so the place is already the one that the browser has moved to.
  addEventListener('popstate', () => connected.onTraversal());
  guardPages((action) => connected.pageAction(action));
  addEventListener('beforeunload', () => connected.onBeforeUnload());
  return connected;
}
