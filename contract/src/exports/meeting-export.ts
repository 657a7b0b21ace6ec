// A meeting as a file for other programs (docs/retro.md ): local ids, and names instead of accounts.
import { z } from 'zod';

import { limits } from '../limits.ts';
import { defaultSettings, MeetingForCaller } from '../meetings/meetings.ts';
import { defaultColumns } from '../notes/columns.ts';
import { ExportFormat } from './export-formats.ts';
import { exportParts } from './export-parts.ts';
import { exportRules, type Report } from './export-rules.ts';
import { ExportShape, exportVersion } from './export-shape.ts';

export const CsvSeparator = z.enum(['comma', 'semicolon']).default('comma');
export type CsvSeparator = z.infer<typeof CsvSeparator>;

/** GET /meetings/{id}/export */
export const ExportQuery = z.object({
  format: ExportFormat,
  /** Only for CSV. */
  separator: CsvSeparator,
});
export type ExportQuery = z.infer<typeof ExportQuery>;

const example = {
  format: 'wentwell-meeting',
  version: exportVersion,
  exported_at: '2026-03-14T10:05:00.000Z',
  name: 'Sprint 12 retrospective',
  team: 'Rocket',
  status: 'closed',
  phase: 'closing_ready',
  start_time: '2026-03-14T09:00:00.000Z',
  end_time: '2026-03-14T10:00:00.000Z',
  led_by: 'p1',
  settings: defaultSettings,
  columns: defaultColumns,
  people: [{ id: 'p1', name: 'Ada Lovelace' }],
  notes: [
    {
      id: 'n1',
      column: 'went_well',
      author: 'p1',
      text: 'The deploy took one minute.',
      group: null,
      created_at: '2026-03-14T09:05:00.000Z',
    },
  ],
  hidden_notes: 0,
  groups: [],
  votes: [{ topic: 'n1', votes: 3, voters: 2 }],
  discussion: null,
  comments: [],
  reactions: [],
  actions: [],
  check_in: { mood: [0, 0, 1, 2, 1], mood_after: null, worth: null },
} satisfies z.input<typeof ExportShape>;

export const MeetingExport = ExportShape.superRefine((file, context) => {
  const report: Report = (path, message) => context.addIssue({ code: 'custom', path, message });
  for (const rule of exportRules) rule(file, report);
}).meta({ examples: [example] });
export type MeetingExport = z.infer<typeof MeetingExport>;

const listsOfParts = exportParts.flatMap((part) => part.list ?? []);
const list = (max: number) => z.array(z.unknown()).max(max).optional();

/** Checked before the elements, because each invalid element would add an error to the response. */
export const ExportSizes = z.object({
  columns: list(limits.columnsMax),
  people: list(
    limits.notesPerBoard +
      limits.commentsPerBoard +
      limits.actionsPerMeeting +
      1 +
      exportParts.reduce((sum, { people = 0 }) => sum + people, 0),
  ),
  notes: list(limits.notesPerBoard),
  groups: list(limits.notesPerBoard),
  votes: list(limits.notesPerBoard),
  discussion: z
    .object({
      order: list(limits.notesPerBoard),
      parked: list(limits.notesPerBoard),
      discussed: list(limits.notesPerBoard),
    })
    .nullish(),
  comments: list(limits.commentsPerBoard),
  reactions: list(limits.notesPerBoard * limits.emojisPerNote),
  actions: list(limits.actionsPerMeeting),
  ...Object.fromEntries(listsOfParts.map(({ field, max }) => [field, list(max)])),
});

/** POST /teams/{id}/imports. The body is a `MeetingExport`, the response an `ImportedMeeting`. */
export const ImportQuery = z.object({ as_live: z.enum(['true', 'false']).optional() });

export const ImportedMeeting = MeetingForCaller.extend({
  /** Action items that lost the owner named in the file. Nodes of earlier versions omit it. */
  actions_without_owner: z.number().int().default(0),
});
export type ImportedMeeting = z.infer<typeof ImportedMeeting>;
