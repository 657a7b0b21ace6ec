// What the cards of groups are given by their board.
import type { ColumnId } from '@wentwell/contract/columns';
import type { Group } from '@wentwell/contract/groups';
import type { GroupId } from '@wentwell/contract/ids';

import type { ColumnLook } from './column-look.ts';
import type { TopicSlot } from './NoteCard.tsx';

/** The group whose title is being typed, and what the field begins with. */
export interface Renaming {
  id: GroupId;
  start: string;
}

/** What a board gives to all its groups: the same object until something of every group has changed. */
export interface GroupCardParts {
  columns: readonly ColumnLook[];
  topicBadges?: TopicSlot | undefined;
  topicFooter?: TopicSlot | undefined;
  canChange: boolean;
  renaming: Renaming | null;
  onFold: (group: Group, isOpen: boolean) => void;
  onRename: (group: Group) => void;
  onTitleTyped: (text: string) => void;
  /** Null where nothing is to be saved. */
  onTitle: (group: Group, text: string | null) => void;
  onGroup: (group: Group) => void;
  onMove: (group: Group, to: ColumnId) => void;
  onDissolve: (group: Group) => void;
}
