// Opens the command palette (Ctrl or Cmd+K) and the list of shortcuts ("?") on every page.
import type { ReactNode } from 'react';

import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { HeldKeys } from '#web/ui/overlays/HeldKeys.tsx';
import { isTyping, useShortcuts } from '#web/ui/overlays/use-shortcuts';

import type { Opened } from './CommandDialogs.tsx';

// Invisible until opened.
const CommandDialogs = lazyPart(() => import('./CommandDialogs.tsx'), 'CommandDialogs');

export function CommandCenter(props: {
  opened: Opened;
  onOpen: (what: Opened) => void;
  onManageTeams: () => void;
}): ReactNode {
  const { opened, onOpen } = props;
  const isOpen = opened !== null;

  function openPalette(): void {
    // A popup would lie above it.
    document.querySelector<HTMLElement>('[popover=auto]:popover-open')?.hidePopover();
    onOpen('palette');
  }

  useShortcuts((shortcut, { target }) => {
    if (shortcut === 'Mod+k') return openPalette;
    return shortcut === '?' && !isTyping(target) && (() => onOpen('shortcuts'));
  }, 'also-while-typing');
  return (
    <CommandDialogs
      {...props}
      fallback={isOpen && <HeldKeys onClose={() => onOpen(null)} />}
      open={isOpen}
    />
  );
}
