// The specification's messages about notes, for clients that support no other frames (docs/live-protocol.md S-61,
// S-62).
import { z } from 'zod';

import { envelope } from '../board/change-frame.ts';
import { NoteId } from '../ids.ts';
import { LiveNoteType, Note, toLiveNoteType } from '../notes/notes.ts';

const NoteData = z.object({
  note_id: NoteId,
  note_type: LiveNoteType,
  content: z.string(),
  note: Note,
});
const MovedData = z.object({
  note_id: NoteId,
  note_type: LiveNoteType,
  newType: LiveNoteType,
  note: Note,
});

/** `seq` is only set in the last message of a change. */
const sent = { ...envelope, seq: z.number().int().min(1).optional() };

export const NoteMessage = z.discriminatedUnion('type', [
  z.object({ ...sent, type: z.literal('note_created'), data: NoteData }),
  z.object({ ...sent, type: z.literal('note_updated'), data: NoteData }),
  z.object({ ...sent, type: z.literal('note_moved'), data: MovedData }),
  z.object({ ...sent, type: z.literal('note_deleted'), data: z.object({ note_id: NoteId }) }),
]);
export type NoteMessage = z.infer<typeof NoteMessage>;

export function noteData(note: Note): z.infer<typeof NoteData> {
  const { id, content, note_type } = note;
  return { note_id: id, note_type: toLiveNoteType(note_type), content, note };
}

/** As in all note messages, `note_type` is the current column. */
export function movedData(note: Note): z.infer<typeof MovedData> {
  const newType = toLiveNoteType(note.note_type);
  return { note_id: note.id, note_type: newType, newType, note };
}
