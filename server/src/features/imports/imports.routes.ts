// Receives an exported file (docs/retro.md ).
import {
  ImportedMeeting,
  MeetingExport,
  ImportQuery,
} from '@wentwell/contract/exports/meeting-export';
import { limits } from '@wentwell/contract/limits';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';

import { ApiError } from '#server/platform/http/api-error';
import { type Api, callsOf } from '#server/platform/http/calls';

import type { ImportsService } from './imports.service.ts';
import { readExport } from './read-export.ts';

/** Reports an oversized or malformed file as a validation error, so that the user gets a useful message. */
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

export function importsRoutes(api: Api, imports: ImportsService): void {
  callsOf(api, 'Meetings').change('POST /teams/:teamId/imports', {
    operationId: 'importMeeting',
    summary: 'Import a meeting',
    description:
      'By any member of the team, who becomes its owner. The body is the JSON of `GET /meetings/{id}/export`,' +
      ' at most 1 MiB. The meeting is closed, with notes, groups, comments, totals of votes, reactions and ' +
      'check-in, and the discussion. An action item’s owner is the one member with that name; ' +
      '`actions_without_owner` counts the others. Otherwise people stay names without accounts. With ' +
      '`as_live=true` it is live in grouping, with notes, groups, comments and action items, and without ' +
      'totals. An invalid file is refused completely; `loc` names the first errors.',
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
        // `readExport` has validated the body. The schema serves only the OpenAPI description.
        if (route.httpPart === 'body') return (value: unknown) => ({ value });
        return validatorCompiler({ ...route, schema: z.instanceof(z.ZodType).parse(schema) });
      },
    },
    run({ command, params: { teamId }, query, body: file, request }) {
      // A chunked upload has no `Content-Length` and is charged as the maximum.
      const bytes = Number(request.headers['content-length'] ?? limits.importBytes);
      return imports.create(command, teamId, { file, bytes, asLive: query.as_live === 'true' });
    },
  });
}
