// Chooses the columns and settings of a new meeting (docs/retro.md R-193).
import { describeAnyError } from '@wentwell/contract/api/all-errors';
import { changeSettings } from '@wentwell/contract/board/meeting-changes';
import type { MeetingId, TeamId, TemplateId } from '@wentwell/contract/ids';
import { findBuiltInTemplate } from '@wentwell/contract/meetings/built-in-templates';
import type { MeetingInput } from '@wentwell/contract/meetings/meeting-changes';
import type { MeetingStart } from '@wentwell/contract/meetings/meeting-lists';
import { defaultSettings, MeetingSettings } from '@wentwell/contract/meetings/meetings';
import type { Template } from '@wentwell/contract/meetings/templates';
import { type Column, defaultColumns } from '@wentwell/contract/notes/columns';
import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm';

import { undeletedOfTeam, templates, toTemplate } from '#server/features/templates/templates.table';
import type { Queries } from '#server/platform/db/database';
import { ApiError, requireAllowed } from '#server/platform/http/api-error';

import { columnsOf, meetings, settingsOf } from './meetings.table.ts';

interface Start {
  columns: Column[];
  settings: MeetingSettings;
}

/** The team's newest meeting. Skips canceled and imported meetings and check-ups, which are not typical of the team. */
async function findLast(
  queries: Queries,
  teamId: TeamId,
): Promise<(Start & { id: MeetingId }) | null> {
  const [row] = await queries
    .select({
      id: meetings.id,
      columns: meetings.columns,
      settings: meetings.settings,
    })
    .from(meetings)
    .where(
      and(
        eq(meetings.teamId, teamId),
        isNull(meetings.deletedAt),
        ne(meetings.status, 'canceled'),
        eq(meetings.isImported, false),
        sql`${meetings.settings} ->> 'only_check_up' is distinct from 'true'`,
      ),
    )
    .orderBy(desc(meetings.createdAt), desc(meetings.id))
    .limit(1)
    .execute();
  if (!row) return null;
  // Guests and the consent to AI use apply to one meeting only.
  const settings = { ...settingsOf(row), guests: false, ai_notes: false };
  return { id: row.id, columns: columnsOf(row), settings };
}

/** Null if the team has no such template. Other teams' templates do not count. */
async function findTemplate(
  queries: Queries,
  teamId: TeamId,
  id: TemplateId,
): Promise<Template | null> {
  const builtIn = findBuiltInTemplate(id);
  if (builtIn) return builtIn;
  const [row] = await queries
    .select()
    .from(templates)
    .where(and(eq(templates.id, id), undeletedOfTeam(teamId)))
    .execute();
  return row ? toTemplate(row) : null;
}

export async function findLastStart(queries: Queries, teamId: TeamId): Promise<MeetingStart> {
  const last = await findLast(queries, teamId);
  return {
    columns: last?.columns ?? defaultColumns,
    settings: last?.settings ?? defaultSettings,
    last_meeting_id: last?.id ?? null,
  };
}

function refuseTemplate(): ApiError {
  const msg = describeAnyError('TEMPLATE_UNKNOWN').detail;
  const error = { loc: ['body', 'template_id'], msg, type: 'custom' };
  return new ApiError('TEMPLATE_UNKNOWN', {}, { errors: [error] });
}

/** The input's columns and settings, else the template's, else the team's last. Throws TEMPLATE_UNKNOWN. */
export async function findMeetingStart(queries: Queries, input: MeetingInput): Promise<Start> {
  const start = await findStart(queries, input.team_id, input.template_id);
  const settings = requireAllowed(() => changeSettings(start.settings, input.settings ?? {}));
  return { columns: input.columns ?? start.columns, settings };
}

/**
 * Returns the template's columns and settings. Settings missing from the template come from the team's last meeting.
 * Null: that meeting's columns and settings. Undefined: the defaults.
 */
async function findStart(
  queries: Queries,
  teamId: TeamId,
  templateId: TemplateId | null | undefined,
): Promise<Start> {
  if (templateId === undefined) return { columns: defaultColumns, settings: defaultSettings };
  const [last, template] = await Promise.all([
    findLast(queries, teamId),
    templateId && findTemplate(queries, teamId, templateId),
  ]);
  if (templateId && !template) throw refuseTemplate();
  const settings = MeetingSettings.parse({
    ...defaultSettings,
    ...last?.settings,
    ...template?.settings,
  });
  return {
    columns: template?.columns ?? last?.columns ?? defaultColumns,
    settings: {
      ...settings,
      // A template may lower only the votes per person.
      votes_per_topic: Math.min(settings.votes_per_topic, settings.votes_per_person),
    },
  };
}
