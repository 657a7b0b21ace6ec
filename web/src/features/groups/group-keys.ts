const changes: Readonly<Record<string, 'rename' | 'move' | 'group'>> = {
  e: 'rename',
  m: 'move',
  g: 'group',
};

/** Returns the action of a key while the group's card has the focus; null without one. */
export function groupKeyAction(shortcut: string, canChange: boolean) {
  if (shortcut === 'Enter' || shortcut === ' ') return 'fold';
  return (canChange && changes[shortcut]) || null;
}
