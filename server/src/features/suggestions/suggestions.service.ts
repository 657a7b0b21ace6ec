// Which open notes belong together, by what they say. Face-down notes are not even read here: nothing of one may show
// in what is suggested, nor in how alike two other notes are (docs/retro.md R-153).
import { holdsActions } from '@wentwell/contract/columns';
import { effectiveStatus } from '@wentwell/contract/effective-status';
import { suggestTitle } from '@wentwell/contract/group-titles';
import type { MeetingId, NoteId } from '@wentwell/contract/ids';
import {
  type GroupSuggestion,
  type SimilarNote,
  suggestionPolicy,
} from '@wentwell/contract/suggestions';
import { and, asc, eq, isNull } from 'drizzle-orm';

import { accessMeeting } from '#server/features/meetings/meeting-access';
import { toMeeting } from '#server/features/meetings/meetings.table';
import { hasNoteId, noteIdOf, notes } from '#server/features/notes/notes.table';
import type { Database } from '#server/platform/db/database';
import { ApiError, authorize } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';

import type { ScoredNotes } from './comparison-jobs.ts';
import type { NoteComparer } from './note-comparer.ts';

export interface SuggestionsDeps {
  db: Database;
  comparer: NoteComparer;
}

function rounded(similarity: number): number {
  return Math.round(100 * similarity) / 100;
}

export function suggestionsService({ db, comparer }: SuggestionsDeps) {
  async function openNotes(meetingId: MeetingId) {
    return db
      .select()
      .from(notes)
      .where(and(eq(notes.meetingId, meetingId), isNull(notes.deletedAt), eq(notes.hidden, false)))
      .orderBy(asc(notes.position));
  }

  return {
    /** Groups of open notes that are in none yet. Notes for action items are no topics and stay out. */
    async groups(caller: Caller, meetingId: MeetingId): Promise<GroupSuggestion[]> {
      const { meeting: row, teamContext, now } = await accessMeeting(db, caller, meetingId);
      const meeting = toMeeting(row);
      const status = effectiveStatus(meeting, now);
      authorize(suggestionPolicy.groups(teamContext, { ...meeting, status }));
      const rows = (await openNotes(meetingId)).filter(
        ({ groupId, noteType }) => groupId === null && !holdsActions(meeting.columns, noteType),
      );
      if (rows.length < 2) return [];
      const texts = rows.map((note) => ({ id: noteIdOf(note), text: note.content }));
      const textOf = new Map(texts.map(({ id, text }) => [id, text]));
      const requester = { personId: caller.userId, teamId: row.teamId };
      const found = await comparer.run({ kind: 'groups', notes: texts }, requester);
      return found.map(({ noteIds, similarity }) => ({
        title: suggestTitle(noteIds.map((id) => textOf.get(id) ?? '')),
        note_ids: noteIds,
        similarity: rounded(similarity),
      }));
    },

    /** The open notes that are most like this one; of a face-down note none, whoever asks. */
    async similar(
      caller: Caller,
      { meetingId, noteId }: { meetingId: MeetingId; noteId: NoteId },
    ): Promise<SimilarNote[]> {
      const { meeting } = await accessMeeting(db, caller, meetingId);
      const [note] = await db
        .select({ hidden: notes.hidden })
        .from(notes)
        .where(and(eq(notes.meetingId, meetingId), hasNoteId(noteId), isNull(notes.deletedAt)));
      if (!note) throw new ApiError('NOT_FOUND');
      if (note.hidden) return [];
      const texts = (await openNotes(meetingId)).map((row) => ({
        id: noteIdOf(row),
        text: row.content,
      }));
      // It may have been deleted since.
      if (texts.length < 2 || !texts.some(({ id }) => id === noteId)) return [];
      const requester = { personId: caller.userId, teamId: meeting.teamId };
      const found = await comparer.run({ kind: 'similar', notes: texts, noteId }, requester);
      return found.flatMap(({ noteIds: [id], similarity }: ScoredNotes) =>
        id ? [{ note_id: id, similarity: rounded(similarity) }] : [],
      );
    },
  };
}
export type SuggestionsService = ReturnType<typeof suggestionsService>;
