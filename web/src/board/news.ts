// News of a change. Each feature says its own; screens/meeting/change-words.ts lists them.
import type { UserId } from '@wentwell/contract/ids';

/** A sentence for screen readers. Changes with one `topic` are announced together. */
export interface Announcement {
  topic: string;
  /** Lower ranks are spoken first. */
  rank: number;
  /** Not announced to this user, who sees a notice. */
  noticedBy?: UserId;
  /** That notice, unless the board itself shows one. */
  notice?: string;
  sentence(count: number): string;
}

export interface News {
  action: string;
  quote?: string;
  /** Set if it differs from the author of the change. */
  userId?: UserId | null;
  /** Attributed to the meeting if nobody is named. */
  isOfMeeting?: true;
  announcement?: Announcement | null;
}

export function say(topic: string, rank: number, sentence: string): Announcement {
  return { topic, rank, sentence: () => sentence };
}

/** For example '2 notes edited.' */
export function sayCount(
  topic: string,
  rank: number,
  [noun, rest]: [string, string],
): Announcement {
  return { topic, rank, sentence: (count) => `${count} ${noun}${count === 1 ? '' : 's'}${rest}.` };
}
