// What a feature says and does when a meeting, its notes or its topics change.
import type { ColumnId } from '@wentwell/contract/columns';
import type { MeetingId, NoteId, TopicId } from '@wentwell/contract/ids';
import type { MeetingExport } from '@wentwell/contract/meeting-export';
import type { MeetingSettings } from '@wentwell/contract/meetings';
import type { Phase } from '@wentwell/contract/phases';
import type { SQL } from 'drizzle-orm';

import type { Tx } from '#server/platform/db/database';

import type { BoardActor } from './meeting-access.ts';
import type { MeetingRow, meetings } from './meetings.table.ts';

export interface MeetingChange {
  /** As it is afterwards. */
  meeting: MeetingRow;
  /** What was set. */
  changes: Partial<typeof meetings.$inferInsert>;
  /** Where the meeting was led to another phase, or anew to the same. */
  phaseBefore?: Phase | undefined;
}

/** A meeting that was made of a file. */
export interface ImportedMeeting {
  on: BoardActor;
  meeting: MeetingRow;
  file: MeetingExport;
  /** The new ids of what has others in the file. */
  ids: { note: ReadonlyMap<string, NoteId>; topic: ReadonlyMap<string, TopicId> };
}

/** What of a file did not come over. */
export interface ImportLosses {
  actionsWithoutOwner: number;
}

/**
 * What a feature says and does when a board's meeting, its notes or its topics change: in that change's transaction,
 * under the board's lock.
 */
export interface MeetingHook {
  /** Throws where what is on the board forbids these settings. Runs before anything is written. */
  authorizeSettings?(tx: Tx, on: BoardActor, settings: MeetingSettings): Promise<void>;
  /** Runs after the meeting is made, in the same transaction. */
  afterCreate?(tx: Tx, meeting: MeetingRow): Promise<void>;
  /** Writes the feature's part of a file, after its notes are written, and announces it on other boards. */
  afterImport?(tx: Tx, imported: ImportedMeeting): Promise<ImportLosses | null>;
  /** Runs after the meeting and its event are written. Not for deletions. */
  afterChange?(tx: Tx, on: BoardActor, change: MeetingChange): Promise<void>;
  /** Runs after the owner has set a timer or lengthened it, and the event about that is written. */
  afterTimeGiven?(tx: Tx, on: BoardActor, meeting: MeetingRow): Promise<void>;
  /** Runs before the meeting ends: its last event closes the sockets. Does nothing the second time. */
  beforeEnd?(tx: Tx, on: BoardActor): Promise<void>;
  /** A condition on `meetings`: it is over, and a version without this hook's `beforeEnd` has ended it. */
  isLeftToEnd?: SQL | undefined;
  /** The columns that hold something of the feature: they cannot be removed. */
  columnsInUse?(tx: Tx, meetingId: MeetingId): Promise<ColumnId[]>;
  /** Whether it holds anything of its team, deleted or not: the meeting stays there. */
  hasContent?(tx: Tx, meetingId: MeetingId): Promise<boolean>;
  /** Whether anybody ever wrote on this board: names are not switched off or on any more. */
  isWrittenOn?(tx: Tx, meetingId: MeetingId): Promise<boolean>;
}
