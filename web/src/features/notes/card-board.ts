import type { Topic } from '@wentwell/contract/discussion/topics';
import type { ColumnId } from '@wentwell/contract/notes/columns';
import type { Note } from '@wentwell/contract/notes/notes';
import type { TeamContext } from '@wentwell/contract/teams/teams';
import { createContext, type ReactNode, use } from 'react';

import type { ColumnLook } from '#web/ui/identity/column-look';

import type { NoteAct, NoteRights } from './note-rights.tsx';

/** The screen's parts of a card. Each function must keep its identity until its output changes. */
export interface CardSlots {
  /** At the bottom of a group or a single note. */
  topicFooter: (topic: Topic) => ReactNode;
  /** Below each note, in groups and alone. */
  noteFooter: (note: Note, rights: NoteRights) => ReactNode;
  noteTools: (note: Note, rights: NoteRights) => ReactNode;
}

/** Shared by all cards of a board. Must keep its identity: a new object re-renders every card. */
export interface CardBoard extends CardSlots {
  who: TeamContext;
  columns: readonly ColumnLook[];
  rightsOf: (note: Note) => NoteRights;
  onAct: (act: NoteAct, note: Note) => void;
  onMove: (note: Note, to: ColumnId) => void;
}

export const CardBoardContext = createContext<CardBoard | null>(null);

export function useCardBoard(): CardBoard {
  const board = use(CardBoardContext);
  if (!board) throw new Error('A card must be rendered inside a CardBoardContext');
  return board;
}
