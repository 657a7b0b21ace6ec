import { useState } from 'react';

import { readStored, storageKeys, store } from '#web/api/browser-storage';

export interface SidePanelState {
  /** Beside the board, where the window is wide enough. The choice is remembered. */
  isOpen: boolean;
  setOpen(isOpen: boolean): void;
  /** Over the board, on small screens. */
  isDrawerOpen: boolean;
  setDrawerOpen(isOpen: boolean): void;
  /** Opens or closes whichever of the two this window has. */
  toggle(): void;
}

export function useSidePanel(): SidePanelState {
  const [isOpen, setIsOpen] = useState(wasOpen);
  const [isDrawerOpen, setDrawerOpen] = useState(false);

  function setOpen(next: boolean): void {
    setIsOpen(next);
    store(storageKeys.sidePanel, next ? 'open' : 'closed');
  }

  return {
    isOpen,
    setOpen,
    isDrawerOpen,
    setDrawerOpen,
    toggle: () => {
      if (matchMedia('(width >= 64rem)').matches) setOpen(!isOpen);
      else setDrawerOpen(true);
    },
  };
}

/** Without a choice of the person it is open where three columns stay wide enough beside it. */
function wasOpen(): boolean {
  const stored = readStored(storageKeys.sidePanel);
  return stored === null ? matchMedia('(width >= 80rem)').matches : stored === 'open';
}
