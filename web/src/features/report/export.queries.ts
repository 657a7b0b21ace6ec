// Exports: asked for with the bearer header, because a token must stand in no address.
import { exportFileName } from '@wentwell/contract/board-export';
import type { ExportFormat } from '@wentwell/contract/meeting-export';
import type { Meeting } from '@wentwell/contract/meetings';
import { z } from 'zod';

import { errorText, request } from '#web/api/request';
import { saveFile } from '#web/api/save-file';
import { toast } from '#web/ui/feedback/toast';

const types: Record<ExportFormat, string> = {
  markdown: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
};

/** The file's text. Reading an answer drops its byte order mark, and parses JSON. */
async function fetchExport(meeting: Pick<Meeting, 'id'>, format: ExportFormat): Promise<string> {
  const body = await request({
    path: `/api/v1/meetings/${meeting.id}/export`,
    query: { format },
    schema: z.unknown(),
  });
  if (format === 'json') return `${JSON.stringify(body)}\n`;
  return `${format === 'csv' ? '\ufeff' : ''}${z.string().parse(body)}`;
}

/** Says in a toast where it fails, and offers to try again. */
export async function downloadExport(
  meeting: Pick<Meeting, 'id' | 'name' | 'start_time' | 'created_at'>,
  format: ExportFormat,
): Promise<void> {
  try {
    const text = await fetchExport(meeting, format);
    saveFile(text, { name: exportFileName(meeting, format), type: types[format] });
  } catch (error) {
    toast.error({
      title: 'The meeting could not be exported',
      description: errorText(error),
      action: { label: 'Try again', onPress: () => void downloadExport(meeting, format) },
    });
  }
}
