import { useDroppable } from '@dnd-kit/core';
import type { NoteType } from '@wentwell/contract/notes';
import type { ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';

import { type ColumnLook, columnLooks } from './column-look.ts';
import { dropId } from './note-drag.ts';

/** On a phone: which of the columns is shown. A note can be dropped on the others. */
export function ColumnTabs(props: {
  chosen: NoteType;
  counts: Record<NoteType, number>;
  onChoose: (type: NoteType) => void;
}): ReactNode {
  return (
    <div role="group" aria-label="Column" className="flex gap-1 rounded-md bg-sunken p-1 md:hidden">
      {columnLooks.map((look) => (
        <ColumnTab
          key={look.type}
          look={look}
          count={props.counts[look.type]}
          isChosen={look.type === props.chosen}
          onChoose={() => props.onChoose(look.type)}
        />
      ))}
    </div>
  );
}

function ColumnTab(props: {
  look: ColumnLook;
  count: number;
  isChosen: boolean;
  onChoose: () => void;
}): ReactNode {
  const { look, count, isChosen, onChoose } = props;
  const { setNodeRef, isOver } = useDroppable({ id: dropId('tab', look.type) });
  const Icon = look.icon;
  return (
    <button
      type="button"
      ref={setNodeRef}
      aria-pressed={isChosen}
      onClick={onChoose}
      className={classNames(
        'ring-focus flex min-h-12 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 rounded-sm px-1 text-xs font-semibold outline-2 -outline-offset-2 transition-colors',
        isChosen ? 'bg-card text-ink shadow-raised' : 'text-soft',
        isOver ? look.outline : 'outline-transparent',
      )}
    >
      <span className="inline-flex items-center gap-1.5">
        <Icon aria-hidden="true" className={classNames('size-4', look.text)} />
        <span>{count}</span>
      </span>
      <span className="max-w-full truncate">{look.title}</span>
    </button>
  );
}
