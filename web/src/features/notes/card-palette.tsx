import type { Topic } from '@wentwell/contract/discussion/topics';
import type { NoteId, TopicId } from '@wentwell/contract/ids';
import type { ColumnId } from '@wentwell/contract/notes/columns';
import { ArrowBigDown, ArrowBigUp, StickyNote } from 'lucide-react';
import { flushSync } from 'react-dom';

import type { ColumnLook } from '#web/ui/identity/column-look';
import { type PaletteCommand, usePaletteCommands } from '#web/ui/overlays/palette-commands';

import { nameOfKey, noteActs } from './note-rights.tsx';
import { slotId, voteButton } from './use-board-keys.ts';

const cardKeys = [
  { key: 'Enter', label: 'Open', icon: <StickyNote />, keywords: ['show', 'read'] },
  ...noteActs.map((each) => ({ ...each, keywords: [each.act, ...each.words.split(' ')] })),
];

const votes = [
  { vote: 'more', label: 'Vote for it', shortcut: 'V', icon: <ArrowBigUp /> },
  { vote: 'less', label: 'Take a vote back', shortcut: '⇧V', icon: <ArrowBigDown /> },
] as const;

/** Palette commands: acts on the focused card, and a link to each note of the board. */
export function CardPalette(props: {
  /** Null if the board is not shown. */
  columns: readonly ColumnLook[] | null;
  topicsIn: (columnId: ColumnId) => readonly Pick<Topic, 'id' | 'notes'>[];
  /** Shows a column that is hidden in a small window. */
  onShow: (columnId: ColumnId) => void;
}): null {
  const { columns, topicsIn, onShow } = props;
  usePaletteCommands(() => [
    ...cardPalette(),
    ...(columns ?? []).flatMap(({ id: column, title: hint, Icon }) =>
      topicsIn(column).flatMap((topic) =>
        topic.notes.map(({ id, content }): PaletteCommand => ({
          // The same id as in server search results, to remove duplicates.
          id: `note-${id}`,
          group: 'On boards',
          label: content,
          hint,
          icon: <Icon />,
          isSearchOnly: true,
          run: () => {
            flushSync(() => onShow(column));
            goTo(topic.id, id);
          },
        })),
      ),
    ),
  ]);
  return null;
}

/** Focuses the note's card, its folded group's card, or its topic during the discussion. */
function goTo(topicId: TopicId, noteId: NoteId): void {
  const row = document.querySelector<HTMLElement>(`[data-topic="${topicId}"] > button`);
  if (row) return row.click();
  const cards = [noteId, topicId].map((id) => document.getElementById(slotId(id)));
  const card = cards.find((each) => each?.checkVisibility())?.querySelector('article');
  card?.scrollIntoView({ block: 'nearest' });
  card?.focus({ preventScroll: true });
}

function cardPalette(): PaletteCommand[] {
  const card = document.activeElement?.closest<HTMLElement>('.note-slot article');
  if (!card) return [];
  const usual = { group: 'This note' as const };
  const keys = card.getAttribute('aria-keyshortcuts')?.split(' ') ?? [];
  return [
    ...cardKeys.flatMap(({ key, label, icon, keywords }): PaletteCommand[] => {
      const shortcut = nameOfKey(key);
      if (!keys.includes(shortcut)) return [];
      const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      // The palette has returned the focus by then.
      const run = (): void => queueMicrotask(() => void card.dispatchEvent(press));
      return [{ ...usual, id: `card-${shortcut}`, label, icon, keywords, shortcut, run }];
    }),
    ...votes.flatMap(({ vote, ...shown }): PaletteCommand[] => {
      const button = voteButton(card, vote);
      if (!button) return [];
      return [{ ...usual, ...shown, id: `card-${vote}`, run: () => button.click() }];
    }),
  ];
}
