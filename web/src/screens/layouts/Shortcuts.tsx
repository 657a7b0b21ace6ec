import { Keyboard } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { usePaletteCommands } from '#web/ui/overlays/palette-commands';
import { useShortcuts } from '#web/ui/overlays/use-shortcuts';

const ShortcutsDialog = lazyPart(() => import('./ShortcutsDialog.tsx'), 'ShortcutsDialog');

/** "?" lists the keys, for members and guests. */
export function Shortcuts(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const open = (): void => setOpen(true);
  // A meeting's menu lists it before the dialogs' code has loaded.
  usePaletteCommands([
    {
      id: 'shortcuts',
      group: 'Actions',
      label: 'Show Keyboard Shortcuts',
      icon: <Keyboard />,
      keywords: ['keys', 'help'],
      shortcut: '?',
      run: open,
    },
  ]);
  useShortcuts((shortcut) => shortcut === '?' && open);
  return <ShortcutsDialog open={isOpen} onOpenChange={setOpen} />;
}
