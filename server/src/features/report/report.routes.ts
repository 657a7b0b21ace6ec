import { exportFiles } from '@wentwell/contract/board-export';
import { CreateHeaders } from '@wentwell/contract/change-headers';
import { MeetingId } from '@wentwell/contract/ids';
import { ExportQuery, MeetingExport } from '@wentwell/contract/meeting-export';
import { SummaryMail } from '@wentwell/contract/summary-mail';
import { z } from 'zod';

import type { Api } from '#server/platform/http/api';
import { asFile } from '#server/platform/http/attachment';
import { callsOf } from '#server/platform/http/calls';

import type { ReportService } from './report.service.ts';
import type { SummaryMailService } from './summary-mail.ts';

const params = z.object({ meetingId: MeetingId });

export function reportRoutes(
  api: Api,
  { report, summaryMail }: { report: ReportService; summaryMail: SummaryMailService },
): void {
  const { change, answer } = callsOf(api, 'Meetings');

  answer('GET /meetings/:meetingId/export', {
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

  answer('GET /meetings/:meetingId/summary-mail', {
    operationId: 'getSummaryMailRecipients',
    summary: 'See who would get the summary',
    description:
      'By the meeting owner or a team admin, when the meeting is over: those who took part and are in the team still; ' +
      'of an anonymous meeting the whole team.',
    config: { requestCost: 2 },
    answers: { 200: SummaryMail },
    refuses: [403, 409],
    run: ({ caller, params }) => summaryMail.recipients(caller, params.meetingId),
  });

  change('POST /meetings/:meetingId/summary-mail', {
    operationId: 'sendSummaryMail',
    summary: 'Send the summary',
    description:
      'By the meeting owner or a team admin, when the meeting is over, once a day: a mail to those whom ' +
      '`GET …/summary-mail` names.',
    config: { requestCost: 10 },
    headers: CreateHeaders,
    answers: { 202: SummaryMail },
    run: ({ command, params }) => summaryMail.send(command, params.meetingId),
  });
}
