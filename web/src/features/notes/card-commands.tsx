import {
  ArrowBigDown,
  ArrowBigUp,
  Layers,
  MessageSquare,
  MoveRight,
  Pencil,
  StickyNote,
  Trash2,
} from 'lucide-react';
import type { ReactNode } from 'react';

import { type Command, useCommands } from '#web/ui/overlays/commands';

interface CardKey {
  /** As `KeyboardEvent.key`. */
  key: string;
  label: string;
  icon: ReactNode;
  keywords: readonly string[];
}

/** By the name of the key in `aria-keyshortcuts`. */
const cardKeys: Readonly<Record<string, CardKey>> = {
  Enter: { key: 'Enter', label: 'Open', icon: <StickyNote />, keywords: ['show', 'read'] },
  E: { key: 'e', label: 'Edit, reword', icon: <Pencil />, keywords: ['rename', 'change', 'title'] },
  M: { key: 'm', label: 'Move to…', icon: <MoveRight />, keywords: ['column'] },
  G: { key: 'g', label: 'Group with…', icon: <Layers />, keywords: ['merge', 'similar'] },
  Q: {
    key: 'q',
    label: 'Tell us more',
    icon: <MessageSquare />,
    keywords: ['ask', 'question', 'answer', 'sign', 'author'],
  },
  Delete: { key: 'Delete', label: 'Delete', icon: <Trash2 />, keywords: ['remove'] },
};

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
    ...keys.flatMap((name): Command[] => {
      const found = cardKeys[name];
      if (!found) return [];
      const { key, ...shown } = found;
      const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      // By then the palette has given the focus back.
      const run = (): void => queueMicrotask(() => void card.dispatchEvent(press));
      return [{ ...usual, ...shown, id: `card-${name}`, shortcut: name, run }];
    }),
    ...votes.flatMap(({ vote, ...shown }): Command[] => {
      const button = card.querySelector<HTMLElement>(`[data-vote=${vote}]`);
      if (!button) return [];
      return [{ ...usual, ...shown, id: `card-${vote}`, run: () => button.click() }];
    }),
  ];
}
