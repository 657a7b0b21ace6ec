// Inputs that create or change meetings. Pages that only show meetings do not load this file.
import { z } from 'zod';

import { TeamId, TemplateId } from '../ids.ts';
import { limits } from '../limits.ts';
import { ColumnsInput } from '../notes/columns.ts';
import { foldText } from '../text/letters.ts';
import { requiredText, withReadableText } from '../text/text.ts';
import {
  MeetingName,
  MeetingSettings,
  MeetingStatus,
  PartialSettings,
  times,
  timesInOrder,
  wrongOrder,
} from './meetings.ts';

const questionsSentence = `At most ${limits.checkUpQuestions} questions can be asked.`;
export const CheckUpQuestions = z
  .array(
    withReadableText(
      requiredText(limits.checkUpQuestionMax, 'Please enter a question.'),
      'A question',
    ),
  )
  .max(limits.checkUpQuestions, questionsSentence)
  .refine(
    (questions) => new Set(questions.map(foldText)).size === questions.length,
    'Each question can be asked only once.',
  );

/** Absent fields stay unchanged. */
export const SettingsUpdate = PartialSettings.extend({ check_up: CheckUpQuestions.optional() });
export type SettingsUpdate = z.infer<typeof SettingsUpdate>;

/** A separate schema, so that the OpenAPI document keeps `check_up` required in responses while files may lack it. */
export const ExportedSettings = MeetingSettings.extend({
  check_up: CheckUpQuestions.default(() => []),
});

/** `template_id` provides the absent fields (docs/retro.md R-193). */
export const MeetingInput = z
  .object({
    name: MeetingName,
    team_id: TeamId,
    ...times,
    template_id: TemplateId.nullish().meta({
      description:
        'Without it the meeting has the three default columns and default settings, not anonymous. Null means' +
        ' the team’s last columns and settings: `GET /teams/{id}/meeting-start`.',
    }),
    columns: ColumnsInput.optional().meta({ description: 'Replace those of the template.' }),
    settings: SettingsUpdate.optional().meta({
      description: 'Override settings of the same name.',
    }),
  })
  .refine(timesInOrder, wrongOrder)
  .meta({
    examples: [
      {
        name: 'Sprint 12 retrospective',
        team_id: '0198f2c4-7f00-7000-8000-000000000002',
        start_time: '2026-03-14T09:00:00.000Z',
        end_time: null,
      },
      {
        name: 'Sprint 12 retrospective',
        team_id: '0198f2c4-7f00-7000-8000-000000000002',
        settings: { anonymous: true },
        columns: [
          { id: 'idea', title: 'Ideas', prompt: '', tone: 'info', kind: 'notes' },
          { id: 'action', title: 'Actions', prompt: '', tone: 'accent', kind: 'actions' },
        ],
      },
    ],
  });
export type MeetingInput = z.infer<typeof MeetingInput>;

/** Absent fields stay unchanged (docs/api.md A-15). */
export const MeetingUpdate = z
  .object({
    name: MeetingName.optional(),
    team_id: TeamId.optional(),
    ...times,
    status: MeetingStatus.optional(),
    settings: SettingsUpdate.optional(),
    columns: ColumnsInput.optional(),
    /** The columns that the editor started from. If the meeting's columns differ by now, the update fails with 409. */
    columns_before: ColumnsInput.optional(),
  })
  .refine(timesInOrder, wrongOrder)
  .meta({
    examples: [
      { status: 'live', start_time: '2026-03-14T09:02:00.000Z' },
      { status: 'closed', end_time: '2026-03-14T10:00:00.000Z' },
      { settings: { hide_notes: false } },
    ],
  });
export type MeetingUpdate = z.infer<typeof MeetingUpdate>;
