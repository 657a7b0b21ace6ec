import { Timestamp } from '../text/text.ts';

/** Years that all calendars and databases support. An offset can push the last day of 9999 beyond them. */
export const inCommonYears = [
  (time: string): boolean => {
    const year = new Date(time).getUTCFullYear();
    return year >= 1970 && year <= 9999;
  },
  'Please pick a date between 1970 and 9999.',
] as const;

export const SentTime = Timestamp.refine(...inCommonYears);
