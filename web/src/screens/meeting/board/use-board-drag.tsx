// A note dragged over the board: what a drop does, its announcements, and its look meanwhile.
import { titleOfTopic } from '@wentwell/contract/discussion/topics';
import { type NoteId, TopicId } from '@wentwell/contract/ids';
import { ColumnId } from '@wentwell/contract/notes/columns';
import type { Group } from '@wentwell/contract/notes/groups';
import type { Note } from '@wentwell/contract/notes/notes';
import { Layers } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import type { GroupActions } from '#web/features/groups/group-commands';
import type { NoteActions } from '#web/features/notes/note-actions';
import { type Drop, dropId, dropOf } from '#web/features/notes/note-drag';
import type { NoteRights } from '#web/features/notes/note-rights.tsx';
import { NoteCard } from '#web/features/notes/NoteCard.tsx';
import { useBoardClient } from '#web/live/use-board';
import { DragOverlay } from '#web/ui/dragging/DragArea.tsx';
import { type ColumnLook, columnTitle } from '#web/ui/identity/column-look';
import { preview } from '#web/ui/preview';

import { findTopic } from './topic-order.ts';

/** Delay before a card lights up, so that passing over it does nothing. */
const targetAfterMs = 250;
const announceEveryMs = 1000;

export function useBoardDrag(board: {
  notes: readonly Note[];
  groups: readonly Group[];
  columns: readonly ColumnLook[];
  rightsOf: (note: Note) => NoteRights;
  actions: NoteActions;
  grouping: GroupActions | null;
}) {
  const { notes, columns, actions, grouping } = board;
  const { announceDragging } = useBoardClient();
  const [lifted, setLifted] = useState<NoteId | null>(null);
  // The drop area under the note.
  const [over, setOver] = useState<string | null>(null);
  // The card under the note, and the one to group with, after the note has rested on it.
  const [card, setCard] = useState<TopicId | null>(null);
  const [rested, setRested] = useState<TopicId | null>(null);
  const lastDrop = useRef<Drop | null>(null);
  const dropTarget = useRef<TopicId | ColumnId | null>(null);
  const announcedColumn = useRef<ColumnId | null>(null);
  const noteOf = (id: string): Note | undefined => notes.find((note) => note.id === id);

  /** A drop must never wait: no card accepts a note before the grouping code is loaded. */
  function dropIn(note: Note, place: { column: ColumnId | null; card: TopicId | null }) {
    const rights = board.rightsOf(note);
    return dropOf(note, place, { ...rights, group: rights.group && grouping !== null });
  }

  function dropAt(note: Note, under: Element | null): Drop | null {
    return dropIn(note, { column: columnOf(areaOf(under)), card: cardOf(under) });
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

  function describe(dropped: Drop | null): string {
    switch (dropped?.act) {
      case undefined:
        return 'stays where it was';
      case 'group': {
        const topic = findTopic(board, dropped.with);
        return `grouped with ${topic ? `“${preview(titleOfTopic(topic), 30)}”` : 'it'}`;
      }
      case 'take-out':
        return 'taken out of its group';
      case 'move':
        return `dropped in ${columnTitle(columns, dropped.to) ?? 'its column'}`;
    }
  }

  useEffect(() => {
    if (card === null) return undefined;
    const timer = setTimeout(() => setRested(card), targetAfterMs);
    return () => {
      clearTimeout(timer);
      setRested(null);
    };
  }, [card]);

  useEffect(() => {
    if (lifted === null) return undefined;
    const announce = (): void => announceDragging(lifted, dropTarget.current);
    const timer = setInterval(announce, announceEveryMs);
    return () => clearInterval(timer);
  }, [lifted, announceDragging]);

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
      const next = dropAt(note, under);
      const nextCard = next?.act === 'group' ? next.with : null;
      setOver(areaOf(under));
      setCard(nextCard);
      dropTarget.current = nextCard ?? columnOf(areaOf(under));
      announceDragging(note.id, dropTarget.current);
    },
    onDrop(id: string, under: Element | null): void {
      const note = noteOf(id);
      const dropped = note ? dropAt(note, under) : null;
      lastDrop.current = dropped;
      end();
      if (note && dropped) drop(note, dropped);
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
  const target = note && rested ? findTopic(board, rested) : null;
  return {
    setUp: { drag, say, instructions },
    /** Null unless a note is dragged. */
    dragging: note ? { over, target: rested } : null,
    /** Dropping now would move the note to this column. On a card it would be grouped instead. */
    movesTo: (column: ColumnId): boolean =>
      note !== undefined &&
      over === dropId('column', column) &&
      card === null &&
      dropIn(note, { column, card: null }) !== null,
    lifted: note && (
      <DragOverlay>
        {target && (
          <span className="drop-label absolute left-2 z-1 max-w-full truncate rounded-full bg-primary px-3 py-1 text-on-primary text-sm font-semibold pointer-events-none">
            <Layers />
            Group with “{preview(titleOfTopic(target), 40)}”
          </span>
        )}
        <NoteCard note={note} lifted />
      </DragOverlay>
    ),
  };
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
