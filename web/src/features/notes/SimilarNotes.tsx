import type { Note } from '@wentwell/contract/notes/notes';
import { Layers } from 'lucide-react';
import { type ReactNode, useId } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { Delayed } from '#web/ui/feedback/Loading.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { preview } from '#web/ui/preview';

import { useSimilarNotes } from './similar-notes.ts';

const mostShown = 5;

/** Similar notes below a note being read, to open or group. */
export function SimilarNotes(props: {
  note: Note;
  notes: readonly Note[];
  onOpen: (note: Note) => void;
  /** Undefined if notes cannot be grouped now. */
  onGroup?: ((note: Note) => void) | undefined;
}): ReactNode {
  const { note, notes, onOpen, onGroup } = props;
  const query = useSimilarNotes(note);
  const titleId = useId();
  // A note deleted meanwhile is no longer similar.
  const similar = (query.data ?? [])
    .flatMap(({ note_id }) => notes.find(({ id }) => id === note_id) ?? [])
    .slice(0, mostShown);
  if (query.data && similar.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className="grid grid-cols-1 gap-2">
      <h3 id={titleId} className="text-xs font-semibold text-muted">
        Similar notes
      </h3>
      {query.isPending && (
        <Delayed busy>
          <Skeleton width="70%" />
        </Delayed>
      )}
      {query.isError && (
        <p className="flex items-center gap-3 text-soft">
          They could not be loaded.
          <Button size="sm" busy={query.isFetching} onClick={() => void query.refetch()}>
            Try again
          </Button>
        </p>
      )}
      <ul className="grid grid-cols-1 gap-1">
        {similar.map((each) => (
          <li key={each.id} className="flex items-center gap-2 border-l-2 border-line pl-3">
            <button
              type="button"
              data-printed
              className="ring-focus min-w-0 flex-1 rounded-sm py-1 text-left pointer-coarse:min-h-11 text-link wrap-anywhere hover:underline"
              onClick={() => onOpen(each)}
            >
              {preview(each.content, 160)}
            </button>
            {areTogether(note, each) ? (
              <span className="inline-flex items-center gap-1.5 text-xs text-muted">
                <Layers className="size-4" />
                In its group
              </span>
            ) : (
              onGroup && (
                <Button
                  size="sm"
                  aria-label={`Group with “${preview(each.content, 40)}”`}
                  onClick={() => onGroup(each)}
                >
                  Group
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function areTogether(a: Note, b: Note): boolean {
  return a.group_id !== null && a.group_id === b.group_id;
}
