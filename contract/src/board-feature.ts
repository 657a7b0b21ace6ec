// What a feature of the board has to say of itself. `board-features.ts` lists the features; the live channel, the
// snapshot, the log and the page derive all that they do with an event from what is said here.
import { z } from 'zod';

import type { Viewer } from './author-keys.ts';
import { type NoteId, type TextId, UserId } from './ids.ts';
import { type StoredParts, upgradeOf, type UpgradeSteps } from './stored-values.ts';
import { Timestamp } from './text.ts';

/** The same both ways; `userId` is whose action it was, null for the server's own. */
export const envelope = { userId: UserId.nullable(), timestamp: Timestamp };
const sequenced = { ...envelope, seq: z.number().int().min(1) };

/** A line of the recent activity: "… added a note to Went Well", and the note's text where there is one. */
export interface Activity {
  action: string;
  quote: string;
  /** Whose line it is, where that is not the person who acted. */
  who?: UserId;
}

/** A sentence for people who listen instead of looking. Events of one `topic` are announced together. */
export interface Announcement {
  topic: string;
  /** Lower ranks are spoken first. */
  rank: number;
  sentence(count: number): string;
}

/** What the names in a sentence are taken from. */
export interface BoardNames {
  columns: readonly { id: string; title: string }[];
}

/** A card that lights up, or turns over. */
export interface TouchedNote {
  id: NoteId;
  news: 'changed' | 'revealed';
}

/**
 * Texts that go together. Their kind counts: clients choose ids, and nobody may erase somebody's note by deleting a
 * comment or an action item of the same id.
 */
export interface Texts {
  kind: 'note' | 'comment' | 'action';
  ids: readonly TextId[];
}

/** The texts that people wrote, in an event. */
export interface EventTexts<Data, Erased> {
  /** Whose deletion takes a text out of the event: they are indexed, so that an erasure finds it. */
  held(data: Data): readonly Texts[];
  /** What is left to tell without these, of which the event holds some. */
  erase(data: Data, gone: Texts): Erased;
}

/** Everything that has to be decided for one type of event; nothing has a default. */
export interface EventRules<Data, Part, Change, Erased, Specified> {
  /** What the event changes of the board. Pure; the caller keeps the order. */
  apply(part: Part, data: Data): Change;
  /**
   * Names what this viewer may not see of the event, null where they may see all of it. Nobody in particular (null)
   * may see the least. Viewers for whom the name is the same see the same, which is encoded once.
   */
  concealedFrom(data: Data, viewer: Viewer | null): string | null;
  /** The event without what `concealedFrom` named. */
  mask(data: Data, concealed: string): Data;
  /** Whether a viewer of the masked event must not know either whose action it was: a vote, but no face-down note. */
  masksActor: boolean;
  texts: EventTexts<Data, Erased> | 'none';
  /** What the event deletes: its texts leave the history. */
  deletedTexts(data: Data): Texts | null;
  /** The note whose mark of editing is over with this event. */
  endsEditing(data: Data): NoteId | null;
  /** Whether a board must be told of it even when its history of the hour is full. */
  isAlwaysKept: boolean;
  /** Whether the meeting may have begun or ended with it, so that a page needs a socket, or none. */
  mayChangeStatus: boolean;
  /** The messages for clients that know the specification's alone; null where the event is one of those. */
  specified(data: Data): readonly Specified[] | null;
  /** Its line in the recent activity; null where another event tells the same. */
  describe(data: Data, names: BoardNames): Activity | null;
  announce(data: Data, names: BoardNames): Announcement | null;
  touches(data: Data): readonly TouchedNote[];
}

/** Rules of an event that is the same for everybody who may see the board. */
export const visibleToAll = { concealedFrom: () => null, masksActor: false } as const;

/** Rules of an event that holds, deletes and marks no note. */
export const holdsNoNote = {
  texts: 'none',
  deletedTexts: () => null,
  endsEditing: () => null,
  touches: () => [],
} as const;

/** How stored data of an event is upgraded: the values in it by their own steps, then the data itself. */
interface StoredData {
  steps: UpgradeSteps;
  parts: StoredParts;
}

export function boardEvent<
  Type extends string,
  Data extends z.ZodType,
  Part,
  Change,
  Erased = never,
  Specified = never,
>(
  type: Type,
  {
    data,
    stored,
    ...rules
  }: EventRules<z.infer<Data>, Part, Change, Erased, Specified> & {
    data: Data;
    stored: StoredData;
  },
) {
  const schema = z.object({ type: z.literal(type), data });
  return {
    ...rules,
    /** Whose action it was, as this viewer may know. */
    actorSeenBy: (full: z.infer<Data>, viewer: Viewer | null, actor: UserId | null) =>
      rules.masksActor && rules.concealedFrom(full, viewer) !== null ? null : actor,
    schema,
    /** On its way to a client. */
    frame: schema.extend(sequenced),
    upgrade: upgradeOf(stored.steps, stored.parts),
    masked: (full: z.infer<Data>, concealed: string) => ({
      type,
      data: rules.mask(full, concealed),
    }),
  };
}

/** For hashes, which must not depend on the order in which the keys were set. */
export function sortedEntries<Value>(record: Readonly<Record<string, Value>>): [string, Value][] {
  return Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1));
}
