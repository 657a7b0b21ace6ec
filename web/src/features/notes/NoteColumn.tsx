import { useDroppable } from '@dnd-kit/core';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { classNames } from '#web/ui/class-names';
import { Tooltip } from '#web/ui/overlays/Tooltip.tsx';

import type { ColumnLook } from './column-look.ts';
import { dropId } from './note-drag.ts';
import { type Adding, addingNotNow } from './note-rights.ts';

export function NoteColumn(props: {
  look: ColumnLook;
  count: number;
  faceDown: number;
  /** The one that a phone shows. */
  isChosen: boolean;
  adding: Adding;
  onAdd: () => void;
  /** A note of another column is in the hand. */
  isTarget: boolean;
  children: ReactNode;
}): ReactNode {
  const { look, count, faceDown, isChosen, adding, onAdd, isTarget, children } = props;
  const { setNodeRef, isOver } = useDroppable({ id: dropId('column', look.id) });
  const Icon = look.icon;
  const headingId = `column-${look.id}`;
  return (
    <section
      ref={setNodeRef}
      aria-labelledby={headingId}
      data-note-type={look.id}
      className={classNames(
        'min-w-0 flex-col gap-3 rounded-lg p-3 outline-2 -outline-offset-2 transition-[outline-color]',
        look.ground,
        isChosen ? 'flex' : 'hidden md:flex',
        isOver && isTarget ? look.outline : 'outline-transparent',
      )}
    >
      <header
        className={classNames(
          '-mx-3 -mt-3 flex min-h-14 items-center gap-2.5 rounded-t-lg px-4 py-1.5',
          look.header,
        )}
      >
        <span
          aria-hidden="true"
          className={classNames(
            'inline-flex size-8 shrink-0 items-center justify-center rounded-md',
            look.chip,
          )}
        >
          <Icon className="size-[18px]" />
        </span>
        <div className="min-w-0 flex-1">
          <h2
            id={headingId}
            className="flex min-w-0 items-center gap-2 text-base leading-tight font-bold"
          >
            <span className="line-clamp-2 min-w-0 wrap-anywhere" title={look.title}>
              {look.title}
            </span>
            <span className="rounded-full bg-card px-2 text-xs leading-5 font-semibold text-soft">
              {count}
              <span className="sr-only"> {count === 1 ? 'note' : 'notes'}</span>
            </span>
          </h2>
          {faceDown > 0 && <p className="truncate text-xs text-soft">{faceDown} face down</p>}
        </div>
      </header>
      {adding !== 'over' && <AddButton adding={adding} columnId={headingId} onAdd={onAdd} />}
      {adding !== 'over' && count === 0 && look.prompt !== '' && (
        <p className="px-2 text-center wrap-anywhere text-soft">{look.prompt}</p>
      )}
      {children}
    </section>
  );
}

/** In a phase that forbids adding the button stays, quietly, and says why when it is pressed (docs/design.md D-27). */
function AddButton(props: { adding: Adding; columnId: string; onAdd: () => void }): ReactNode {
  const { adding, columnId, onAdd } = props;
  const button = (
    <Button
      wide
      variant={adding === 'open' ? 'secondary' : 'ghost'}
      icon={<Plus aria-hidden="true" />}
      // Every column has a button of this name: the description says which column it belongs to.
      aria-describedby={columnId}
      onClick={onAdd}
    >
      Add Note
    </Button>
  );
  return adding === 'open' ? button : <Tooltip text={addingNotNow}>{button}</Tooltip>;
}
