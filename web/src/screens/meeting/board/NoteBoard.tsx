import type { Note } from '@wentwell/contract/notes';
import { titleOfTopic } from '@wentwell/contract/topics';
import { memo, type ReactNode } from 'react';

import { useNoteDrag } from '#web/features/notes/note-drag';
import { rightsOn } from '#web/features/notes/note-rights';
import type { Drop } from '#web/features/notes/topic-drop';
import { DragArea } from '#web/ui/dragging/DragArea.tsx';
import { preview } from '#web/ui/preview';

import type { NoteBoardProps } from './note-board-props.ts';
import { NoteColumns } from './NoteColumns.tsx';
import { findTopic } from './topic-order.ts';

export const NoteBoard = memo(function NoteBoard(props: NoteBoardProps): ReactNode {
  const { meeting, notes, groups, who, actions, grouping } = props;
  const board = { notes, groups };

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

  const { dragging, setUp } = useNoteDrag({
    notes,
    columns: meeting.columns,
    rightsOf: (note) => rightsOn({ who, meeting, canGroup: grouping !== null }, note),
    nameOf: (id) => {
      const topic = findTopic(board, id);
      return topic ? `“${preview(titleOfTopic(topic), 30)}”` : 'it';
    },
    onDrag: props.onDrag,
    onDrop: drop,
  });
  return (
    // No context: for one that changes React looks through every card for those who read it.
    <DragArea {...setUp}>
      <NoteColumns {...props} dragging={dragging} />
    </DragArea>
  );
});
