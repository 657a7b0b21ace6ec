// Rows of a feature that a new meeting has from the start.
import type { NoteId, TopicId, UserId } from '@wentwell/contract/ids';
import type { MeetingExport } from '@wentwell/contract/meeting-export';

import type { Tx } from '#server/platform/db/database';

import type { MeetingRow } from './meetings.table.ts';

export interface ImportedMeeting {
  /** Null where the meeting is anonymous. */
  actorId: UserId | null;
  meeting: MeetingRow;
  file: MeetingExport;
  /** The new ids of what has others in the file. */
  ids: { note: ReadonlyMap<string, NoteId>; topic: ReadonlyMap<string, TopicId> };
}

/** The parts of a file that did not come over. */
export interface ImportLosses {
  actionsWithoutOwner: number;
}

/** A feature's part in making a meeting, in the transaction that makes it. */
export interface MeetingHook {
  afterCreate?(tx: Tx, meeting: MeetingRow): Promise<void>;
  /** Writes the feature's part of a file, after its notes are written, and announces it on other boards. */
  afterImport?(tx: Tx, imported: ImportedMeeting): Promise<ImportLosses | null>;
}
