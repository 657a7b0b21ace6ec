import { CreateHeaders } from '@wentwell/contract/change-headers';
import { limits } from '@wentwell/contract/limits';
import { ImportedMeeting, ImportQuery, MeetingExport } from '@wentwell/contract/meeting-export';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';

import type { Api } from '#server/platform/http/api';
import { ApiError } from '#server/platform/http/api-error';
import { callsOf } from '#server/platform/http/calls';

import type { ImportsService } from './imports.service.ts';
import { readExport } from './read-export.ts';

/** A file that is too large or broken is refused like one that breaks a rule, and not like a request without sense. */
function refuseFile(error: Error & { statusCode?: number }): never {
  const refuse = (msg: string, type: string) => {
    throw new ApiError('VALIDATION', {}, { errors: [{ loc: ['body'], msg, type }] });
  };
  if (error.statusCode === 413) {
    refuse('This file is larger than 1 MiB.', 'too_big');
  }
  if (error instanceof ApiError && error.code === 'BAD_REQUEST') {
    refuse('This file is broken: it is cut off, or no JSON.', 'invalid_json');
  }
  throw error;
}

export function importsRoutes(api: Api, service: ImportsService): void {
  callsOf(api, 'Meetings').change('POST /teams/:teamId/imports', {
    operationId: 'importMeeting',
    summary: 'Import a meeting',
    description:
      'By any member of the team, who owns it from then on. The body is the file that `GET /meetings/{id}/export` ' +
      'answers as JSON, of at most 1 MiB. The meeting is over, with notes, groups, comments, totals of votes, ' +
      'reactions and check-in, and the discussion. An action item has the owner whom the file names where exactly ' +
      'one member of the team has that name; `actions_without_owner` says how many have lost theirs. Otherwise people ' +
      'stay names: what they wrote belongs to no account. With `as_live=true` it goes on instead: in grouping, with notes, groups, comments and ' +
      'action items, and no totals. A file that breaks a rule is refused as a whole; `loc` names the first places.',
    headers: CreateHeaders,
    querystring: ImportQuery,
    body: MeetingExport,
    answers: { 201: ImportedMeeting },
    config: { requestCost: 20, isBatch: true },
    route: {
      bodyLimit: limits.importBytes,
      errorHandler: refuseFile,
      preValidation: async (request) => {
        request.body = await readExport(request.body);
      },
      validatorCompiler: ({ schema, ...route }) => {
        // The file has been read in slices; the schema describes it.
        if (route.httpPart === 'body') return (value: unknown) => ({ value });
        return validatorCompiler({ ...route, schema: z.instanceof(z.ZodType).parse(schema) });
      },
    },
    run({ command, params: { teamId }, query, body, request }) {
      const asLive = query.as_live === 'true';
      // A chunked upload does not tell its size and counts as the largest.
      const bytes = Number(request.headers['content-length'] ?? limits.importBytes);
      return service.create(command, { teamId, asLive, bytes }, body);
    },
  });
}
