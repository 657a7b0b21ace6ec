import type { ColumnId } from '@wentwell/contract/columns';
import type { Group } from '@wentwell/contract/groups';
import type { NoteId, TopicId } from '@wentwell/contract/ids';
import type { Meeting } from '@wentwell/contract/meetings';
import type { Note } from '@wentwell/contract/notes';
import type { TeamContext } from '@wentwell/contract/teams';
import type { ReactNode } from 'react';

import type { GroupActions } from '#web/features/groups/group-actions';
import type { NoteActions } from '#web/features/notes/note-actions';
import type { NoteDrafts } from '#web/features/notes/note-drafts';
import type { NoteSlot, TopicSlot } from '#web/features/notes/NoteCard.tsx';
import type { FindSimilar } from '#web/features/notes/similar-notes';
import type { NoteMarks } from '#web/live/note-marks';
import type { PersonOf } from '#web/ui/identity/person-of';

export interface NoteBoardProps {
  meeting: Meeting;
  notes: readonly Note[];
  groups: readonly Group[];
  who: TeamContext;
  /** Must return the same object for the same person. */
  personOf: PersonOf;
  /** Who is editing which note, and who else has it in the hand. */
  editing: NoteMarks;
  /** How many others are writing a new note, by column. */
  typing: Partial<Record<ColumnId, number>>;
  held: NoteMarks;
  /** Notes that others have just changed. */
  news: ReadonlyMap<NoteId, 'changed' | 'revealed'>;
  actions: NoteActions;
  /** Null until its code is here: nothing is grouped before. */
  grouping: GroupActions | null;
  findSimilar: FindSimilar;
  drafts: NoteDrafts;
  onTyping: (noteId: NoteId) => void;
  /** At each move of a note in the hand, and once a second meanwhile. */
  onDrag: (noteId: NoteId, over: TopicId | ColumnId | null) => void;
  /** Shown in place of the columns. Dialogs stay open over it. */
  instead?: ReactNode;
  /** What the screen adds to the cards. Each must be the same function until what it draws has changed. */
  /** At the foot of a group, and of a note that stands alone. */
  topicFooter?: TopicSlot;
  /** Below each note, in a group and alone. */
  noteFooter?: NoteSlot;
  /** Beside the buttons of each note. */
  noteTools?: NoteSlot;
}
