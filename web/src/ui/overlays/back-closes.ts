// Dialogs and the browser's own history: dialog-entries.ts says what happens, this lets it happen.
import { useEffect, useEffectEvent } from 'react';

import { DialogEntries } from './dialog-entries.ts';

let entries: DialogEntries | null = null;

/** While `open`, the browser's Back calls `close` and leaves the page where it is. */
export function useBackCloses(open: boolean, close: () => void): void {
  const handleBack = useEffectEvent(close);
  useEffect(() => {
    if (!open) return undefined;
    entries ??= startEntries();
    return entries.add(() => handleBack());
  }, [open]);
}

const depthKey = 'dialogDepth';

function depthOf(state: unknown): number {
  if (typeof state !== 'object' || state === null) return 0;
  const depth: unknown = Reflect.get(state, depthKey);
  return typeof depth === 'number' ? depth : 0;
}

function stateWith(depth: number): object {
  const state: unknown = window.history.state;
  return { ...(typeof state === 'object' ? state : null), [depthKey]: depth };
}

function startEntries(): DialogEntries {
  const { history } = window;
  // The browser's own, past the router's: what is the same page to it must not make it load again.
  const { pushState, replaceState } = History.prototype;
  const made = new DialogEntries({
    depth: () => depthOf(history.state),
    href: () => location.href,
    push: (depth) => pushState.call(history, stateWith(depth), ''),
    unmark: () => replaceState.call(history, stateWith(0), ''),
    back: (steps) => history.go(-steps),
    later: (work) => void setTimeout(work),
    atLast: (work) => void setTimeout(work, 1000),
  });

  // Capturing, so before the router.
  addEventListener(
    'popstate',
    (event) => {
      if (made.arrive()) event.stopImmediatePropagation();
    },
    { capture: true },
  );

  addEventListener('beforeunload', () => made.leave());

  const calls = { push: history.pushState, replace: history.replaceState };
  const native = { push: pushState, replace: replaceState };
  function take(kind: 'push' | 'replace') {
    return (...entry: Parameters<History['pushState']>): void => {
      const place = made.placeFor(kind);
      if (place === 'later') made.onceThere(() => native[kind].apply(history, entry));
      else calls[place].apply(history, entry);
    };
  }
  history.pushState = take('push');
  history.replaceState = take('replace');
  return made;
}
