// What a feature says and does when a meeting, its notes or its topics change.
import type { ColumnId } from '@wentwell/contract/columns';
import type { GroupId, MeetingId, NoteId, TopicId, UserId } from '@wentwell/contract/ids';
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

/** Grouped notes of one board that are deleted, or moved to another column. */
export interface LeavingNotes {
  /** `id` is that of the row. */
  notes: readonly { id: NoteId; groupId: GroupId | null }[];
  areDeleted: boolean;
}

/** `id` is that of the row. */
export interface RestoredNote {
  id: NoteId;
  publicId: NoteId | null;
  groupId: GroupId | null;
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
  /** Removes the notes from their groups and announces that. Their own rows and events are written afterwards. */
  beforeNotesLeave?(tx: Tx, on: BoardActor, leaving: LeavingNotes): Promise<void>;
  /** Runs after topics have come, gone, or changed their notes, and the events about that are written. */
  afterTopicsChange?(tx: Tx, on: BoardActor, meeting: MeetingRow): Promise<void>;
  /** Runs after the note is on the board again, and the event about that is written. */
  afterNoteRestored?(tx: Tx, on: BoardActor, note: RestoredNote): Promise<void>;
  /** Removes what a person, whose account is purged, has left on notes of others, and announces that. */
  purgePerson?(tx: Tx, on: BoardActor, personId: UserId): Promise<void>;
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

/** Each runs the hooks one after another, in their order. */
export function topicHooks(hooks: readonly MeetingHook[]) {
  return {
    async beforeNotesLeave(tx: Tx, on: BoardActor, leaving: LeavingNotes): Promise<void> {
      for (const hook of hooks) await hook.beforeNotesLeave?.(tx, on, leaving);
    },

    async afterTopicsChange(tx: Tx, on: BoardActor, meeting: MeetingRow): Promise<void> {
      for (const hook of hooks) await hook.afterTopicsChange?.(tx, on, meeting);
    },

    async afterNoteRestored(tx: Tx, on: BoardActor, note: RestoredNote): Promise<void> {
      for (const hook of hooks) await hook.afterNoteRestored?.(tx, on, note);
    },

    async purgePerson(tx: Tx, on: BoardActor, personId: UserId): Promise<void> {
      for (const hook of hooks) await hook.purgePerson?.(tx, on, personId);
    },
  };
}
