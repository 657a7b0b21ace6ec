import { describeAnyError } from '@wentwell/contract/all-errors';
import {
  type ColumnId,
  columnOfNewNote,
  findColumn,
  resolveColumn,
} from '@wentwell/contract/columns';
import type { Meeting } from '@wentwell/contract/meetings';
import type { NoteInput } from '@wentwell/contract/notes';

import {
  columnsOf,
  hidesNewNotes,
  type MeetingRow,
} from '#server/features/meetings/meetings.table';
import { ApiError } from '#server/platform/http/api-error';

import type { NoteRow } from './notes.table.ts';

/** Returns the id. Throws COLUMN_UNKNOWN where the meeting has no such column. */
export function requireColumn({ columns }: Pick<Meeting, 'columns'>, id: ColumnId): ColumnId {
  if (findColumn(columns, id)) return id;
  const { detail: msg } = describeAnyError('COLUMN_UNKNOWN');
  const errors = [{ loc: ['body', 'note_type'], msg, type: 'custom' }];
  throw new ApiError('COLUMN_UNKNOWN', {}, { errors });
}

export function columnForNewNote(
  meeting: Pick<Meeting, 'columns'>,
  { note_type }: Pick<NoteInput, 'note_type'>,
): ColumnId {
  return requireColumn(meeting, note_type ?? columnOfNewNote(meeting.columns));
}

/** A deleted note comes back face down only where notes still are; its column may have been removed meanwhile. */
export function placeOfRestored(
  note: NoteRow,
  meeting: MeetingRow,
): Pick<NoteRow, 'hidden' | 'noteType'> {
  return {
    hidden: note.hidden && hidesNewNotes(meeting),
    noteType: resolveColumn(columnsOf(meeting), note.noteType),
  };
}
