// How notes are dragged: the spec's thresholds, what counts as over a column, and what is said aloud meanwhile.
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
import type { NoteId } from '@wentwell/contract/ids';
import { type Note, NoteType } from '@wentwell/contract/notes';
import { useMemo, useState } from 'react';

import { columnTitle } from './column-look.ts';
import { preview } from './note-text.ts';
import { useStableCallback } from './use-stable-callback.ts';

// Outside the hook on purpose: new options at every render would draw every card anew at every render.
const byMouse = { activationConstraint: { distance: 8 } };
const byTouch = { activationConstraint: { delay: 300, tolerance: 5 } };

/**
 * Takes the board's notes and what a drop does; gives the note in the hand, and what dnd-kit is set up with. That
 * stays the same while notes come and go: dnd-kit looks through every card whenever its own set-up is drawn anew.
 */
export function useNoteDrag(notes: readonly Note[], onDrop: (note: Note, to: NoteType) => void) {
  const [lifted, setLifted] = useState<NoteId | null>(null);
  const sensors = useNoteSensors();
  const noteOf = useStableCallback((id: UniqueIdentifier) => notes.find((note) => note.id === id));
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
        announcements: dragAnnouncements(noteOf),
        screenReaderInstructions: dragInstructions,
      },
      onDragStart: handleDragStart,
      onDragEnd: handleDragEnd,
      onDragCancel: () => setLifted(null),
    }),
    [sensors, noteOf, handleDragStart, handleDragEnd],
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

/** A column can be dropped on in two places: itself, and its tab on a phone. */
export function dropId(place: 'column' | 'tab', type: NoteType): string {
  return `${place}:${type}`;
}

/** Takes what a note was dropped on; gives the kind of note it becomes, or null for no column. */
function dropTarget(id: UniqueIdentifier | undefined): NoteType | null {
  return NoteType.safeParse(String(id).split(':')[1]).data ?? null;
}

/** Under the pointer; where there is none (keyboard), what the card lies on most. */
const overColumn: CollisionDetection = (args) => {
  const under = pointerWithin(args);
  return under.length > 0 ? under : rectIntersection(args);
};

const dragInstructions: ScreenReaderInstructions = {
  draggable:
    'To move a note, press Space or Enter on its handle, use the arrow keys, and press Space or Enter again to drop it; Escape cancels. The note’s menu moves it as well.',
};

/** Takes how to find a note by its id; gives the spoken words. */
function dragAnnouncements(noteOf: (id: UniqueIdentifier) => Note | undefined): Announcements {
  const name = (id: UniqueIdentifier): string => `“${preview(noteOf(id)?.content ?? '', 30)}”`;
  const over = (id: UniqueIdentifier | undefined): string | null => {
    const type = dropTarget(id);
    return type && columnTitle(type);
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
