import type { Agreement, AgreementId } from '@wentwell/contract/board/agreements';
import type { ActionId, TopicId } from '@wentwell/contract/ids';
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { ofTeam } from '#server/features/teams/teams.table';
import { createdAndUpdated, instant } from '#server/platform/db/columns';

/** Stores neither a person nor the meeting. */
export const agreements = pgTable(
  'agreements',
  {
    id: uuid().$type<AgreementId>().primaryKey(),
    teamId: ofTeam(),
    text: text().notNull(),
    reviewAfter: integer().notNull(),
    actionId: uuid().$type<ActionId>(),
    topicId: uuid().$type<TopicId>(),
    heldAt: instant().notNull().defaultNow(),
    endedAt: instant(),
    version: integer().notNull().default(1),
    ...createdAndUpdated,
  },
  (table) => [index('agreements_team').on(table.teamId)],
);

/** `retros` are the end times of the team's counted retros, newest first. */
export function toAgreement(
  row: typeof agreements.$inferSelect,
  retros: readonly Date[],
): Agreement {
  const { heldAt, endedAt, actionId, topicId, reviewAfter } = row;
  const oldestSince = retros[reviewAfter - 1];
  return {
    id: row.id,
    team_id: row.teamId,
    text: row.text,
    state: endedAt ? 'ended' : 'holds',
    review_after: reviewAfter,
    is_due: !endedAt && oldestSince !== undefined && oldestSince > heldAt,
    from: actionId ? { kind: 'action', id: actionId } : topicId && { kind: 'topic', id: topicId },
    created_at: row.createdAt.toISOString(),
    held_at: heldAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
    version: row.version,
  };
}
