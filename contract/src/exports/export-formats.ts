// The formats of an exported meeting, and the names of its files.
import { z } from 'zod';

import type { Meeting } from '../meetings/meetings.ts';

export const ExportFormat = z.enum(['markdown', 'csv', 'json']);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** In menu order. */
export const exportFiles = {
  markdown: { type: 'text/markdown', extension: 'md', label: 'Markdown', hint: 'for wikis' },
  csv: { type: 'text/csv', extension: 'csv', label: 'CSV', hint: 'for spreadsheets' },
  json: { type: 'application/json', extension: 'json', label: 'JSON', hint: 'for programs' },
} satisfies Record<ExportFormat, Record<'type' | 'extension' | 'label' | 'hint', string>>;
const invalidInFileNames = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"*/:<>?\\|]+/gu;

/** 'Sprint 12', the day and the extension: a valid file name on every system, whatever the meeting's name. */
export function exportFileName(
  { name, start_time, created_at }: Pick<Meeting, 'name' | 'start_time' | 'created_at'>,
  format: ExportFormat,
): string {
  const day = (start_time ?? created_at).slice(0, 10);
  const words = name
    .replaceAll(invalidInFileNames, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[ .]+/, '');
  return `${[...words].slice(0, 80).join('').trim()} ${day}.${exportFiles[format].extension}`.trim();
}
