/** What the keys of a group do, while its card itself has the focus. */
export function groupKeyAction(
  {
    key,
    ctrlKey,
    metaKey,
    altKey,
    shiftKey,
  }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
  canChange: boolean,
): 'fold' | 'rename' | 'move' | 'group' | null {
  if (ctrlKey || metaKey || altKey || shiftKey) return null;
  if (key === 'Enter' || key === ' ') return 'fold';
  if (!canChange) return null;
  switch (key.toLowerCase()) {
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
