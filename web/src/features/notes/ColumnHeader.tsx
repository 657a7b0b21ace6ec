import type { ReactNode } from 'react';

import type { ColumnLook } from '#web/ui/identity/column-look';
import { ColumnChip } from '#web/ui/identity/ColumnChip.tsx';

/** A column's name and how much is in it, always in view above its cards. */
export function ColumnHeader(props: {
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
        <span className="truncate text-sm leading-tight font-bold" title={look.title}>
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
