import type { ColumnId } from '@wentwell/contract/columns';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { classNames } from '#web/ui/class-names';
import type { ColumnLook } from '#web/ui/identity/column-look';
import { ColumnChip } from '#web/ui/identity/ColumnChip.tsx';
import { Tooltip } from '#web/ui/overlays/Tooltip.tsx';

import { dropId } from './note-drag.ts';
import { type Adding, addingNotNow } from './note-rights.ts';

import './note-columns.css';
import './note-print.css';
import './note-density.css';
import './note-motion.css';
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

/** A column's name and how much is in it, always in view above its cards. */
function ColumnHeader(props: {
  look: ColumnLook;
  /** The heading's, which names the column. */
  id: string;
  count: number;
  faceDown: number;
  /** How many others are writing a new note here: a number and never a name (docs/retro.md R-231). */
  writing: number;
}): ReactNode {
  const { look, id, count, faceDown, writing } = props;
  return (
    <header className="flex min-w-0 items-center gap-2">
      <ColumnChip look={look} size="lg" className="column-chip" />
      <h2 id={id} className="column-title">
        <span className="line-clamp-2 text-sm leading-tight font-bold" title={look.title}>
          {look.title}
        </span>
        <span className="truncate text-xs font-medium text-soft tabular-nums">
          {count} {count === 1 ? 'note' : 'notes'}
          {/* There is no room for three counts; the stack says this one, too. */}
          {faceDown > 0 && (
            <span className={writing > 0 ? 'sr-only' : 'column-face-down'}>
              , {faceDown} face down
            </span>
          )}
          {writing > 0 && <span aria-hidden="true"> · {writing} writing…</span>}
        </span>
      </h2>
    </header>
  );
}

/** Scrolls the cards of one column below its header. */
function ColumnScroller({
  hasStops,
  children,
}: {
  /** Whether something inside takes the focus. Where nothing does, the keyboard scrolls by the scroller itself. */
  hasStops: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <div data-drag-scroll className="column-scroller" tabIndex={hasStops ? undefined : 0}>
      <div className="column-content">{children}</div>
    </div>
  );
}

/** A header that stays, and cards that scroll below it. On a phone the button for adding lies at the foot. */
export function NoteColumn(props: {
  look: ColumnLook;
  count: number;
  faceDown: number;
  /** How many others are writing a new note here. */
  writing: number;
  /** How many of those face down somebody is at work on. */
  beingWritten: number;
  /** The one that a phone shows. */
  isChosen: boolean;
  adding: Adding;
  onAdd: () => void;
  composer: ReactNode;
  /** A drop now would land in this column. */
  isTarget: boolean;
  children: ReactNode;
}): ReactNode {
  const { look, count, faceDown, writing, beingWritten, isChosen, adding, onAdd, composer } = props;
  const { isTarget, children } = props;
  const headingId = `column-${look.id}`;
  return (
    <section
      data-drop={dropId('column', look.id)}
      aria-labelledby={headingId}
      data-note-type={look.id}
      data-chosen={isChosen || undefined}
      className={classNames(
        'note-column outline-2 -outline-offset-2 transition-[outline-color] sm:rounded-lg',
        look.ground,
        isTarget ? look.outline : 'outline-transparent',
      )}
    >
      <ColumnHeader
        look={look}
        id={headingId}
        count={count}
        faceDown={faceDown}
        writing={writing}
      />
      {adding !== 'over' && (
        <div className="column-add">
          <AddButton adding={adding} columnId={headingId} onAdd={onAdd} />
        </div>
      )}
      <ColumnScroller hasStops={count > faceDown}>
        {adding !== 'over' && count === 0 && look.prompt !== '' && (
          <p className="px-2 pt-2 text-center text-soft wrap-anywhere">{look.prompt}</p>
        )}
        {children}
        {faceDown > 0 && <FaceDownStack count={faceDown} beingWritten={beingWritten} />}
      </ColumnScroller>
      {composer}
      {adding === 'not-now' && (
        <p aria-hidden="true" className="column-not-now">
          {addingNotNow}
        </p>
      )}
    </section>
  );
}

/** In a phase that forbids adding the button stays, quietly, and says why when it is pressed (docs/design.md D-27). */
function AddButton(props: { adding: Adding; columnId: string; onAdd: () => void }): ReactNode {
  const { adding, columnId, onAdd } = props;
  const button = (
    <Button
      size="sm"
      variant={adding === 'open' ? 'secondary' : 'ghost'}
      icon={<Plus aria-hidden="true" />}
      // Every column has a button of this name: the description says which column it belongs to.
      aria-describedby={columnId}
      onClick={onAdd}
    >
      <span className="column-add-label">Add Note</span>
    </Button>
  );
  return adding === 'open' ? button : <Tooltip text={addingNotNow}>{button}</Tooltip>;
}

/** The notes of others in a column before the reveal: how many there are, and nothing of what they say. */
function FaceDownStack(props: {
  count: number;
  /** How many of them somebody is at work on. */
  beingWritten: number;
}): ReactNode {
  const { count, beingWritten } = props;
  return (
    <div
      className="note-stack"
      // A card more lies beneath for the second note and for the third; beyond that they are counted.
      data-depth={Math.min(count, 3)}
    >
      <div className="note-back flex h-(--note-line) items-center justify-center rounded-md border border-line bg-card px-3 shadow-raised">
        <p className="rounded-sm bg-card px-2 py-0.5 text-sm font-semibold text-soft">
          {count} {count === 1 ? 'note' : 'notes'} face down
          {beingWritten > 0 && `, ${beingWritten} being written`}
        </p>
      </div>
    </div>
  );
}
