// Dragging notes: activation thresholds, which column is under the card, and the screen reader announcements.
import {
  type Announcements,
  type CollisionDetection,
  type DragEndEvent,
  type DragStartEvent,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  rectIntersection,
  type ScreenReaderInstructions,
  TouchSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type Column, ColumnId } from '@wentwell/contract/columns';
import type { NoteId } from '@wentwell/contract/ids';
import type { Note } from '@wentwell/contract/notes';
import { useMemo, useState } from 'react';

import { columnTitle } from './column-look.ts';
import { preview } from './note-text.ts';
import { useStableCallback } from './use-stable-callback.ts';

// Constants outside the hook: new option objects on every render would re-render every card.
const byMouse = { activationConstraint: { distance: 8 } };
const byTouch = { activationConstraint: { delay: 300, tolerance: 5 } };

/**
 * `setUp` keeps its identity while notes come and go: dnd-kit walks through every card whenever its context
 * re-renders.
 */
export function useNoteDrag(board: {
  notes: readonly Note[];
  columns: readonly Column[];
  onDrop: (note: Note, to: ColumnId) => void;
}) {
  const { notes, columns, onDrop } = board;
  const [lifted, setLifted] = useState<NoteId | null>(null);
  const sensors = useNoteSensors();
  const noteOf = useStableCallback((id: UniqueIdentifier) => notes.find((note) => note.id === id));
  const titleOf = useStableCallback((id: ColumnId) => columnTitle(columns, id));
  const handleDragStart = useStableCallback(({ active }: DragStartEvent) =>
    setLifted(noteOf(active.id)?.id ?? null),
  );
  const handleDragEnd = useStableCallback(({ active, over }: DragEndEvent) => {
    setLifted(null);
    const note = noteOf(active.id);
    const target = dropTarget(over?.id);
    if (note && target && target !== note.note_type) onDrop(note, target);
  });
  const setUp = useMemo(
    () => ({
      sensors,
      collisionDetection: overColumn,
      accessibility: {
        announcements: dragAnnouncements(noteOf, titleOf),
        screenReaderInstructions: dragInstructions,
      },
      onDragStart: handleDragStart,
      onDragEnd: handleDragEnd,
      onDragCancel: () => setLifted(null),
    }),
    [sensors, noteOf, titleOf, handleDragStart, handleDragEnd],
  );
  const inHand = lifted === null ? undefined : notes.find((note) => note.id === lifted);
  return { inHand, setUp };
}

/** dnd-kit's keyboard step is 25 px by itself. */
function useNoteSensors() {
  return useSensors(
    useSensor(MouseSensor, byMouse),
    useSensor(TouchSensor, byTouch),
    useSensor(KeyboardSensor),
  );
}

/** A column has two drop areas: itself, and its tab on a phone. */
export function dropId(place: 'column' | 'tab', columnId: ColumnId): string {
  return `${place}:${columnId}`;
}

/** The column behind a drop area, or null. */
function dropTarget(id: UniqueIdentifier | undefined): ColumnId | null {
  return ColumnId.safeParse(String(id).split(':')[1]).data ?? null;
}

/** The area under the pointer; for the keyboard, the one that the card overlaps most. */
const overColumn: CollisionDetection = (args) => {
  const under = pointerWithin(args);
  return under.length > 0 ? under : rectIntersection(args);
};

const dragInstructions: ScreenReaderInstructions = {
  draggable:
    'To move a note, press Space or Enter on its handle, use the arrow keys, and press Space or Enter again to drop it; Escape cancels. The note’s menu moves it as well.',
};

function dragAnnouncements(
  noteOf: (id: UniqueIdentifier) => Note | undefined,
  titleOf: (id: ColumnId) => string | null,
): Announcements {
  const name = (id: UniqueIdentifier): string => `“${preview(noteOf(id)?.content ?? '', 30)}”`;
  const over = (id: UniqueIdentifier | undefined): string | null => {
    const target = dropTarget(id);
    return target && titleOf(target);
  };
  return {
    onDragStart: ({ active }) => `Picked up note ${name(active.id)}.`,
    onDragOver: ({ over: place }) => {
      const title = over(place?.id);
      return title === null ? 'Over no column.' : `Over ${title}.`;
    },
    onDragEnd: ({ active, over: place }) => {
      const title = over(place?.id);
      const stays = dropTarget(place?.id) === noteOf(active.id)?.note_type;
      if (title === null || stays) return `Note ${name(active.id)} stays where it was.`;
      return `Note ${name(active.id)} dropped in ${title}.`;
    },
    onDragCancel: ({ active }) => `Moving cancelled. Note ${name(active.id)} stays where it was.`,
  };
}
