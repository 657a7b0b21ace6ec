// Actions on a note on the board, shared by the card's menu, its keys and the palette.
import { Layers, MessageSquare, MoveRight, Pencil, Trash2 } from 'lucide-react';

/** In menu order. `key` as in `KeyboardEvent.key`. */
export const noteActs = [
  { act: 'edit', key: 'e', label: 'Edit', icon: <Pencil /> },
  { act: 'group', key: 'g', label: 'Group with…', icon: <Layers /> },
  { act: 'ask', key: 'q', label: 'Tell us more', icon: <MessageSquare /> },
  { act: 'move', key: 'm', label: 'Move to…', icon: <MoveRight /> },
  { act: 'remove', key: 'Delete', label: 'Delete', icon: <Trash2 /> },
] as const;
export type ListedAct = (typeof noteActs)[number]['act'];

export type NoteRights = Record<ListedAct | 'react', boolean>;

/** Actions on a note from a key, a button or its card's menu. */
export type NoteAct = Exclude<ListedAct, 'move'> | 'open' | 'take-out';

/** The key in the syntax of `aria-keyshortcuts`. */
export function nameOfKey(key: string): string {
  return key.length === 1 ? key.toUpperCase() : key;
}

/** Null if the key does nothing. Buttons and links in the card keep Enter and Space, but not letters. */
export function noteKeyAction(
  shortcut: string,
  rights: NoteRights,
  isOnCard: boolean,
): NoteAct | 'move' | null {
  if (shortcut === 'Enter' || shortcut === ' ') return isOnCard ? 'open' : null;
  const found = noteActs.find(({ key }) => key === shortcut);
  return found && rights[found.act] ? found.act : null;
}

export function noteShortcuts(rights: NoteRights): string {
  const keys = noteActs.flatMap(({ act, key }) => (rights[act] ? [nameOfKey(key)] : []));
  return ['Enter Space', ...keys, 'F2'].join(' ');
}
