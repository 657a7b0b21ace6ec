/** Returns the action of a key while the group's card has the focus; null without one. */
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
