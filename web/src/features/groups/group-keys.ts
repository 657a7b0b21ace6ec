/** What the keys of a group do, while its card itself has the focus. */
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
