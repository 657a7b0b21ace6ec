// Lets features add rows to a new meeting.
import type { MeetingExport } from '@wentwell/contract/exports/meeting-export';
import type { NoteId, TopicId, UserId } from '@wentwell/contract/ids';

import type { Tx } from '#server/platform/db/database';

import type { MeetingRow } from './meetings.table.ts';

export interface ImportedMeeting {
  /** Null if the meeting is anonymous. */
  actorId: UserId | null;
  meeting: MeetingRow;
  file: MeetingExport;
  /** Maps ids of the file to new ids. */
  ids: { note: ReadonlyMap<string, NoteId>; topic: ReadonlyMap<string, TopicId> };
}

/** Parts of the file that were not imported. */
export interface ImportLosses {
  actionsWithoutOwner: number;
}

/** The hooks run in the transaction that creates the meeting. */
export interface MeetingHook {
  afterCreate?(tx: Tx, meeting: MeetingRow): Promise<void>;
  /** Called after the notes are written. Writes the feature's part of the file and publishes it to other boards. */
  afterImport?(tx: Tx, imported: ImportedMeeting): Promise<ImportLosses | null>;
}
