import { ArrowBigDown, ArrowBigUp, StickyNote } from 'lucide-react';

import { type Command, useCommands } from '#web/ui/overlays/commands';

import { nameOfKey, noteActs } from './note-acts.tsx';

const cardKeys = [
  { key: 'Enter', label: 'Open', icon: <StickyNote />, keywords: ['show', 'read'] },
  ...noteActs,
];

const votes = [
  { vote: 'more', label: 'Vote for it', shortcut: 'V', icon: <ArrowBigUp /> },
  { vote: 'less', label: 'Take a vote back', shortcut: '⇧V', icon: <ArrowBigDown /> },
];

/** Commands of the focused card for the command palette, the same as its keys. */
export function CardCommands(): null {
  useCommands(cardCommands);
  return null;
}

function cardCommands(): Command[] {
  const card = document.activeElement?.closest<HTMLElement>('.note-slot article');
  if (!card) return [];
  const usual = { group: 'This note' as const };
  const keys = card.getAttribute('aria-keyshortcuts')?.split(' ') ?? [];
  return [
    ...cardKeys.flatMap(({ key, label, icon, keywords }): Command[] => {
      const shortcut = nameOfKey(key);
      if (!keys.includes(shortcut)) return [];
      const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      // By then the palette has given the focus back.
      const run = (): void => queueMicrotask(() => void card.dispatchEvent(press));
      return [{ ...usual, id: `card-${shortcut}`, label, icon, keywords, shortcut, run }];
    }),
    ...votes.flatMap(({ vote, ...shown }): Command[] => {
      const button = card.querySelector<HTMLElement>(`[data-vote=${vote}]`);
      if (!button) return [];
      return [{ ...usual, ...shown, id: `card-${vote}`, run: () => button.click() }];
    }),
  ];
}
