// What the keys of a card do.
import type { NoteRights } from './note-rights.ts';

interface Key {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** Null where the key does nothing. Buttons and links inside the card keep Enter and Space, but not the letters. */
export function noteKeyAction(
  { key, ctrlKey, metaKey, altKey, shiftKey }: Key,
  rights: NoteRights,
  isOnCard: boolean,
): 'open' | 'edit' | 'move' | 'group' | 'delete' | null {
  if (ctrlKey || metaKey || altKey || shiftKey) return null;
  if (key === 'Enter' || key === ' ') return isOnCard ? 'open' : null;
  switch (key.toLowerCase()) {
    case 'e':
      return rights.change ? 'edit' : null;
    case 'm':
      return rights.move ? 'move' : null;
    case 'g':
      return rights.group ? 'group' : null;
    case 'delete':
      return rights.change ? 'delete' : null;
    default:
      return null;
  }
}

/** For `aria-keyshortcuts`. */
export function noteShortcuts(rights: NoteRights): string {
  const { change, move, group } = rights;
  return ['Enter Space', change && 'E Delete', move && 'M', group && 'G', 'F2']
    .filter(Boolean)
    .join(' ');
}
