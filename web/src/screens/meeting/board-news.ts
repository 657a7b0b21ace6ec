// Board events in words: for the list of recent activity, and for screen readers.
import type { Column, ColumnId } from '@wentwell/contract/columns';
import type { NoteId, UserId } from '@wentwell/contract/ids';
import { boardLimits } from '@wentwell/contract/limits';
import type { EventFrame } from '@wentwell/contract/live';
import { effectiveStatus } from '@wentwell/contract/meetings';
import type { Note } from '@wentwell/contract/notes';
import { phaseFacts } from '@wentwell/contract/phases';

import { columnTitle } from '#web/features/notes/column-look';
import { preview } from '#web/features/notes/note-text';

export interface Activity {
  seq: number;
  userId: UserId | null;
  /** For example 'added a note to Went Well'. */
  action: string;
  /** The beginning of the note; empty if it is hidden or deleted. */
  preview: string;
}

/** Null for events that the list does not show. */
export function describeEvent(event: EventFrame, columns: readonly Column[]): Activity | null {
  const action = actionOf(event, columns);
  if (action === null) return null;
  const content = 'note' in event.data ? event.data.note.content : '';
  return {
    seq: event.seq,
    userId: event.userId,
    action,
    preview: preview(content, boardLimits.activityPreview),
  };
}

function actionOf(event: EventFrame, columns: readonly Column[]): string | null {
  switch (event.type) {
    case 'note_created':
      return `added a note${toColumn(event.data.note, columns)}`;
    case 'note_updated':
      return 'edited a note';
    case 'note_moved':
      return `moved a note${toColumn(event.data.note, columns)}`;
    case 'note_deleted':
      return 'deleted a note';
    case 'phase_changed':
      return `went on to ${phaseFacts[event.data.phase.phase].label}`;
    case 'meeting_updated':
      return effectiveStatus(event.data.meeting) === 'closed'
        ? 'finished the meeting'
        : 'changed the meeting';
    // The change of phase that reveals them has a line of its own.
    case 'notes_revealed':
      return null;
  }
}

function toColumn({ note_type }: Note, columns: readonly Column[]): string {
  const title = columnTitle(columns, note_type);
  return title === null ? '' : ` to ${title}`;
}

/** One announcement for many events; empty if none of them is worth announcing. */
export function summarise(events: readonly EventFrame[], columns: readonly Column[]): string {
  const added: ColumnId[] = [];
  let edited = 0;
  let moved = 0;
  let deleted = 0;
  const sentences: string[] = [];
  for (const event of events) {
    if (event.type === 'note_created') added.push(event.data.note.note_type);
    else if (event.type === 'note_updated') edited += 1;
    else if (event.type === 'note_moved') moved += 1;
    else if (event.type === 'note_deleted') deleted += 1;
    else if (event.type === 'phase_changed') {
      const { label, purpose } = phaseFacts[event.data.phase.phase];
      sentences.push(`Phase: ${label}. ${purpose}`);
    } else if (
      event.type === 'meeting_updated' &&
      effectiveStatus(event.data.meeting) === 'closed'
    ) {
      sentences.push('The meeting is finished.');
    }
  }
  for (const { id, title } of columns) {
    const count = added.filter((each) => each === id).length;
    if (count > 0) sentences.push(`${count} new ${count === 1 ? 'note' : 'notes'} in ${title}.`);
  }
  if (edited > 0) sentences.push(`${notes(edited)} edited.`);
  if (moved > 0) sentences.push(`${notes(moved)} moved.`);
  if (deleted > 0) sentences.push(`${notes(deleted)} deleted.`);
  return sentences.join(' ');
}

function notes(count: number): string {
  return count === 1 ? '1 note' : `${count} notes`;
}

/** The cards that an event highlights or turns over. */
export function touchedNotes(event: EventFrame): { id: NoteId; news: 'changed' | 'revealed' }[] {
  if (event.type === 'notes_revealed') {
    return event.data.notes.map((note: Note) => ({ id: note.id, news: 'revealed' as const }));
  }
  return 'note' in event.data ? [{ id: event.data.note.id, news: 'changed' }] : [];
}
