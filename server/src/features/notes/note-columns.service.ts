import { type ColumnId, columnOfNewNote, findColumn } from '@wentwell/contract/columns';
import { describeError } from '@wentwell/contract/errors';
import type { Meeting } from '@wentwell/contract/meetings';
import type { NoteInput } from '@wentwell/contract/notes';

import { ApiError } from '#server/platform/http/api-error';

/** Returns the id. Throws COLUMN_UNKNOWN where the meeting has no such column. */
export function requireColumn({ columns }: Pick<Meeting, 'columns'>, id: ColumnId): ColumnId {
  if (findColumn(columns, id)) return id;
  const { detail: msg } = describeError('COLUMN_UNKNOWN');
  const errors = [{ loc: ['body', 'note_type'], msg, type: 'custom' }];
  throw new ApiError('COLUMN_UNKNOWN', {}, { errors });
}

export function columnForNewNote(
  meeting: Pick<Meeting, 'columns'>,
  { note_type }: Pick<NoteInput, 'note_type'>,
): ColumnId {
  return requireColumn(meeting, note_type ?? columnOfNewNote(meeting.columns));
}
