// A note dragged over the board: where it may be dropped, what a drop does, and its look meanwhile.
import { titleOfTopic } from '@wentwell/contract/discussion/topics';
import type { TopicId } from '@wentwell/contract/ids';
import type { ColumnId } from '@wentwell/contract/notes/columns';
import type { Group } from '@wentwell/contract/notes/groups';
import type { Note } from '@wentwell/contract/notes/notes';
import { Layers } from 'lucide-react';

import type { GroupActions } from '#web/features/groups/group-commands';
import type { NoteActions } from '#web/features/notes/note-actions';
import type { NoteRights } from '#web/features/notes/note-acts.tsx';
import { type Drop, dropId, dropOf, useNoteDrag } from '#web/features/notes/note-drag';
import { NoteCard } from '#web/features/notes/NoteCard.tsx';
import { useBoardClient } from '#web/live/use-board';
import { DragOverlay } from '#web/ui/dragging/DragArea.tsx';
import type { ColumnLook } from '#web/ui/identity/column-look';
import { preview } from '#web/ui/preview';

import { findTopic } from './topic-order.ts';

export function useBoardDrag(board: {
  notes: readonly Note[];
  groups: readonly Group[];
  columns: readonly ColumnLook[];
  rightsOf: (note: Note) => NoteRights;
  actions: NoteActions;
  grouping: GroupActions | null;
}) {
  const { notes, columns, actions, grouping } = board;
  const client = useBoardClient();
  /** A drop must never wait: no card accepts a note before the grouping code is loaded. */
  function rightsOf(note: Note): NoteRights {
    const rights = board.rightsOf(note);
    return { ...rights, group: rights.group && grouping !== null };
  }
  function drop(note: Note, dropped: Drop): void {
    switch (dropped.act) {
      case 'move':
        void actions.move(note, dropped.to);
        break;
      case 'take-out':
        grouping?.takeOut(note);
        break;
      case 'group': {
        const target = findTopic(board, dropped.with);
        if (target) grouping?.group([note.id], target);
        break;
      }
    }
  }
  function nameOf(id: TopicId): string {
    const topic = findTopic(board, id);
    return topic ? `“${preview(titleOfTopic(topic), 30)}”` : 'it';
  }
  const { dragging, setUp } = useNoteDrag({
    notes,
    columns,
    rightsOf,
    nameOf,
    onDrag: client.announceDragging,
    onDrop: drop,
  });
  const target = dragging?.target ? findTopic(board, dragging.target) : null;
  return {
    setUp,
    dragging,
    /** Dropping now would move the note to this column. On a card it would be grouped instead. */
    movesTo: (column: ColumnId): boolean =>
      dragging?.over === dropId('column', column) &&
      !dragging.isOverCard &&
      dropOf(dragging.note, { column, card: null }, rightsOf(dragging.note)) !== null,
    lifted: dragging && (
      <DragOverlay>
        {target && (
          <span className="drop-label absolute left-2 z-1 max-w-full truncate rounded-full bg-primary px-3 py-1 text-on-primary text-sm font-semibold pointer-events-none">
            <Layers />
            Group with “{preview(titleOfTopic(target), 40)}”
          </span>
        )}
        <NoteCard note={dragging.note} lifted />
      </DragOverlay>
    ),
  };
}
