import { isAuthor } from '@wentwell/contract/author-keys';
import type { Note } from '@wentwell/contract/notes';
import { useCallback } from 'react';

import type { BoardNoteProps } from '#web/features/notes/BoardNote.tsx';
import type { NoteRights } from '#web/features/notes/note-rights';
import type { NoteMarks } from '#web/live/note-marks';

import type { NoteBoardProps } from './note-board-props.ts';

type CardCallbacks = Pick<
  BoardNoteProps,
  'columns' | 'onOpen' | 'onEdit' | 'onMove' | 'onGroup' | 'onTakeOut' | 'onDelete'
>;

/**
 * What each note's card is drawn with. The same function until something of every card has changed, so that the lists of
 * the columns need not be drawn again.
 */
export function useCardOf(
  board: NoteBoardProps,
  cards: CardCallbacks & { rightsOf: (note: Note) => NoteRights },
): (note: Note) => BoardNoteProps {
  const { who, personOf, editing, held, news, noteFooter, noteTools, topicFooter } = board;
  const { columns, rightsOf, onOpen, onEdit, onMove, onGroup, onTakeOut, onDelete } = cards;
  const me = who.userId;
  return useCallback(
    (note) => {
      const nameIn = (marks: NoteMarks): string | null => {
        const id = marks.get(note.id);
        if (id === undefined || id === me) return null;
        return id === null ? 'Somebody' : personOf(id).name;
      };
      return {
        note,
        columns,
        author: personOf(note.author_id, note.author_name),
        // Once notes lie open a shared screen would show whose they are.
        isMine: isAuthor(note, who) && (note.author_id !== null || note.hidden),
        rights: rightsOf(note),
        editor: nameIn(editing),
        dragger: nameIn(held),
        news: news.get(note.id) ?? null,
        noteFooter,
        noteTools,
        topicFooter,
        onOpen,
        onEdit,
        onMove,
        onGroup,
        onTakeOut,
        onDelete,
      };
    },
    [
      me,
      who,
      columns,
      rightsOf,
      personOf,
      editing,
      held,
      news,
      noteFooter,
      noteTools,
      topicFooter,
      onOpen,
      onEdit,
      onMove,
      onGroup,
      onTakeOut,
      onDelete,
    ],
  );
}
