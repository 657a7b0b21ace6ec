// Proposes name and time of a team's next meeting.
import type { Meeting } from '@wentwell/contract/meetings/meetings';

import { isDay, midnightOf } from '#web/api/days';
import { serverNow } from '#web/api/server-time';

import { FutureDay, newMeetingName } from './meeting-form.ts';

/** Two weeks later at the same local time, rounded to five minutes; further weeks if that is in the past. */
export function inTwoWeeks(instant: string | null, now: Date): string {
  const fiveMinutes = 5 * 60_000;
  const time = new Date(
    Math.round((instant ? Date.parse(instant) : now.getTime()) / fiveMinutes) * fiveMinutes,
  );
  do time.setDate(time.getDate() + 14);
  while (time <= now);
  return time.toISOString();
}

/** The day at the instant's local time; null for an invalid day. */
export function sameTimeOn(day: string, instant: string): Date | null {
  if (!isDay(day)) return null;
  const time = new Date(instant);
  const start = midnightOf(day);
  start.setHours(time.getHours(), time.getMinutes());
  return start;
}

/** Why a meeting cannot be on the day at the instant's local time; undefined if it can. */
export function whyNotOn(day: string, instant: string): string | undefined {
  const at = sameTimeOn(day, instant);
  const refused = FutureDay.safeParse(day).error?.issues[0]?.message;
  return refused ?? (at && at <= serverNow() ? 'That time today has already passed.' : undefined);
}

/** The proposed name of a later meeting: a name of the meeting's own day gets that of the other, "Sprint 9" the next number. */
export function nextMeetingName(
  { name: own, start_time, created_at }: Pick<Meeting, 'name' | 'start_time' | 'created_at'>,
  at: Date,
): string {
  const days = [start_time ?? created_at, created_at].map((time) => newMeetingName(new Date(time)));
  if (days.includes(own)) return newMeetingName(at);
  // Not a date: "Sprint 2026-05".
  return own.replace(/(?<=\bsprint\s*#?)\d{1,3}(?![\d]|[-./]\d)/i, (digits) =>
    String(Number(digits) + 1).padStart(digits.length, '0'),
  );
}
