import type { AiSummary } from '@wentwell/contract/report/ai-summary';
import { index, pgTable, text } from 'drizzle-orm/pg-core';

import { ofMeeting } from '#server/features/meetings/meetings.table';
import { userOrNull } from '#server/features/users/users.table';
import { ofBoardTeam } from '#server/live/board-columns';
import { instant } from '#server/platform/db/columns';

/** Published summaries. Drafts are not stored. */
export const aiSummaries = pgTable(
  'ai_summaries',
  {
    meetingId: ofMeeting().primaryKey(),
    teamId: ofBoardTeam(),
    text: text().notNull(),
    model: text().notNull(),
    /** Null if an earlier version stored it: edited. */
    origin: text().$type<AiSummary['origin']>(),
    publishedBy: userOrNull(),
    publishedAt: instant().notNull().defaultNow(),
  },
  (table) => [index('ai_summaries_publisher').on(table.publishedBy)],
);
