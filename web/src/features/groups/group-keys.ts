/** Returns the action of a key while the group's card itself has the focus; null if it has none. */
export function groupKeyAction(
  shortcut: string,
  canChange: boolean,
): 'fold' | 'rename' | 'move' | 'group' | null {
  if (shortcut === 'Enter' || shortcut === ' ') return 'fold';
  if (!canChange) return null;
  switch (shortcut) {
    case 'e':
      return 'rename';
    case 'm':
      return 'move';
    case 'g':
      return 'group';
    default:
      return null;
  }
}
