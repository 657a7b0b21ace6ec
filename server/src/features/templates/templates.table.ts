import type { TeamId, TemplateId } from '@wentwell/contract/ids';
import type { SettingsUpdate } from '@wentwell/contract/meetings/meeting-changes';
import { type Template, TemplateSettings } from '@wentwell/contract/meetings/templates';
import { Column } from '@wentwell/contract/notes/columns';
import { and, eq, isNull } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { ofTeam } from '#server/features/teams/teams.table';
import { userOrNull } from '#server/features/users/users.table';
import { createdAndUpdated, softDelete } from '#server/platform/db/columns';

/** Templates saved by teams. The contract defines the built-in ones. */
export const templates = pgTable(
  'templates',
  {
    id: uuid().$type<TemplateId>().primaryKey(),
    teamId: ofTeam(),
    name: text().notNull(),
    columns: jsonb().$type<Column[]>().notNull(),
    settings: jsonb().$type<SettingsUpdate>().notNull(),
    createdBy: userOrNull(),
    version: integer().notNull().default(1),
    ...createdAndUpdated,
    ...softDelete,
  },
  (table) => [
    index('templates_team').on(table.teamId),
    index('templates_creator').on(table.createdBy),
  ],
);

export type TemplateRow = typeof templates.$inferSelect;

export function undeletedOfTeam(teamId: TeamId) {
  return and(eq(templates.teamId, teamId), isNull(templates.deletedAt));
}

export function toTemplate(row: TemplateRow): Template {
  return {
    id: row.id,
    team_id: row.teamId,
    name: row.name,
    columns: row.columns.map((column) => Column.parse(column)),
    settings: TemplateSettings.parse(row.settings),
    built_in: false,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    version: row.version,
  };
}
