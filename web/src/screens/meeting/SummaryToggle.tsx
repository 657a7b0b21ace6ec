import { ClipboardList, LayoutGrid } from 'lucide-react';
import type { ReactNode } from 'react';

import { useCommands } from '#web/ui/overlays/commands';

import type { Summary } from './use-summary.ts';

/** The way from the review or the report to the board, and back. */
export function SummaryToggle({ kind, isShown, toggle }: Summary): ReactNode {
  const label = isShown ? 'Board' : kind;
  const icon = isShown ? <LayoutGrid aria-hidden="true" /> : <ClipboardList aria-hidden="true" />;
  useCommands([
    {
      id: 'summary-toggle',
      group: 'Meeting',
      label: `Show the ${label?.toLowerCase()}`,
      icon,
      shortcut: 'B',
      run: toggle,
    },
  ]);
  return (
    <button
      type="button"
      aria-keyshortcuts="B"
      title={`Show the ${label?.toLowerCase()} (B)`}
      className="discussion-toggle ring-focus hit-area"
      onClick={toggle}
    >
      {icon}
      {label}
      <kbd aria-hidden="true">B</kbd>
    </button>
  );
}
