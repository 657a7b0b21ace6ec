// A team's year in review: a page about its closed retros (docs/retro.md ).
import { z } from 'zod';

import { MadeDifference } from '../actions/outcomes.ts';
import { queryNumber } from '../api/lists.ts';
import { ColumnTone } from '../notes/columns.ts';
import { Timestamp } from '../text/text.ts';
import { Badge } from './badges.ts';

/** GET /teams/{id}/years/{year}: a year in UTC. */
export const Year = queryNumber(2000, 2999);

const count = z.number().int().min(0);

/** A theme is a word shared by at least this many notes, from two or more retros. */
export const notesOfTheme = 3;
export const themesShown = 5;

export const YearTheme = z.object({
  title: z.string(),
  /** Tone of the column with most of its notes. */
  tone: ColumnTone,
  /** Notes per month, January first. */
  months: z.array(count).length(12),
});
export type YearTheme = z.infer<typeof YearTheme>;

export const YearReview = z.object({
  year: z.number().int(),
  /** All years with counted retros, newest first. */
  years: z.array(z.number().int()),
  answers_min: count,
  retros: count,
  /** Retros that every member attended, of those with known attendance. Null for teams below `answers_min`. */
  full_attendance: z
    .object({
      retros: count,
      of: count,
      /** All that name people. Nodes of earlier versions omit it. */
      named: count.optional(),
    })
    .nullable(),
  notes: count,
  topics: count,
  /** Agreed in these retros, and of these done by now. */
  actions: z.object({ agreed: count, done: count }),
  made_difference: MadeDifference,
  themes: z.array(YearTheme),
  /** The mood before each retro, oldest first. Null if there are too few answers. */
  morale: z.array(z.object({ closed_at: Timestamp, mean: z.number().nullable() })),
  /** Agreements made in this year that still hold. */
  agreements: z.array(z.object({ text: z.string(), since: Timestamp })),
  /** The latest thanks, one per recipient. Empty if the team has switched thanks off. */
  thanks: z.array(z.object({ text: z.string(), to: z.string(), at: Timestamp })),
  /** Badges that the team earned in this year. `times` only counts this year. */
  badges: z.array(Badge),
});
export type YearReview = z.infer<typeof YearReview>;
