import { useLayoutEffect } from 'react';

import { shortcutOf } from '#web/ui/key-press';
import { useStableCallback } from '#web/ui/use-stable-callback';

// Conditions under which a shortcut of the page must not act.

/** Whether a dialog covers the page. Popovers and dialogs that fade out do not count. */
function isCovered(): boolean {
  const dialogs = ':is([role=dialog]:not([popover]), [role=alertdialog]):not([inert])';
  return document.querySelector(dialogs) !== null;
}

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select') !== null;
}

/** `find` returns what a shortcut does, or a falsy value. Off under dialogs and, by default, while typing. */
export function useShortcuts(
  find: (shortcut: string, event: KeyboardEvent) => (() => void) | false | null | undefined,
  scope?: 'also-while-typing',
): void {
  const handleKeyDown = useStableCallback((event: KeyboardEvent): void => {
    if (event.defaultPrevented) return;
    // Checked first, because searching the page for dialogs on every key would be slow.
    const run = find(shortcutOf(event), event);
    if (!run || (!scope && isTyping(event.target)) || isCovered()) return;
    // The command may move the focus during this event; the key must not be typed there.
    event.preventDefault();
    run();
  });
  // A layout effect, so that no key is lost from the first frame on.
  useLayoutEffect(() => {
    addEventListener('keydown', handleKeyDown);
    return () => removeEventListener('keydown', handleKeyDown);
  }, [handleKeyDown]);
}
