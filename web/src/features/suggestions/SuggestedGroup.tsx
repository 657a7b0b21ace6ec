import { type Column, findColumn } from '@wentwell/contract/columns';
import { type ReactNode, useId } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';

import type { OpenSuggestion } from './open-suggestions.ts';

/** One suggestion with its notes, to be accepted or skipped. */
export function SuggestedGroup(props: {
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
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-md border border-line bg-surface p-4"
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
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {notes.map((note) => (
          <li key={note.id} className="flex items-baseline gap-3 border-l-2 border-line pl-3">
            <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">{note.content}</span>
            <span className="max-w-28 shrink-0 truncate text-xs text-muted">
              {findColumn(columns, note.note_type)?.title}
            </span>
          </li>
        ))}
      </ul>
    </li>
  );
}
