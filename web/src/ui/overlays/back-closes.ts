// Connects dialog-entries.ts to the router's history.
import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

import { DialogEntries } from './dialog-entries.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Marks the entry of an open dialog. */
    dialog?: { depth: number; pageKey: string } | undefined;
  }
}

const entriesByHistory = new WeakMap<RouterHistory, DialogEntries>();
// A busy machine needs more than a second for it.
const traversalTimeoutMs = 3000;

/** While `open`, the browser's Back calls `close` and stays on the page. */
export function useBackCloses(open: boolean, close: () => void): void {
  const { history } = useRouter();
  const handleBack = useEffectEvent(close);
  useEffect(() => {
    if (!open) return undefined;
    let entries = entriesByHistory.get(history);
    if (!entries) {
      entries = connect(history);
      entriesByHistory.set(history, entries);
    }
    return entries.add(() => handleBack());
  }, [open, history]);
}

/** The same for a page's own entry and for those of the dialogs open on it. */
export function pageKeyOf({ state }: Pick<RouterHistory['location'], 'state'>): string {
  return state.dialog?.pageKey ?? state.__TSR_key ?? '';
}

function connect(history: RouterHistory): DialogEntries {
  const ignoreBlocker = { ignoreBlocker: true };
  const entries = new DialogEntries({
    depth: () => history.location.state.dialog?.depth ?? 0,
    pushEntry: (depth) => {
      const { href, state } = history.location;
      const dialog = { depth, pageKey: pageKeyOf(history.location) };
      history.push(href, { ...state, dialog }, ignoreBlocker);
      // Otherwise the router would merge two pushes of one task into one entry.
      history.flush();
    },
    clearEntry: () => {
      const { href, state } = history.location;
      history.replace(href, { ...state, dialog: undefined }, ignoreBlocker);
    },
    goBack: (steps) => history.go(-steps),
    defer: (callback) => void setTimeout(callback),
    onTimeout: (callback) => void setTimeout(callback, traversalTimeoutMs),
  });
  history.subscribe(({ action }) => {
    if (action.type !== 'PUSH' && action.type !== 'REPLACE') entries.onTraversal();
  });
  history.block({
    enableBeforeUnload: false,
    blockerFn: async ({ action, nextLocation }) => {
      if (action !== 'PUSH' && action !== 'REPLACE') return false;
      const pageAction = await entries.pageAction(action === 'PUSH' ? 'push' : 'replace');
      history[pageAction](nextLocation.href, nextLocation.state, ignoreBlocker);
      history.flush();
      return true;
    },
  });
  addEventListener('beforeunload', () => entries.onBeforeUnload());
  return entries;
}
