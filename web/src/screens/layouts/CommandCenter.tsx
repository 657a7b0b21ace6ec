// Opens the command palette (Ctrl or Cmd+K) and the list of shortcuts ("?") on every page.
import { type ReactNode, useEffect, useState } from 'react';

import { shortcutOf } from '#web/ui/key-press';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { HeldKeys } from '#web/ui/overlays/HeldKeys.tsx';
import { isCovered, isTyping } from '#web/ui/overlays/use-shortcuts';

import type { Opened } from './CommandDialogs.tsx';

// Invisible until opened.
const CommandDialogs = lazyPart(() => import('./CommandDialogs.tsx'), 'CommandDialogs');

export function CommandCenter(props: {
  /** Opened by the search button. */
  asked: boolean;
  onAnswered: () => void;
  onManageTeams: () => void;
}): ReactNode {
  const { asked, onAnswered, onManageTeams } = props;
  const [opened, setOpened] = useState<Opened>(null);
  const wanted = asked ? 'palette' : opened;
  useShortcuts(setOpened);

  function close(): void {
    setOpened(null);
    onAnswered();
  }

  return (
    <CommandDialogs
      fallback={wanted !== null && <HeldKeys onClose={close} />}
      open={wanted !== null}
      opened={wanted}
      onOpen={setOpened}
      onClose={close}
      onManageTeams={onManageTeams}
    />
  );
}

/** Ctrl/Cmd+K except over another dialog; "?" except in text fields. */
function useShortcuts(open: (what: Opened) => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      // Keys first: searching the page for dialogs on every key would be slow.
      const wanted = openedBy(event);
      if (wanted === null || event.defaultPrevented || isCovered()) return;
      event.preventDefault();
      open(wanted);
    }
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [open]);
}

function openedBy(event: KeyboardEvent): Opened {
  const shortcut = shortcutOf(event);
  if (shortcut === 'Mod+k') return 'palette';
  return shortcut === '?' && !isTyping(event.target) ? 'shortcuts' : null;
}
