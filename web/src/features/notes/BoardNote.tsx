import { GripVertical } from 'lucide-react';
import { memo, type ReactNode, useMemo } from 'react';

import { useDragInstructions } from '#web/ui/dragging/DragArea.tsx';
import { preview } from '#web/ui/preview';

import { NoteCard, type NoteCardProps } from './NoteCard.tsx';

export type BoardNoteProps = Omit<NoteCardProps, 'lifted' | 'grip'>;

/** A note in its column: lying still, or free to be dragged. */
export const BoardNote = memo(function BoardNote(props: BoardNoteProps): ReactNode {
  const { move, group } = props.rights;
  return move || group ? <DraggableNote {...props} /> : <NoteCard {...props} />;
});

function DraggableNote(props: BoardNoteProps): ReactNode {
  const { id, content } = props.note;
  const describedBy = useDragInstructions();
  const name = preview(content, 40);
  const grip = useMemo(() => <Grip describedBy={describedBy} name={name} />, [describedBy, name]);
  return (
    // The mouse and a finger drag by the whole card; the keyboard by the handle, for the card's keys open it.
    <div data-drag={id} className="touch-manipulation">
      <NoteCard {...props} grip={grip} />
    </div>
  );
}

/** In the card's edge, where it takes no room; seen when it can be used: under the pointer or with the focus. */
function Grip(props: {
  describedBy: string;
  /** The note in a few words. */
  name: string;
}): ReactNode {
  return (
    <button
      type="button"
      data-drag-handle
      aria-label={`Drag note: ${props.name}`}
      tabIndex={-1}
      aria-roledescription="draggable"
      aria-describedby={props.describedBy}
      className="pointer-events-none absolute inset-y-0 left-1 inline-flex w-3.5 cursor-grab items-center justify-center rounded-sm text-soft opacity-0 -outline-offset-1 group-focus-within/note:opacity-100 group-hover/note:opacity-100 pointer-coarse:hidden [&_svg]:size-3.5"
    >
      <GripVertical aria-hidden="true" />
    </button>
  );
}
