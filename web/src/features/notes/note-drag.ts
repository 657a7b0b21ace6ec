// Dragging notes: the drop target, the effect of a drop, and its announcements.
import { topicIdOf } from '@wentwell/contract/discussion/topics';
import { type NoteId, TopicId } from '@wentwell/contract/ids';
import { type Column, ColumnId } from '@wentwell/contract/notes/columns';
import type { Note } from '@wentwell/contract/notes/notes';
import { type ComponentProps, useEffect, useRef, useState } from 'react';

import type { DragArea } from '#web/ui/dragging/DragArea.tsx';
import { columnTitle } from '#web/ui/identity/column-look';
import { preview } from '#web/ui/preview';

import type { NoteRights } from './note-acts.tsx';

// The meaning of a drop (docs/design.md D-36), independent of the DOM.
/** The place under a dragged note: a card, or a column outside its cards. */
interface DropPlace {
  column: ColumnId | null;
  /** The topic whose card it is, in that column. */
  card: TopicId | null;
}

export type Drop =
  | { act: 'group'; with: TopicId }
  | { act: 'take-out' }
  | { act: 'move'; to: ColumnId };

/** Null if the drop changes nothing. */
export function dropOf(
  note: Note,
  { column, card }: DropPlace,
  { group: canGroup, move: canMove }: Pick<NoteRights, 'group' | 'move'>,
): Drop | null {
  const own = topicIdOf(note);
  if (canGroup && card !== null) return card === own ? null : { act: 'group', with: card };
  if (column === null) return null;
  if (column !== note.note_type) return canMove ? { act: 'move', to: column } : null;
  // Dropping in its own column returns the note there.
  const isInside = card === own;
  return canGroup && note.group_id !== null && !isInside ? { act: 'take-out' } : null;
}

/** Delay before a card lights up, so that passing over it does nothing. */
const targetAfterMs = 250;
const announceEveryMs = 1000;

/** State of a drag for the columns. */
export interface Dragging {
  note: Note;
  /** The drop area under the note. */
  over: string | null;
  /** Dropping now would group the note. */
  isOverCard: boolean;
  /** The card to group with, after the note has rested on it. */
  target: TopicId | null;
}

export function useNoteDrag(board: {
  notes: readonly Note[];
  columns: readonly Column[];
  /** Rights that decide where a note may be dropped. */
  rightsOf: (note: Note) => NoteRights;
  nameOf: (topicId: TopicId) => string;
  /** On every move, and once a second while the note rests. */
  onDrag: (noteId: NoteId, over: TopicId | ColumnId | null) => void;
  onDrop: (note: Note, drop: Drop) => void;
}): { dragging: Dragging | null; setUp: Omit<ComponentProps<typeof DragArea>, 'children'> } {
  const { notes, columns, onDrag, onDrop } = board;
  const [lifted, setLifted] = useState<NoteId | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const [card, setCard] = useState<TopicId | null>(null);
  const [target, setTarget] = useState<TopicId | null>(null);
  const lastDrop = useRef<Drop | null>(null);
  const dropTarget = useRef<TopicId | ColumnId | null>(null);
  const announcedColumn = useRef<ColumnId | null>(null);
  const noteOf = (id: string): Note | undefined => notes.find((note) => note.id === id);

  function dropAt(note: Note, under: Element | null): Drop | null {
    const place: DropPlace = { column: columnOf(areaOf(under)), card: cardOf(under) };
    return dropOf(note, place, board.rightsOf(note));
  }

  function describe(drop: Drop | null): string {
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
  }

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
    const timer = setInterval(() => onDrag(lifted, dropTarget.current), announceEveryMs);
    return () => clearInterval(timer);
  }, [lifted, onDrag]);

  function end(): void {
    setLifted(null);
    setOver(null);
    setCard(null);
  }

  const drag = {
    onLift(id: string): void {
      const note = noteOf(id);
      lastDrop.current = null;
      announcedColumn.current = note?.note_type ?? null;
      setLifted(note?.id ?? null);
    },
    onMove(id: string, under: Element | null): void {
      const note = noteOf(id);
      if (!note) return;
      const drop = dropAt(note, under);
      const nextCard = drop?.act === 'group' ? drop.with : null;
      setOver(areaOf(under));
      setCard(nextCard);
      dropTarget.current = nextCard ?? columnOf(areaOf(under));
      onDrag(note.id, dropTarget.current);
    },
    onDrop(id: string, under: Element | null): void {
      const note = noteOf(id);
      const drop = note ? dropAt(note, under) : null;
      lastDrop.current = drop;
      end();
      if (note && drop) onDrop(note, drop);
    },
    onCancel: end,
  };

  const nameOf = (id: string): string => `“${preview(noteOf(id)?.content ?? '', 30)}”`;
  const say = {
    lifted: (id: string) => `Picked up note ${nameOf(id)}.`,
    moved(_id: string, under: Element | null): string | null {
      const column = columnOf(areaOf(under));
      if (column === announcedColumn.current) return null;
      announcedColumn.current = column;
      const title = column === null ? null : columnTitle(columns, column);
      return title === null ? 'Not over a column.' : `Over ${title}.`;
    },
    dropped: (id: string) => `Note ${nameOf(id)} ${describe(lastDrop.current)}.`,
    cancelled: (id: string) => `Move canceled. Note ${nameOf(id)} stays where it was.`,
  };

  const note = lifted === null ? undefined : noteOf(lifted);
  const dragging: Dragging | null = note ? { note, over, isOverCard: card !== null, target } : null;
  return { dragging, setUp: { drag, say, instructions } };
}

/** A column has two drop areas: itself and its tab on a phone. */
export function dropId(place: 'column' | 'tab', columnId: ColumnId): string {
  return `${place}:${columnId}`;
}

function areaOf(under: Element | null): string | null {
  return under?.closest<HTMLElement>('[data-drop]')?.dataset['drop'] ?? null;
}

function columnOf(area: string | null): ColumnId | null {
  return ColumnId.safeParse(area?.split(':')[1]).data ?? null;
}

/** The topic of the card around `under`. Read from the DOM, because columns scroll during a drag. */
function cardOf(under: Element | null): TopicId | null {
  if (!under?.closest('article')) return null;
  const slot = under.closest('.note-list > .note-slot');
  return TopicId.safeParse(slot?.id.replace(/^note-/, '')).data ?? null;
}

const instructions =
  "To move a note, press Space or Enter on its handle, use the arrow keys, and press Space or Enter again to drop it; Escape cancels. You can also move and group it from the note's menu.";
