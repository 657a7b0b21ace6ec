import { Timestamp } from './text.ts';

/** Years that every calendar and database agree on; an offset may push the last day of 9999 over its edge. */
export const inCommonYears = [
  (time: string): boolean => {
    const year = new Date(time).getUTCFullYear();
    return year >= 1970 && year <= 9999;
  },
  'Please pick a date between 1970 and 9999.',
] as const;

/** A time that a client sends. */
export const SentTime = Timestamp.refine(...inCommonYears);
