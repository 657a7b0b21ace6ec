// Topics that were carried into a meeting follow its columns and its anonymity (docs/retro.md ).
import { columnForCarried, isCarriedOver } from '../carry-over.ts';
import type { CascadeRule } from './cascade.ts';
import type { BoardFeature } from './command.ts';
import { nextVersion } from './context.ts';
import { changedMeeting, getMeeting } from './meeting.ts';
import { noteType, type NoteRecord } from './notes.ts';

/** They hold no column in place: those in no group go where they would have been carried to. */
const followColumns: CascadeRule = {
  name: 'carried topics follow the columns',
  cascade(patch, { before, after }, context) {
    const columns = changedMeeting(patch)?.columns;
    if (!columns || columns === getMeeting(before).columns) return null;
    const put = after.all(noteType).flatMap((note) => {
      if (note.group_id !== null || !isCarriedOver(note.id)) return [];
      const note_type = columnForCarried(columns, note.note_type);
      if (note_type === note.note_type) return [];
      return [{ ...note, note_type, version: nextVersion(note.version, context) }];
    });
    return { put, remove: [] };
  },
};

/** A board with authors that becomes anonymous holds no other notes than carried ones. */
const forgetAuthors: CascadeRule = {
  name: 'carried topics lose their authors on an anonymous board',
  cascade(patch, { after }) {
    if (!changedMeeting(patch)?.settings.anonymous) return null;
    const isNamed = (note: NoteRecord) => note.author_id !== null || note.author_name !== undefined;
    const put = after
      .all(noteType)
      .filter(isNamed)
      .map((note) => {
        const { author_name: _, ...rest } = note;
        return { ...rest, author_id: null };
      });
    return { put, remove: [] };
  },
};

export const carriedNotesFeature: BoardFeature = {
  recordTypes: [],
  commands: [],
  cascades: [followColumns, forgetAuthors],
};
