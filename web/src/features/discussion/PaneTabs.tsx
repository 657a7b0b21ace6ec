import type { ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';

export type Pane = 'topic' | 'comments' | 'actions';

/** In a narrow window: which part of the topic is shown. */
export function PaneTabs(props: {
  pane: Pane;
  counts: Partial<Record<Pane, number>>;
  panes: readonly Pane[];
  onChoose: (pane: Pane) => void;
}): ReactNode {
  const { pane, counts, panes, onChoose } = props;
  return (
    <div role="group" aria-label="Part of the topic" className="pane-tabs">
      {panes.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === pane}
          onClick={() => onChoose(each)}
          className={classNames(
            'ring-focus relative flex h-11 min-w-0 flex-1 items-center justify-center gap-1.5 rounded-sm px-1 text-sm font-semibold -outline-offset-2! transition-colors',
            'after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 after:rounded-full',
            each === pane ? 'text-ink after:bg-focus' : 'text-soft',
          )}
        >
          {labels[each]}
          {(counts[each] ?? 0) > 0 && (
            <span className="text-xs font-medium text-muted tabular-nums">{counts[each]}</span>
          )}
        </button>
      ))}
    </div>
  );
}

const labels: Record<Pane, string> = { topic: 'Topic', comments: 'Comments', actions: 'Actions' };
