import type { NoteId, UserId } from '@wentwell/contract/ids';

import type { BoardChange } from '#server/live/event-log';

/** `by` is everybody who reacts with the emoji after the change; nobody is told more than whether they do. */
export function reactionChanged(noteId: NoteId, emoji: string, by: readonly UserId[]): BoardChange {
  const data = { note_id: noteId, emoji, count: by.length, by: by.toSorted() };
  return { event: { type: 'reaction_changed', data } };
}
