import type { Readable } from 'node:stream';

import { AuditFilter, AuditSearch, NamedAuditEntry } from '@wentwell/contract/admin';
import { z } from 'zod';

import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { attachment } from '#server/platform/http/attachment';
import { callerOf } from '#server/platform/http/caller';
import { listAnswer } from '#server/platform/http/list-answer';

import type { AuditService } from './audit.service.ts';

export interface AuditServices {
  audit: AuditService;
}

const tags = ['Admin'];
const ndjson = 'application/x-ndjson';
// To the reader of the API text, which the server sends in parts.
const exported: z.ZodType<string | Readable> = z.string();

export function auditRoutes(api: Api, { audit }: AuditServices): void {
  api.get(
    '/audit',
    {
      schema: {
        tags,
        summary: 'List what administrators did',
        description:
          'Who did what to what, when and from where, newest first; filters narrow it down together. No call changes or removes an entry.',
        querystring: AuditSearch,
        response: { 200: z.array(NamedAuditEntry), ...errorResponses(404, 422) },
      },
    },
    async (request, reply) => listAnswer(reply, await audit.list(callerOf(request), request.query)),
  );

  api.get(
    '/audit/export',
    {
      config: { requestCost: 10, textTypes: [ndjson] },
      schema: {
        tags,
        summary: 'Export what administrators did',
        description:
          'The whole log, or what the filters leave of it, as a file: one JSON object a line, newest first, sent while it is read.',
        querystring: AuditFilter,
        response: { 200: exported, ...errorResponses(404, 422) },
      },
    },
    async (request, reply) =>
      reply
        .type(ndjson)
        .header('content-disposition', attachment('wentwell-audit-log.ndjson'))
        .send(audit.export(callerOf(request), request.query)),
  );
}
