import { useQuery } from '@tanstack/react-query';
import type { GroupId, NoteId } from '@wentwell/contract/ids';
import { type Column, findColumn } from '@wentwell/contract/notes/columns';
import type { Note } from '@wentwell/contract/notes/notes';
import { GroupSuggestion } from '@wentwell/contract/notes/suggestions';
import { countText } from '@wentwell/contract/report/meeting-report';
import { type ReactNode, useRef, useState, useId } from 'react';

import { readQuery } from '#web/api/queries';
import { useShownBoard } from '#web/live/use-board';
import { Button } from '#web/ui/buttons/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { Delayed, LoadFailure } from '#web/ui/feedback/Loading.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { preview } from '#web/ui/preview';

interface OpenSuggestion {
  /** Stable while the suggestion is shown. */
  key: NoteId;
  title: string;
  /** Two or more ungrouped notes in board order. */
  notes: readonly Note[];
}

/** Drops notes grouped or deleted since, and suggestions left with one note. */
export function openSuggestions(
  suggestions: readonly GroupSuggestion[],
  notes: readonly Note[],
  skipped: ReadonlySet<NoteId>,
): OpenSuggestion[] {
  const alone = new Map(
    notes.filter(({ group_id }) => group_id === null).map((note) => [note.id, note]),
  );
  return suggestions.flatMap(({ title, note_ids: [key, ...others] }) => {
    if (!key || skipped.has(key)) return [];
    const left = [key, ...others].flatMap((id) => alone.get(id) ?? []);
    return left.length >= 2 ? [{ key, title, notes: left }] : [];
  });
}

function SuggestedGroup(props: {
  suggestion: OpenSuggestion;
  columns: readonly Column[];
  onAccept: () => void;
  onSkip: () => void;
}): ReactNode {
  const { suggestion, columns, onAccept, onSkip } = props;
  const { key, title, notes } = suggestion;
  const titleId = useId();
  return (
    <li
      aria-labelledby={titleId}
      className="grid grid-cols-1 gap-3 rounded-md border border-line bg-surface p-4"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 id={titleId} className="min-w-0 flex-1 basis-40 font-semibold wrap-anywhere">
          {title} <span className="font-normal text-muted">· {notes.length} notes</span>
        </h3>
        <div className="flex gap-2">
          <Button size="sm" variant="ghost" aria-label={`Skip “${title}”`} onClick={onSkip}>
            Skip
          </Button>
          <Button size="sm" data-accept={key} aria-label={`Group “${title}”`} onClick={onAccept}>
            Group
          </Button>
        </div>
      </div>
      <ul className="grid grid-cols-1 gap-2">
        {notes.map((note) => (
          <li key={note.id} className="flex items-baseline gap-3 border-l-2 border-line pl-3">
            <span className="min-w-0 flex-1 wrap-anywhere">{preview(note.content, 160)}</span>
            <span className="max-w-28 shrink-0 truncate text-xs text-muted">
              {findColumn(columns, note.note_type)?.title}
            </span>
          </li>
        ))}
      </ul>
    </li>
  );
}

interface Accepted {
  groupIds: readonly GroupId[];
  undo: () => void;
}

