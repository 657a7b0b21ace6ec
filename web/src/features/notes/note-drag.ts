// Dragging notes: activation thresholds, what lies under the note in hand, and the screen reader announcements.
import {
  type Announcements,
  type CollisionDetection,
  type DragEndEvent,
  type DragMoveEvent,
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
import { type NoteId, TopicId } from '@wentwell/contract/ids';
import type { Note } from '@wentwell/contract/notes';
import { useEffect, useMemo, useRef, useState } from 'react';

import { columnTitle } from '#web/ui/identity/column-look';
import { preview } from '#web/ui/preview';
import { useStableCallback } from '#web/ui/use-stable-callback';

import type { NoteRights } from './note-rights.ts';
import { type Drop, dropOf, type DropPlace } from './topic-drop.ts';

// Constants outside the hook: new option objects on every render would re-render every card.
const byMouse = { activationConstraint: { distance: 8 } };
const byTouch = { activationConstraint: { delay: 300, tolerance: 5 } };
/** A card that the hand only passes over does not light up. */
const targetAfterMs = 250;
const announceEveryMs = 1000;

type Point = { x: number; y: number };

/** What the columns show of a drag. */
export interface Dragging {
  note: Note;
  /** Dropped here the note is grouped, and does not move. */
  isOverCard: boolean;
  /** The card that it would be grouped with, once the hand has stayed on it. */
  target: TopicId | null;
}

/**
 * `setUp` keeps its identity while notes come and go: dnd-kit walks through every card whenever its context
 * re-renders.
 */
export function useNoteDrag(board: {
  notes: readonly Note[];
  columns: readonly Column[];
  /** What this note may be dropped for. */
  rightsOf: (note: Note) => NoteRights;
  nameOf: (topicId: TopicId) => string;
  /** At each move, and once a second while the note is held still. */
  onDrag: (noteId: NoteId, over: TopicId | ColumnId | null) => void;
  onDrop: (note: Note, drop: Drop) => void;
}) {
  const { notes, columns, onDrag, onDrop } = board;
  const [lifted, setLifted] = useState<NoteId | null>(null);
  const [card, setCard] = useState<TopicId | null>(null);
  const [target, setTarget] = useState<TopicId | null>(null);
  const pointer = useRef<Point | null>(null);
  const lastDrop = useRef<Drop | null>(null);
  const heldOver = useRef<TopicId | ColumnId | null>(null);
  const sensors = useNoteSensors();
  const noteOf = useStableCallback((id: UniqueIdentifier) => notes.find((note) => note.id === id));

  const dropAt = useStableCallback(
    (note: Note, over: UniqueIdentifier | undefined): Drop | null => {
      const place: DropPlace = { column: dropTarget(over), card: cardAt(pointer.current) };
      return dropOf(note, place, board.rightsOf(note));
    },
  );
  const describe = useStableCallback((drop: Drop | null): string => {
    switch (drop?.act) {
      case undefined:
        return 'stays where it was';
      case 'group':
        return `grouped with ${board.nameOf(drop.with)}`;
      case 'take-out':
        return 'taken out of its group';
      case 'move':
        return `dropped in ${columnTitle(columns, drop.to) ?? 'its column'}`;
    }
  });
  const titleOf = useStableCallback((id: ColumnId) => columnTitle(columns, id));

  useEffect(() => {
    if (card === null) return undefined;
    const timer = setTimeout(() => setTarget(card), targetAfterMs);
    return () => {
      clearTimeout(timer);
      setTarget(null);
    };
  }, [card]);

  useEffect(() => {
    if (lifted === null) return undefined;
    const timer = setInterval(() => onDrag(lifted, heldOver.current), announceEveryMs);
    return () => clearInterval(timer);
  }, [lifted, onDrag]);

  function end(): void {
    setLifted(null);
    setCard(null);
    pointer.current = null;
  }
  const handleDragStart = useStableCallback(({ active }: DragStartEvent) => {
    lastDrop.current = null;
    setLifted(noteOf(active.id)?.id ?? null);
  });
  const handleDragMove = useStableCallback(({ active, over }: DragMoveEvent) => {
    const note = noteOf(active.id);
    if (!note) return;
    const drop = dropAt(note, over?.id);
    const nextCard = drop?.act === 'group' ? drop.with : null;
    setCard(nextCard);
    heldOver.current = nextCard ?? dropTarget(over?.id);
    onDrag(note.id, heldOver.current);
  });
  const handleDragEnd = useStableCallback(({ active, over }: DragEndEvent) => {
    const note = noteOf(active.id);
    const drop = note ? dropAt(note, over?.id) : null;
    lastDrop.current = drop;
    end();
    if (note && drop) onDrop(note, drop);
  });
  const handleDragCancel = useStableCallback(end);
  const setUp = useMemo(() => {
    const collisionDetection: CollisionDetection = (args) => {
      pointer.current = args.pointerCoordinates;
      return overColumn(args);
    };
    return {
      sensors,
      collisionDetection,
      accessibility: {
        announcements: dragAnnouncements({
          noteOf,
          titleOf,
          describeDrop: () => describe(lastDrop.current),
        }),
        screenReaderInstructions: dragInstructions,
      },
      onDragStart: handleDragStart,
      onDragMove: handleDragMove,
      onDragEnd: handleDragEnd,
      onDragCancel: handleDragCancel,
    };
  }, [
    sensors,
    noteOf,
    titleOf,
    describe,
    handleDragStart,
    handleDragMove,
    handleDragEnd,
    handleDragCancel,
  ]);
  const note = lifted === null ? undefined : notes.find(({ id }) => id === lifted);
  const dragging: Dragging | null = note ? { note, isOverCard: card !== null, target } : null;
  return { dragging, setUp };
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

/**
 * The topic whose card is under the pointer, as the document has it now: columns scroll while something is held, and
 * cards under the header of a column are no target. The note in the hand lies outside of the board.
 */
function cardAt(point: Point | null): TopicId | null {
  if (!point) return null;
  const [under] = document
    .elementsFromPoint(point.x, point.y)
    .filter((element) => element.closest('.note-board'));
  if (!under?.closest('article')) return null;
  const slot = under.closest('.note-list > .note-slot');
  return TopicId.safeParse(slot?.id.replace(/^note-/, '')).data ?? null;
}

const dragInstructions: ScreenReaderInstructions = {
  draggable:
    'To move a note, press Space or Enter on its handle, use the arrow keys, and press Space or Enter again to drop it; Escape cancels. The note’s menu moves it as well, and groups it.',
};

function dragAnnouncements(board: {
  noteOf: (id: UniqueIdentifier) => Note | undefined;
  titleOf: (id: ColumnId) => string | null;
  describeDrop: () => string;
}): Announcements {
  const { noteOf, titleOf, describeDrop } = board;
  const name = (id: UniqueIdentifier): string => `“${preview(noteOf(id)?.content ?? '', 30)}”`;
  return {
    onDragStart: ({ active }) => `Picked up note ${name(active.id)}.`,
    onDragOver: ({ over }) => {
      const target = dropTarget(over?.id);
      const title = target && titleOf(target);
      return title === null ? 'Over no column.' : `Over ${title}.`;
    },
    onDragEnd: ({ active }) => `Note ${name(active.id)} ${describeDrop()}.`,
    onDragCancel: ({ active }) => `Moving cancelled. Note ${name(active.id)} stays where it was.`,
  };
}
