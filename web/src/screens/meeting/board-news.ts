// What happened on the board, in words: for the list of recent activity, and for who listens instead of looking.
import type { Board } from '@wentwell/contract/board';
import type { Announcement, BoardNames } from '@wentwell/contract/board-feature';
import {
  activityOf,
  announcementOf,
  textsDeletedBy,
  textsIn,
  touchedNotes,
} from '@wentwell/contract/board-features';
import type { UserId } from '@wentwell/contract/ids';
import { boardLimits } from '@wentwell/contract/limits';
import type { EventFrame } from '@wentwell/contract/live';

import { preview } from '#web/ui/preview';

type Columns = BoardNames['columns'];

export interface Activity {
  seq: number;
  /** Null for what nobody did, or somebody without a name. */
  userId: UserId | null;
  /** Nobody did it: a timer ran out, or the meeting's end came. */
  isByMeeting: boolean;
  /** For example 'added a note to Went Well'. */
  action: string;
  /** The beginning of the note; empty if it is hidden or deleted. */
  preview: string;
}

/** Null for events that the list does not show. */
export function describeEvent(event: EventFrame, columns: Columns): Activity | null {
  const activity = activityOf(event, { columns });
  if (!activity) return null;
  const { seq } = event;
  const { action, quote, who } = activity;
  return {
    seq,
    userId: who ?? event.userId,
    isByMeeting: event.userId === null && /^(phase|meeting|timer)_/.test(event.type),
    action,
    preview: preview(quote, boardLimits.activityPreview),
  };
}

/** One announcement for many events; empty if none of them is worth announcing. */
export function summarise(events: readonly EventFrame[], columns: Columns): string {
  const topics = new Map<string, Announcement & { count: number }>();
  for (const event of events) {
    const announcement = announcementOf(event, { columns });
    if (!announcement) continue;
    const { topic } = announcement;
    topics.set(topic, { ...announcement, count: (topics.get(topic)?.count ?? 0) + 1 });
  }
  return [...topics.values()]
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ sentence, count }) => sentence(count))
    .join(' ');
}

/** What this page showed before and after an event. */
interface ShownBoards {
  before: Board | null;
  now: Board | null;
}

/**
 * In an anonymous meeting events name nobody. A change of this page's own is known there by its effect, which the board
 * showed before the event came.
 */
export function isByOthers(event: EventFrame, me: UserId, { before, now }: ShownBoards): boolean {
  if (event.userId !== null) return event.userId !== me;
  const ids = new Set<string>([
    ...touchedNotes(event).map(({ id }) => id),
    ...textsIn(event),
    ...(textsDeletedBy(event)?.ids ?? []),
  ]);
  if (!before || !now || ids.size === 0) return true;
  return [...ids].some((id) => lookOf(id, before) !== lookOf(id, now) || isFaceDown(id, now));
}

/** The same for what looks the same; empty for what is not there. */
function lookOf(id: string, { notes, groups, comments }: Board): string {
  const note = notes.find((each) => each.id === id);
  if (note) {
    const group = groups.find((each) => each.id === note.group_id);
    return JSON.stringify([note.content, note.note_type, group?.title, group?.column_id]);
  }
  const comment = Object.values(comments)
    .flat()
    .find((each) => each.id === id);
  return comment ? JSON.stringify([comment.content]) : '';
}

/** A note of somebody else that lies face down looks the same whatever they change. */
function isFaceDown(id: string, { notes }: Board): boolean {
  return notes.some((note) => note.id === id && note.hidden && note.mine !== true);
}
