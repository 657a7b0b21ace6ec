import { LayoutGrid, MessagesSquare } from 'lucide-react';
import type { ReactNode } from 'react';

import { useCommands } from '#web/ui/overlays/commands';

import type { DiscussionToggle } from './use-discussion-toggle.ts';

/** The way from the topics to the board, and back. */
export function DiscussionToggleButton({ isShown, toggle }: DiscussionToggle): ReactNode {
  const label = isShown ? 'Board' : 'Discussion';
  const icon = isShown ? <LayoutGrid aria-hidden="true" /> : <MessagesSquare aria-hidden="true" />;
  useCommands([
    {
      id: 'discussion-toggle',
      group: 'Meeting',
      label: isShown ? 'Show the board' : 'Back to the discussion',
      icon,
      shortcut: 'B',
      run: toggle,
    },
  ]);
  return (
    <button
      type="button"
      aria-keyshortcuts="B"
      title={isShown ? 'Show the board (B)' : 'Back to the discussion (B)'}
      className="discussion-toggle ring-focus hit-area"
      onClick={toggle}
    >
      {icon}
      {label}
      <kbd aria-hidden="true">B</kbd>
    </button>
  );
}
