// What the cards of groups are given by their board.
import type { ColumnId } from '@wentwell/contract/columns';
import type { Group } from '@wentwell/contract/groups';
import type { GroupId } from '@wentwell/contract/ids';
import type { Note } from '@wentwell/contract/notes';
import type { Topic } from '@wentwell/contract/topics';
import type { ReactNode } from 'react';

import type { ColumnLook } from '#web/ui/identity/column-look';

/** The group whose title is being typed, and what the field begins with. */
export interface Renaming {
  id: GroupId;
  start: string;
}

/** Draws a note of a group as a list item. Must be the same function until something of every card has changed. */
export type DrawNote = (note: Note, place: NotePlace) => ReactNode;

export interface NotePlace {
  groupName: string;
  /** Not seen while a long group is folded. */
  isFolded: boolean;
  /** Tab leads to it. */
  isTabStop: boolean;
}

/** What a board gives to all its groups: the same object until something of every group has changed. */
export interface GroupCardParts {
  columns: readonly ColumnLook[];
  topicFooter?: ((topic: Topic) => ReactNode) | undefined;
  canChange: boolean;
  renaming: Renaming | null;
  onFold: (group: Group, isOpen: boolean) => void;
  onRename: (group: Group) => void;
  onTitleTyped: (text: string) => void;
  /** What was typed into the field where it was drawn before; null where nothing was. */
  titleBegun: (id: GroupId) => string | null;
  /** Null where nothing is to be saved. */
  onTitle: (group: Group, text: string | null) => void;
  onGroup: (group: Group) => void;
  onMove: (group: Group, to: ColumnId) => void;
  onDissolve: (group: Group) => void;
}
