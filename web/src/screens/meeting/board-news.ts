// What happened on the board, in words: for the list of recent activity, and for who listens instead of looking.
import type { NoteId, UserId } from '@wentwell/contract/ids';
import { boardLimits } from '@wentwell/contract/limits';
import type { EventFrame } from '@wentwell/contract/live';
import { effectiveStatus } from '@wentwell/contract/meetings';
import type { Note, NoteType } from '@wentwell/contract/notes';
import { phaseFacts } from '@wentwell/contract/phases';

import { columnLooks, columnTitle } from '#web/features/notes/column-look';
import { preview } from '#web/features/notes/note-text';

export interface Activity {
  seq: number;
  userId: UserId | null;
  /** What they did: '… added a note to Went Well'. */
  action: string;
  /** The note's beginning; empty where it lies face down or is gone. */
  preview: string;
}

/** Takes an event; gives its line in the list, or null where it is none. */
export function describeEvent(event: EventFrame): Activity | null {
  const action = actionOf(event);
  if (action === null) return null;
  const content = 'note' in event.data ? event.data.note.content : '';
  return {
    seq: event.seq,
    userId: event.userId,
    action,
    preview: preview(content, boardLimits.activityPreview),
  };
}

function actionOf(event: EventFrame): string | null {
  switch (event.type) {
    case 'note_created':
      return `added a note to ${columnTitle(event.data.note.note_type)}`;
    case 'note_updated':
      return 'edited a note';
    case 'note_moved':
      return `moved a note to ${columnTitle(event.data.note.note_type)}`;
    case 'note_deleted':
      return 'deleted a note';
    case 'phase_changed':
      return `went on to ${phaseFacts[event.data.phase.phase].label}`;
    case 'meeting_updated':
      return effectiveStatus(event.data.meeting) === 'closed'
        ? 'finished the meeting'
        : 'changed the meeting';
    // The change of phase that turns them over is told already.
    case 'notes_revealed':
      return null;
  }
}

/** Takes what others did meanwhile; gives one announcement, or an empty text. */
export function summarise(events: readonly EventFrame[]): string {
  const added: NoteType[] = [];
  let edited = 0;
  let moved = 0;
  let deleted = 0;
  const told: string[] = [];
  for (const event of events) {
    if (event.type === 'note_created') added.push(event.data.note.note_type);
    else if (event.type === 'note_updated') edited += 1;
    else if (event.type === 'note_moved') moved += 1;
    else if (event.type === 'note_deleted') deleted += 1;
    else if (event.type === 'phase_changed') {
      const { label, purpose } = phaseFacts[event.data.phase.phase];
      told.push(`Phase: ${label}. ${purpose}`);
    } else if (
      event.type === 'meeting_updated' &&
      effectiveStatus(event.data.meeting) === 'closed'
    ) {
      told.push('The meeting is finished.');
    }
  }
  for (const { type, title } of columnLooks) {
    const count = added.filter((each) => each === type).length;
    if (count > 0) told.push(`${count} new ${count === 1 ? 'note' : 'notes'} in ${title}.`);
  }
  if (edited > 0) told.push(`${notes(edited)} edited.`);
  if (moved > 0) told.push(`${notes(moved)} moved.`);
  if (deleted > 0) told.push(`${notes(deleted)} deleted.`);
  return told.join(' ');
}

function notes(count: number): string {
  return count === 1 ? '1 note' : `${count} notes`;
}

/** Which cards an event makes light up or turn over. */
export function touchedNotes(event: EventFrame): { id: NoteId; news: 'changed' | 'revealed' }[] {
  if (event.type === 'notes_revealed') {
    return event.data.notes.map((note: Note) => ({ id: note.id, news: 'revealed' as const }));
  }
  return 'note' in event.data ? [{ id: event.data.note.id, news: 'changed' }] : [];
}
