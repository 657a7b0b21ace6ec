// Board events in words: for the list of recent activity, and for screen readers.
import type { Announcement, BoardNames } from '@wentwell/contract/board-feature';
import { activityOf, announcementOf } from '@wentwell/contract/board-features';
import type { UserId } from '@wentwell/contract/ids';
import { boardLimits } from '@wentwell/contract/limits';
import type { EventFrame } from '@wentwell/contract/live';

import type { BoardClient } from '#web/live/board-client';
import { preview } from '#web/ui/preview';

type Columns = BoardNames['columns'];

/** Those of the board that is shown. */
export function columnsOf(client: BoardClient): Columns {
  return client.getSnapshot().board?.meeting.columns ?? [];
}

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
