import type { ColumnId } from '@wentwell/contract/columns';
import type { Note } from '@wentwell/contract/notes';
import type { TeamContext } from '@wentwell/contract/teams';
import type { Topic } from '@wentwell/contract/topics';
import { createContext, type ReactNode, use } from 'react';

import type { BoardClient } from '#web/live/board-client';
import type { ColumnLook } from '#web/ui/identity/column-look';
import type { PersonOf } from '#web/ui/identity/person';

import type { NoteAct, NoteRights } from './note-acts.tsx';

/** The screen's own parts of a card. Each is the same function until what it draws has changed. */
export interface CardSlots {
  /** At the foot of a group, and of a note that stands alone. */
  topicFooter: (topic: Topic) => ReactNode;
  /** Below each note, in a group and alone. */
  noteFooter: (note: Note) => ReactNode;
  noteTools: (note: Note) => ReactNode;
}

/** Shared by all cards of a board. A new object redraws every card, so it must keep its identity. */
export interface CardBoard extends CardSlots {
  client: BoardClient;
  who: TeamContext;
  columns: readonly ColumnLook[];
  personOf: PersonOf;
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
