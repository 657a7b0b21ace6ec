import type { NoteAct } from './card-board.ts';
import type { NoteRights } from './note-rights.ts';

/** Null where the key does nothing. Buttons and links inside the card keep Enter and Space, but not the letters. */
export function noteKeyAction(
  shortcut: string,
  rights: NoteRights,
  isOnCard: boolean,
): NoteAct | 'move' | null {
  switch (shortcut) {
    case 'Enter':
    case ' ':
      return isOnCard ? 'open' : null;
    case 'e':
      return rights.edit ? 'edit' : null;
    case 'm':
      return rights.move ? 'move' : null;
    case 'g':
      return rights.group ? 'group' : null;
    case 'q':
      return rights.ask ? 'ask' : null;
    case 'Delete':
      return rights.remove ? 'delete' : null;
    default:
      return null;
  }
}

export function noteShortcuts(rights: NoteRights): string {
  const { edit, remove, move, group, ask } = rights;
  const keys = [edit && 'E', remove && 'Delete', move && 'M', group && 'G', ask && 'Q'];
  return ['Enter Space', ...keys, 'F2'].filter(Boolean).join(' ');
}
