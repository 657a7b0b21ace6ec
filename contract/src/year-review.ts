// A team's year in review: one page of what its closed retros left behind (docs/retro.md ).
import { z } from 'zod';

import { Badge } from './badges.ts';
import { ColumnTone } from './columns.ts';
import { queryNumber } from './lists.ts';
import { MadeDifference } from './outcomes.ts';
import { Timestamp } from './text.ts';

/** GET /teams/{id}/years/{year}: a year of UTC. */
export const Year = queryNumber(2000, 2999);

const count = z.number().int().min(0);

/** A theme is a word that so many notes of two retros or more share. */
export const notesOfTheme = 3;
export const themesShown = 5;

export const YearTheme = z.object({
  title: z.string(),
  /** Tone of the column that held most of its notes. */
  tone: ColumnTone,
  /** Its notes in each month, January first. */
  months: z.array(count).length(12),
});
export type YearTheme = z.infer<typeof YearTheme>;

export const YearReview = z.object({
  year: z.number().int(),
  /** All years with a retro that counts, the newest first. */
  years: z.array(z.number().int()),
  answers_min: count,
  retros: count,
  /** Retros in which every member took part, of those where that is known; null for a team below `answers_min`. */
  full_attendance: z.object({ retros: count, of: count }).nullable(),
  notes: count,
  topics: count,
  /** Agreed in these retros; of these, done by now. */
  actions: z.object({ agreed: count, done: count }),
  made_difference: MadeDifference,
  themes: z.array(YearTheme),
  /** The mood before each retro, the oldest first; null where too few have answered. */
  morale: z.array(z.object({ closed_at: Timestamp, mean: z.number().nullable() })),
  /** Made in this year, and holding. */
  agreements: z.array(z.object({ text: z.string(), since: Timestamp })),
  /** The latest thanks, one per receiver; empty where the team has them off. */
  thanks: z.array(z.object({ text: z.string(), to: z.string(), at: Timestamp })),
  /** Earned in this year by the team; `times` counts those. */
  badges: z.array(Badge),
});
export type YearReview = z.infer<typeof YearReview>;
