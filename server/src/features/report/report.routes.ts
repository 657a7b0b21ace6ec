import { CreateHeaders } from '@wentwell/contract/change-headers';
import { MeetingId } from '@wentwell/contract/ids';
import { ExportQuery } from '@wentwell/contract/meeting-export';
import { SummaryMail } from '@wentwell/contract/summary-mail';
import { z } from 'zod';

import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { attachment } from '#server/platform/http/attachment';
import { callerOf } from '#server/platform/http/caller';
import { commandOf } from '#server/platform/http/command';
import { answered } from '#server/platform/http/receipts';

import type { ReportService } from './report.service.ts';
import type { SummaryMailService } from './summary-mail.service.ts';

const params = z.object({ meetingId: MeetingId });
const tags = ['Meetings'];

export function reportRoutes(
  api: Api,
  { report, summaryMail }: { report: ReportService; summaryMail: SummaryMailService },
): void {
  api.get(
    '/meetings/:meetingId/export',
    {
      config: {
        requestCost: 10,
        textTypes: ['text/markdown', 'text/csv', 'application/json'],
      },
      schema: {
        tags,
        summary: 'Export a meeting',
        description:
          'At any time, in any phase, as a file: its report as Markdown, a table as CSV (RFC 4180, UTF-8 with a byte order ' +
          'mark, no cell that a spreadsheet runs), or everything as JSON. It holds what the caller ' +
          'may see and nothing more: of notes that lie face down for them only how many, of votes and reactions only ' +
          'totals, in an anonymous meeting no authors; names in place of addresses and ids.',
        params,
        querystring: ExportQuery,
        response: { 200: z.string(), ...errorResponses(404, 422) },
      },
    },
    async (request, reply) => {
      const { meetingId } = request.params;
      const file = await report.file(callerOf(request), meetingId, request.query.format);
      return reply
        .type(file.type)
        .header('content-disposition', attachment(file.name))
        .send(file.text);
    },
  );

  api.get(
    '/meetings/:meetingId/summary-mail',
    {
      config: { requestCost: 2 },
      schema: {
        tags,
        summary: 'See who would get the summary',
        description:
          'By the meeting owner or a team admin, when the meeting is over: those who took part and are in the team still; ' +
          'of an anonymous meeting the whole team.',
        params,
        response: { 200: SummaryMail, ...errorResponses(403, 404, 409) },
      },
    },
    async (request) => summaryMail.recipients(callerOf(request), request.params.meetingId),
  );

  api.post(
    '/meetings/:meetingId/summary-mail',
    {
      config: { requestCost: 10 },
      schema: {
        tags,
        summary: 'Send the summary',
        description:
          'By the meeting owner or a team admin, when the meeting is over, once a day: a mail to those whom ' +
          '`GET …/summary-mail` names.',
        headers: CreateHeaders,
        params,
        response: { 202: SummaryMail, ...errorResponses(403, 404, 409, 422, 429) },
      },
    },
    async (request, reply) =>
      answered(reply, await summaryMail.send(commandOf(request), request.params.meetingId)),
  );
}
