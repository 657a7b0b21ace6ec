import type { ColumnId } from '@wentwell/contract/columns';
import type { ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';
import type { ColumnLook } from '#web/ui/identity/column-look';

import { dropId } from './note-drag.ts';

import './column-tabs.css';

/** On a phone: which of the columns is shown. A note can be dropped on the others, so all of them are in view. */
export function ColumnTabs(props: {
  columns: readonly ColumnLook[];
  chosen: ColumnId;
  /** The drop area below what is dragged. */
  over: string | null;
  countOf: (id: ColumnId) => number;
  onChoose: (id: ColumnId) => void;
}): ReactNode {
  const { columns, chosen, over, countOf, onChoose } = props;
  if (columns.length === 1) return null;
  return (
    <div
      role="group"
      aria-label="Column"
      data-columns={columns.length}
      className="column-tabs grid md:hidden"
    >
      {columns.map((look) => (
        <ColumnTab
          key={look.id}
          look={look}
          count={countOf(look.id)}
          isChosen={look.id === chosen}
          isOver={over === dropId('tab', look.id)}
          onChoose={() => onChoose(look.id)}
        />
      ))}
    </div>
  );
}

function ColumnTab(props: {
  look: ColumnLook;
  count: number;
  isChosen: boolean;
  isOver: boolean;
  onChoose: () => void;
}): ReactNode {
  const { look, count, isChosen, isOver, onChoose } = props;
  const { Icon } = look;
  return (
    <button
      type="button"
      data-drop={dropId('tab', look.id)}
      aria-pressed={isChosen}
      onClick={onChoose}
      className={classNames(
        'ring-focus flex min-h-11 min-w-0 flex-col items-center justify-center gap-x-2 rounded-sm px-1 text-xs font-semibold outline-2 -outline-offset-2 transition-colors',
        'relative after:absolute after:inset-x-2 after:-bottom-0.5 after:h-0.5 after:rounded-full',
        isChosen ? 'text-ink after:bg-focus' : 'text-soft',
        isOver ? look.outline : 'outline-transparent',
      )}
    >
      <span className="inline-flex items-center gap-1.5">
        <Icon aria-hidden="true" className={classNames('size-4', look.text)} />
        <span className="tabular-nums">{count}</span>
      </span>
      <span className="max-w-full truncate">{look.title}</span>
    </button>
  );
}
