// The rows of a board that is made of a file (docs/retro.md ). Every id is new; names of people stay names,
// because anybody can write a file and put any name under a note.
import { CommentId, GroupId, NoteId, type TopicId } from '@wentwell/contract/ids';
import { countsOf, importedId, type ImportedIds } from '@wentwell/contract/imports';
import type { MeetingExport } from '@wentwell/contract/meeting-export';
import { isEditable } from '@wentwell/contract/meetings';
import { storedVersion } from '@wentwell/contract/stored-values';

import type { CommentRow } from '#server/features/comments/comments.table';
import type { GroupRow } from '#server/features/groups/groups.table';
import type { MeetingRow } from '#server/features/meetings/meetings.table';
import type { NoteRow } from '#server/features/notes/notes.table';
import { newTimelessId } from '#server/platform/ids';

export interface ImportedBoard {
  notes: NoteRow[];
  groups: GroupRow[];
  comments: CommentRow[];
}

/** New ids for what has others in the file. They do not tell in which order anything was written. */
export function importedIds({ notes, groups }: MeetingExport): ImportedIds {
  const note = new Map(notes.map(({ id }) => [id, newTimelessId(NoteId)]));
  const group = new Map(groups.map(({ id }) => [id, newTimelessId(GroupId)]));
  const topic = new Map<string, TopicId>([...note, ...group]);
  return { note, group, topic };
}

const undeleted = { deletedAt: null, deletedBy: null, deletedByHash: null };

export function importedBoard(
  file: MeetingExport,
  ids: ImportedIds,
  { id: meetingId, teamId, status }: MeetingRow,
): ImportedBoard {
  // A board that goes on is voted on anew.
  const counts = isEditable(status) ? new Map<string, never>() : countsOf(file);
  const names = new Map(file.people.map(({ id, name }) => [id, name]));
  const written = ({
    author,
    text,
    created_at,
  }: {
    author: string | null;
    text: string;
    created_at: string;
  }) => ({
    authorId: null,
    authorHash: null,
    authorName: author === null ? null : importedId(names, author),
    content: text,
    version: 1,
    createdAt: new Date(created_at),
    updatedAt: new Date(created_at),
    ...undeleted,
  });
  return {
    notes: file.notes.map((note, index) => ({
      id: importedId(ids.note, note.id),
      publicId: null,
      meetingId,
      teamId,
      ...written(note),
      noteType: note.column,
      hidden: false,
      edited: false,
      groupId: note.group === null ? null : importedId(ids.group, note.group),
      // As changes of their own would have numbered them.
      position: index + 1,
      importedCounts: counts.get(note.id) ?? null,
      importedCountsVersion: storedVersion,
    })),
    groups: file.groups.map(({ id, title, title_is_custom, column }) => ({
      meetingId,
      teamId,
      id: importedId(ids.group, id),
      title,
      titleIsCustom: title_is_custom,
      columnId: column,
      version: 1,
    })),
    comments: file.comments.map((comment) => ({
      meetingId,
      teamId,
      id: newTimelessId(CommentId),
      noteId: importedId(ids.note, comment.note),
      ...written(comment),
    })),
  };
}