/** A preview: the board changes only when a group is accepted. */
export function GroupSuggestionsDialog(props: {
  /** Makes a group of each list, as one change. */
  onAccept: (groups: readonly (readonly NoteId[])[]) => Accepted;
  onClose: () => void;
}): ReactNode {
  const { onAccept, onClose } = props;
  const { meeting, notes, groups } = useShownBoard();
  const query = useQuery(
    readQuery(
      ['group-suggestions', meeting.id],
      {
        path: `/api/v1/meetings/${meeting.id}/group-suggestions`,
        schema: GroupSuggestion.array(),
      },
      {
        // Fails immediately when offline, with a message.
        networkMode: 'always',
        retry: false,
        gcTime: 0,
        // The list stays until the user asks again, even if others group notes meanwhile.
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
    ),
  );
  const [skipped, setSkipped] = useState<ReadonlySet<NoteId>>(new Set());
  const [accepted, setAccepted] = useState<readonly Accepted[]>([]);
  const list = useRef<HTMLUListElement>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  const suggestions = openSuggestions(query.data ?? [], notes, skipped);

  const isThere = (id: GroupId): boolean => groups.some((group) => group.id === id);
  const kept = accepted.filter(({ groupIds }) => groupIds.some(isThere));
  const madeCount = kept.flatMap(({ groupIds }) => groupIds.filter(isThere)).length;
  const canReset = kept.length > 0 || skipped.size > 0;

  /** The pressed button disappears with its group: focuses the next one, else the previous one. */
  function focusNeighbor(key: NoteId): void {
    const index = suggestions.findIndex((each) => each.key === key);
    const next = suggestions[index + 1] ?? suggestions[index - 1];
    const button = next && list.current?.querySelector<HTMLElement>(`[data-accept="${next.key}"]`);
    (button ?? closeButton.current)?.focus();
  }

  function accept(chosen: readonly OpenSuggestion[]): void {
    const made = onAccept(chosen.map((each) => each.notes.map(({ id }) => id)));
    setAccepted((all) => [...all, made]);
    if (chosen.length === suggestions.length) onClose();
  }

  function reset(): void {
    for (const each of kept.toReversed()) each.undo();
    setAccepted([]);
    setSkipped(new Set());
    closeButton.current?.focus();
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Suggested groups"
      description="Notes that say something similar. Nothing changes until you group them."
      size="lg"
    >
      {query.isPending && <Loading />}
      {query.isError && <LoadFailure title="No groups could be suggested" query={query} />}
      {query.data && suggestions.length === 0 && (
        <Nothing madeCount={madeCount} wereAny={query.data.length > 0} />
      )}
      <ul ref={list} className="grid gap-3" aria-label="Suggested groups">
        {suggestions.map((each) => (
          <Part key={each.key}>
            <SuggestedGroup
              suggestion={each}
              columns={meeting.columns}
              onAccept={() => {
                focusNeighbor(each.key);
                accept([each]);
              }}
              onSkip={() => {
                focusNeighbor(each.key);
                setSkipped((keys) => new Set([...keys, each.key]));
              }}
            />
          </Part>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {query.data && `${countText(suggestions.length, 'group')} suggested, ${madeCount} made.`}
      </p>
      <DialogActions start={canReset && <Button onClick={reset}>Reset</Button>}>
        <Button ref={closeButton} onClick={onClose}>
          Close
        </Button>
        {suggestions.length > 0 && (
          <Button variant="primary" onClick={() => accept(suggestions)}>
            {`Group all (${suggestions.length})`}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function Loading(): ReactNode {
  return (
    <Delayed busy>
      <p role="status" className="mb-3 text-soft">
        Comparing the notes…
      </p>
      <div className="grid gap-3">
        {[0, 1, 2].map((row) => (
          <div key={row} className="grid gap-2.5 rounded-md border border-line p-4">
            <Skeleton width="30%" height={16} />
            <Skeleton width="80%" />
            <Skeleton width="60%" />
          </div>
        ))}
      </div>
    </Delayed>
  );
}

function Nothing({ madeCount, wereAny }: { madeCount: number; wereAny: boolean }): ReactNode {
  if (madeCount > 0) {
    return (
      <EmptyState level={3} title={`${countText(madeCount, 'group')} made`}>
        “Reset” ungroups the notes.
      </EmptyState>
    );
  }
  return wereAny ? (
    <EmptyState level={3} title="No suggestions left">
      You skipped them, or someone else grouped these notes.
    </EmptyState>
  ) : (
    <EmptyState level={3} title="No clear groups found">
      No ungrouped notes are similar enough. You can still group by hand.
    </EmptyState>
  );
}
