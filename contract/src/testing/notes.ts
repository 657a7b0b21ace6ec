// Valid sample notes and groups for tests.
import { GroupId, MeetingId, NoteId, UserId } from '../ids.ts';
import type { Group } from '../notes/groups.ts';
import type { LoggedNote } from '../notes/notes.ts';

let made = 0;

function sampleId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** By default a revealed note in the first column. */
export function makeNote(overrides: Partial<LoggedNote> = {}): LoggedNote {
  made += 1;
  return {
    id: NoteId.parse(sampleId(made)),
    meeting_id: MeetingId.parse(sampleId(0)),
    author_id: UserId.parse(sampleId(1)),
    content: 'The deploy took one minute.',
    note_type: 'went_well',
    hidden: false,
    group_id: null,
    position: made,
    version: 1,
    created_at: '2025-03-14T09:00:00.000Z',
    updated_at: '2025-03-14T09:00:00.000Z',
    ...overrides,
  };
}

/** By default without notes, in the first column. */
export function makeGroup(overrides: Partial<Group> = {}): Group {
  made += 1;
  return {
    id: GroupId.parse(sampleId(made)),
    title: 'Deploys',
    title_is_custom: false,
    column_id: 'went_well',
    note_ids: [],
    version: 1,
    ...overrides,
  };
}
