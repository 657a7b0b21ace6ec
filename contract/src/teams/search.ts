// GET /search: searches texts, action items and meeting names of the caller's teams (docs/retro.md ).
import { z } from 'zod';

import { queryNumber } from '../api/lists.ts';
import { MeetingId, TeamId } from '../ids.ts';
import { Column } from '../notes/columns.ts';
import { requiredText, Timestamp } from '../text/text.ts';

export const SearchKind = z.enum(['note', 'topic', 'action', 'comment', 'meeting']);
export type SearchKind = z.infer<typeof SearchKind>;

/** PostgreSQL rejects year 0. */
const time = String.raw`(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;
const id = '[0-9a-f-]{36}';
const cursor = new RegExp(
  String.raw`^(?<top>${time})(?: (?<topId>${id}))?(?: (?<end>${time}) (?<endId>${id}))?(?: (?<rank>\d{1,3}) (?<at>${time}) (?<id>${id}))?$`,
);
const invalidCursor = 'This is neither a time nor the `next` of a page.';
const Cursor = z.object({
  /** Only earlier texts are found, and of this time those with a lower id. */
  top: Timestamp,
  topId: z.uuid().default('00000000-0000-0000-0000-000000000000'),
  /** The last of the texts ranked together, which more may join. Not set if none is older. */
  end: Timestamp.optional(),
  endId: z.uuid().optional(),
  /** The place of the previous page's last result. Not set if that was the last of its texts ranked together. */
  rank: z.coerce.number().optional(),
  at: Timestamp.optional(),
  id: z.uuid().optional(),
});
/** A cursor after which everything is found. */
export const endOfTime = Cursor.parse({ top: '9999-12-31T23:59:59.999Z' });

export const SearchQuery = z.object({
  q: requiredText(200, 'Please enter something to search for.'),
  team_id: TeamId.optional(),
  kind: SearchKind.optional(),
  /** A time, or `next` of the previous page. */
  before: z
    .string()
    .regex(cursor, invalidCursor)
    .transform((text, context) => {
      const place = Cursor.safeParse(cursor.exec(text)?.groups);
      if (place.success) return place.data;
      context.addIssue(invalidCursor);
      return z.NEVER;
    })
    .optional(),
  limit: queryNumber(1, 50).default(20),
});

export const SearchCountsQuery = SearchQuery.pick({ q: true, team_id: true, before: true });
export type SearchCountsQuery = z.infer<typeof SearchCountsQuery>;

export const maxCounted = 1000;

/** GET /search/counts: the number of results per kind. `maxCounted` + 1 means "more". */
export const SearchCounts = z.record(SearchKind, z.number().int());
export type SearchCounts = z.infer<typeof SearchCounts>;

export const SearchResult = z.object({
  kind: SearchKind,
  id: z.uuid(),
  /** Null for an action item on the team's list. */
  meeting_id: MeetingId.nullable(),
  team_id: TeamId,
  /** The meeting's name, or the team's if there is no meeting. */
  title: z.string(),
  /** The column of a note. Null for other kinds, and if the column was removed. */
  column: Column.pick({ title: true, tone: true }).nullable(),
  /** The number of the team's meetings that discussed a topic with this title. Null for other kinds. */
  discussed: z.number().int().nullable(),
  excerpt: z.array(z.object({ text: z.string(), hit: z.boolean() })),
  at: Timestamp,
});
export type SearchResult = z.infer<typeof SearchResult>;

export const SearchResults = z.object({
  /** Best match first. */
  results: z.array(SearchResult),
  /** `before` for the next page. Null on the last page. */
  next: z.string().nullable(),
});
