import type { ColumnId } from '@wentwell/contract/notes/columns';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { classNames } from '#web/ui/class-names';
import type { ColumnLook } from '#web/ui/identity/column-look';
import { Tooltip } from '#web/ui/overlays/Tooltip.tsx';

import { FaceDownPile, Typing } from './FaceDown.tsx';
import { dropId } from './note-drag.ts';
import { type Adding, addingNotNow } from './note-rights.tsx';

import './note-columns.css';
import './note-print.css';
import './note-density.css';
import './note-motion.css';
import './column-tabs.css';

/** On a phone, chooses the shown column. All tabs are visible, because notes can be dropped on them. */
export function ColumnTabs(props: {
  columns: readonly ColumnLook[];
  chosen: ColumnId;
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
      {columns.map(({ id, tone, title }) => (
        <button
          key={id}
          type="button"
          data-drop={dropId('tab', id)}
          data-tone={tone}
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
          className={classNames(
            'column-tab relative flex items-center flex-wrap place-content-center gap-x-1.5 ring-focus min-h-11 min-w-0 rounded-sm px-1 text-sm outline-2 -outline-offset-2 transition-colors',
            id === chosen ? 'font-semibold text-ink' : 'font-medium text-soft',
            over === dropId('tab', id) ? 'outline-(--tone-solid)' : 'outline-transparent',
          )}
        >
          <span className="truncate">{title}</span>
          <span className="tabular-nums">{countOf(id)}</span>
        </button>
      ))}
    </div>
  );
}

/** A sticky header above scrolling cards. On a phone the add button is at the bottom. */
export function NoteColumn(props: {
  look: ColumnLook;
  count: number;
  faceDown: number;
  /** Reserves the pile's place, so that nothing moves when it appears. */
  keepsPile: boolean;
  /** How many others are writing a new note here, never who (docs/retro.md R-231). */
  writing: number;
  /** How many hidden notes are being edited. */
  beingWritten: number;
  /** The column that a phone shows. */
  isChosen: boolean;
  adding: Adding;
  onAdd: () => void;
  composer: ReactNode;
  /** A drop now would land in this column. */
  isTarget: boolean;
  children: ReactNode;
}): ReactNode {
  const { look, count, faceDown, keepsPile, isChosen, adding, onAdd, composer } = props;
  const { isTarget, children } = props;
  const headingId = `column-${look.id}`;
  const hasPile = faceDown > 0 || (keepsPile && count > 0);
  const typing = <Typing writing={props.writing} isAtWork={hasPile && props.beingWritten > 0} />;
  return (
    <section
      data-drop={dropId('column', look.id)}
      aria-labelledby={headingId}
      data-note-type={look.id}
      data-tone={look.tone}
      data-chosen={isChosen || undefined}
      className={classNames(
        'note-column rounded-md outline-2 outline-offset-4 transition-colors',
        isTarget ? 'outline-(--tone-solid)' : 'outline-transparent',
      )}
    >
      <header>
        <look.Icon className="column-icon size-5 shrink-0 text-(--tone-text)" />
        <h2 id={headingId} className="flex min-w-0 items-baseline gap-2.5">
          <span className="line-clamp-2 text-base leading-tight font-semibold" title={look.title}>
            {look.title}
          </span>
          <span className="text-sm text-muted tabular-nums">
            {count}
            <span className="sr-only">{count === 1 ? ' note' : ' notes'}</span>
          </span>
        </h2>
        {!hasPile && typing}
      </header>
      {adding !== 'over' && (
        <div className="column-add" data-not-now={adding === 'not-now' || undefined}>
          <AddButton adding={adding} columnId={headingId} onAdd={onAdd} />
        </div>
      )}
      <div
        data-drag-scroll
        className="column-scroller"
        // Focusable if none of its cards is.
        tabIndex={count > faceDown ? undefined : 0}
      >
        <div className="column-content">
          {adding === 'open' && count === 0 && look.prompt !== '' && (
            <p className="py-2 text-lg font-medium text-soft wrap-anywhere">{look.prompt}</p>
          )}
          {hasPile && (
            <FaceDownPile count={faceDown} beingWritten={props.beingWritten}>
              {typing}
            </FaceDownPile>
          )}
          {children}
        </div>
      </div>
      {composer}
      {adding === 'not-now' && (
        <p aria-hidden="true" className="column-not-now">
          {addingNotNow}
        </p>
      )}
    </section>
  );
}

/** In phases without adding, the button stays and gives the reason when pressed (docs/design.md D-27). */
function AddButton(props: { adding: Adding; columnId: string; onAdd: () => void }): ReactNode {
  const { adding, columnId, onAdd } = props;
  const button = (
    <Button
      size="sm"
      variant="ghost"
      icon={<Plus />}
      // The field, or the key N, is the way by keyboard: one stop less in each column.
      tabIndex={-1}
      // Every column has a button of this name; the description identifies the column.
      aria-describedby={columnId}
      onClick={onAdd}
    >
      <span className="column-add-label max-sm:sr-only">Add Note</span>
    </Button>
  );
  return adding === 'open' ? button : <Tooltip text={addingNotNow}>{button}</Tooltip>;
}
