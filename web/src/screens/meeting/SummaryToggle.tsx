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
      run: toggle,
    },
  ]);
  return (
    <button
      type="button"
      aria-keyshortcuts="B"
      title={`Show the ${label?.toLowerCase()} (B)`}
      className="ring-focus hit-area ml-auto inline-flex h-7 flex-none items-center gap-1.5 rounded-sm border border-control px-2 font-semibold text-ink hover:bg-hover [&_svg]:size-4"
      onClick={toggle}
    >
      {icon}
      {label}
      <kbd aria-hidden="true" className="font-sans font-medium text-muted pointer-coarse:hidden">
        B
      </kbd>
    </button>
  );
}
