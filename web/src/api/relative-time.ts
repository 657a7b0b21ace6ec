import { serverNow } from './server-time.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const units = [
  { unit: 'year', ms: 365 * day },
  { unit: 'month', ms: 30 * day },
  { unit: 'day', ms: day },
  { unit: 'hour', ms: hour },
  { unit: 'minute', ms: minute },
] as const;

/** Created on first use, which costs about 10 ms on a phone. */
let words: Intl.RelativeTimeFormat | undefined;

/** For example 'in 7 days', 'tomorrow', '5 minutes ago', or 'now' within half a minute. */
export function relativeTime(instant: string, now = serverNow().getTime()): string {
  // Part of English sentences, whatever the browser's language.
  words ??= new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  const distance = Date.parse(instant) - now;
  for (const { unit, ms } of units) {
    const count = Math.round(distance / ms);
    if (Math.abs(distance) >= ms || (unit === 'minute' && count !== 0)) {
      return words.format(count, unit);
    }
  }
  return words.format(0, 'second');
}
