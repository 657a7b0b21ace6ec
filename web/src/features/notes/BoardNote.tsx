import { useDraggable } from '@dnd-kit/core';
import { GripVertical } from 'lucide-react';
import { memo, type ReactNode, useMemo } from 'react';

import { classNames } from '#web/ui/class-names';
import { preview } from '#web/ui/preview';

import { NoteCard, type NoteCardProps } from './NoteCard.tsx';

export type BoardNoteProps = Omit<NoteCardProps, 'lifted' | 'grip'>;

/** A note in its column: lying still, or free to be dragged. */
export const BoardNote = memo(function BoardNote(props: BoardNoteProps): ReactNode {
  const { move, group } = props.rights;
  return move || group ? <DraggableNote {...props} /> : <NoteCard {...props} />;
});

function DraggableNote(props: BoardNoteProps): ReactNode {
  const { note } = props;
  const drag = useDraggable({ id: note.id });
  const { setActivatorNodeRef } = drag;
  const name = preview(note.content, 40);
  const describedBy = drag.attributes['aria-describedby'];
  // dnd-kit draws every draggable anew when anything is picked up or comes over something: the card must not follow.
  const grip = useMemo(
    () => <Grip activatorRef={setActivatorNodeRef} describedBy={describedBy} name={name} />,
    [setActivatorNodeRef, describedBy, name],
  );
  return (
    <div
      ref={drag.setNodeRef}
      // The mouse and a finger drag by the whole card; the keyboard by the handle, for the card's keys open it.
      {...drag.listeners}
      className={classNames('touch-manipulation', drag.isDragging && 'opacity-35')}
    >
      <NoteCard {...props} grip={grip} />
    </div>
  );
}

/** In the card's edge, where it takes no room; seen when it can be used: under the pointer or with the focus. */
function Grip(props: {
  activatorRef: (element: HTMLElement | null) => void;
  describedBy: string;
  /** The note in a few words. */
  name: string;
}): ReactNode {
  return (
    <button
      type="button"
      ref={props.activatorRef}
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
