import { useEffect } from 'react';

import { shortcutOf } from '#web/ui/key-press';
import { useStableCallback } from '#web/ui/use-stable-callback';

import { isCovered, isTyping } from './shortcut-scope.ts';

/** `find` returns what a shortcut does, or a falsy value. Off under dialogs and, by default, while typing. */
export function useShortcuts(
  find: (shortcut: string, event: KeyboardEvent) => (() => void) | false | null | undefined,
  scope?: 'also-while-typing',
): void {
  const handleKeyDown = useStableCallback((event: KeyboardEvent): void => {
    if (event.defaultPrevented) return;
    // First, because a search for dialogs among hundreds of notes at every keystroke would be slow.
    const run = find(shortcutOf(event), event);
    if (!run || (!scope && isTyping(event.target)) || isCovered()) return;
    // The command may move the focus within this event, and the key must not be typed there.
    event.preventDefault();
    run();
  });
  useEffect(() => {
    addEventListener('keydown', handleKeyDown);
    return () => removeEventListener('keydown', handleKeyDown);
  }, [handleKeyDown]);
}
