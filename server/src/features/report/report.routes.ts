import { exportFiles } from '@wentwell/contract/board-export';
import { ExportQuery, MeetingExport } from '@wentwell/contract/meeting-export';
import { z } from 'zod';

import type { Api } from '#server/platform/http/api';
import { asFile } from '#server/platform/http/attachment';
import { callsOf } from '#server/platform/http/calls';

import type { ReportService } from './report.service.ts';

export function reportRoutes(api: Api, report: ReportService): void {
  callsOf(api, 'Meetings').answer('GET /meetings/:meetingId/export', {
    operationId: 'exportMeeting',
    summary: 'Export a meeting',
    description:
      'At any time, in any phase, as a file: its report as Markdown, a table as CSV (RFC 4180 with commas or semicolons, UTF-8 with a byte order ' +
      'mark, no cell that a spreadsheet runs), or everything as JSON. It holds what the caller ' +
      'may see and nothing more: of notes that lie face down for them only how many, of votes and reactions only ' +
      'totals, in an anonymous meeting no authors; names in place of addresses and ids.',
    querystring: ExportQuery,
    answers: { 200: z.string() },
    config: {
      requestCost: 10,
      isBatch: true,
      textTypes: {
        [exportFiles.markdown.type]: z.string(),
        [exportFiles.csv.type]: z.string(),
        [exportFiles.json.type]: MeetingExport,
      },
    },
    async run({ caller, params, query, reply }) {
      const file = await report.file(caller, params.meetingId, query);
      asFile(reply, file);
      return file.text;
    },
  });
}
