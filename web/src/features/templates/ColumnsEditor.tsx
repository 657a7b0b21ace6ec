import { limits } from '@wentwell/contract/limits';
import type { Column, ColumnId } from '@wentwell/contract/notes/columns';
import { Plus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';

import { errorText } from '#web/api/request';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';

import {
  type ColumnFaults,
  findFaults,
  noFaults,
  withChanged,
  withMoved,
  withNewColumn,
} from './column-drafts.ts';
import { ColumnFields } from './ColumnFields.tsx';

/** Edits all columns of a board, saved together. Refused fields stay for correction. */
export function ColumnsEditor(props: {
  saved: readonly Column[];
  draft: readonly Column[];
  isChanged: boolean;
  /** Whether somebody has changed the board's columns since editing began. */
  isOutdated: boolean;
  /** Columns that contain notes. */
  used: ReadonlySet<ColumnId>;
  onDraft: (columns: readonly Column[]) => void;
  onDiscard: () => void;
  /** Rejects if the server refuses. */
  onSave: () => Promise<unknown>;
}): ReactNode {
  const { saved, draft, isChanged, isOutdated, used, onDraft, onDiscard, onSave } = props;
  const [faults, setFaults] = useState<ColumnFaults>(noFaults);
  const [isBusy, setBusy] = useState(false);
  const [status, setStatus] = useState('');
  const list = useRef<HTMLOListElement>(null);

  function change(columns: readonly Column[]): void {
    setStatus('');
    // Removes a reported fault once it is corrected.
    if (faults !== noFaults) setFaults(findFaults(columns) ?? noFaults);
    onDraft(columns);
  }

  function move(id: ColumnId, by: -1 | 1): void {
    const columns = withMoved(draft, id, by);
    change(columns);
    const place = columns.findIndex((column) => column.id === id) + 1;
    setStatus(`Column ${place} of ${columns.length}`);
  }

  function discard(): void {
    setFaults(noFaults);
    onDiscard();
  }

  async function save(): Promise<void> {
    const found = findFaults(draft);
    setFaults(found ?? noFaults);
    if (found) {
      queueMicrotask(() => list.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
      return;
    }
    setBusy(true);
    try {
      await onSave();
      setStatus('Columns saved');
    } catch (error) {
      setFaults({ fields: new Map(), whole: errorText(error) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <ol
        ref={list}
        aria-label="Columns, from left to right"
        className="grid items-start gap-3 sm:grid-cols-2"
      >
        {draft.map((column, index) => (
          <ColumnFields
            key={column.id}
            column={column}
            place={index + 1}
            count={draft.length}
            isUsed={used.has(column.id)}
            faults={faults}
            onChange={(id, fields) => change(withChanged(draft, id, fields))}
            onMove={move}
            onRemove={(id) => change(draft.filter((each) => each.id !== id))}
          />
        ))}
      </ol>
      <div>
        <Button
          icon={<Plus />}
          disabledReason={
            draft.length >= limits.columnsMax
              ? `A board has at most ${limits.columnsMax} columns.`
              : undefined
          }
          onClick={() => change(withNewColumn(draft, saved))}
        >
          Add column
        </Button>
      </div>
      {isOutdated ? (
        <Alert
          tone="warning"
          action={
            <Button size="sm" disabled={isBusy} onClick={discard}>
              Load the current columns
            </Button>
          }
        >
          Someone changed the columns meanwhile. What you typed is still here, but it is not saved
          over theirs.
        </Alert>
      ) : (
        faults.whole !== null && <Alert tone="danger">{faults.whole}</Alert>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span role="status" className="mr-auto text-xs text-soft">
          {status}
        </span>
        {isChanged && (
          <Button variant="ghost" disabled={isBusy} onClick={discard}>
            Discard changes
          </Button>
        )}
        <Button type="submit" variant="primary" busy={isBusy} disabled={!isChanged}>
          Save columns
        </Button>
      </div>
    </form>
  );
}
