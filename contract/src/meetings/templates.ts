// Templates: columns and settings for a new meeting, built in or saved by a team (docs/retro.md ).
import { z } from 'zod';

import { describeError, type PolicyResult } from '../errors.ts';
import { TeamId, TemplateId, UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import { Column, ColumnsInput } from '../notes/columns.ts';
import type { TeamContext } from '../teams/teams.ts';
import { requiredText, Timestamp, withReadableText } from '../text/text.ts';
import { SettingsUpdate } from './meeting-changes.ts';
import { PartialSettings } from './meetings.ts';

export const Template = z.object({
  id: TemplateId,
  /** Null for built-in templates. */
  team_id: TeamId.nullable(),
  name: z.string(),
  columns: z.array(Column),
  /** Settings that the template overrides. The others come from the team's last meeting. */
  settings: PartialSettings,
  built_in: z.boolean(),
  /** Null for built-in templates, and if the account was erased. */
  created_by: UserId.nullable(),
  created_at: Timestamp.nullable(),
  updated_at: Timestamp.nullable(),
  version: z.number().int(),
});
export type Template = z.infer<typeof Template>;

export const TemplateName = withReadableText(
  requiredText(limits.templateNameMax, 'Please enter a name for the template.'),
  'A template name',
);

/** Each meeting decides itself about guests and the consent to AI use, and keeps the team's durations. */
export const TemplateSettings = SettingsUpdate.omit({
  guests: true,
  ai_notes: true,
  timer_seconds: true,
});

/** If only one vote limit is set, the team's last meeting provides the other, lowered if necessary. */
const SettingsInput = TemplateSettings.refine(
  ({ votes_per_person = limits.votesPerPersonMax, votes_per_topic = 1 }) =>
    votes_per_topic <= votes_per_person,
  { path: ['votes_per_topic'], message: describeError('VOTES_LIMITS').detail },
);

export const TemplateInput = z
  .object({
    name: TemplateName,
    columns: ColumnsInput,
    settings: SettingsInput.default({}),
  })
  .meta({
    examples: [
      {
        name: 'Our release retro',
        columns: [
          { id: 'shipped', title: 'Shipped', prompt: '', tone: 'success', kind: 'notes' },
          { id: 'next', title: 'Next', prompt: '', tone: 'accent', kind: 'actions' },
        ],
        settings: { votes_per_person: 3 },
      },
    ],
  });
export type TemplateInput = z.infer<typeof TemplateInput>;

/** Absent fields stay unchanged. `settings` replaces all settings of the template. */
export const TemplateUpdate = z
  .object({
    name: TemplateName.optional(),
    columns: ColumnsInput.optional(),
    settings: SettingsInput.optional(),
  })
  .meta({ examples: [{ name: 'Our monthly retro' }] });
export type TemplateUpdate = z.infer<typeof TemplateUpdate>;

/** Pure rules (docs/retro.md R-194). Callers must answer outsiders with 404 first. */
export const templatePolicy = {
  create: (who: TeamContext): PolicyResult => (who.role === null ? 'TEAM_MEMBER_ONLY' : 'allowed'),
  change: (who: TeamContext, template: Pick<Template, 'built_in' | 'created_by'>): PolicyResult => {
    if (template.built_in) return 'TEMPLATE_BUILT_IN';
    const isOwn = who.role !== null && who.userId === template.created_by;
    return isOwn || who.role === 'admin' || who.isSuperuser
      ? 'allowed'
      : 'TEMPLATE_CREATOR_OR_ADMIN';
  },
} as const;
