import { Timestamp } from './text.ts';

/**
 * A time that a client sends: in years that every calendar and database agree on. An offset may push the last day of 9999
 * over its edge.
 */
export const SentTime = Timestamp.refine((time) => {
  const year = new Date(time).getUTCFullYear();
  return year >= 1970 && year <= 9999;
}, 'Please pick a date between 1970 and 9999.');
