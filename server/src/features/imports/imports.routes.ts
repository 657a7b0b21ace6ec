import { CreateHeaders } from '@wentwell/contract/change-headers';
import { ExportShape } from '@wentwell/contract/export-shape';
import { TeamId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import {
  ExportSizes,
  ImportedMeeting,
  ImportQuery,
  MeetingExport,
} from '@wentwell/contract/meeting-export';
import { z } from 'zod';

import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { ApiError } from '#server/platform/http/api-error';
import { commandOf } from '#server/platform/http/command';
import { answered } from '#server/platform/http/receipts';

import type { ImportsService } from './imports.service.ts';

const Lists = z.record(z.string(), z.unknown());

/** Throws where a list is longer than any export's. */
function requireSizes(body: unknown): void {
  const { success, error } = ExportSizes.safeParse(body);
  if (success) return;
  const errors = error.issues.slice(0, 1).map(({ path, message, code }) => ({
    loc: ['body', ...path.map(String)],
    msg: message,
    type: code,
  }));
  throw new ApiError('VALIDATION', {}, { errors });
}

/**
 * Drops what comes after the first element of a list that is none: to describe thousands of faults, of which the first are
 * named, would keep others waiting.
 */
function dropAfterFault(body: unknown): void {
  const file = Lists.safeParse(body).data ?? {};
  for (const [name, schema] of Object.entries(ExportShape.shape)) {
    const list = file[name];
    if (!(schema instanceof z.ZodArray) || !Array.isArray(list)) continue;
    const fault = list.findIndex((each) => !z.safeParse(schema.element, each).success);
    if (fault >= 0) list.splice(fault + 1);
  }
}

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
  api.post(
    '/teams/:teamId/imports',
    {
      bodyLimit: limits.importBytes,
      errorHandler: refuseFile,
      config: { requestCost: 20, isBatch: true },
      preValidation: async ({ body }) => {
        requireSizes(body);
        dropAfterFault(body);
      },
      schema: {
        tags: ['Meetings'],
        summary: 'Import a meeting',
        description:
          'By any member of the team, who owns it from then on. The body is the file that `GET /meetings/{id}/export` ' +
          'answers as JSON, of at most 1 MiB. The meeting is over, with notes, groups, comments, totals of votes, ' +
          'reactions and check-in, and the discussion. An action item has the owner whom the file names where exactly ' +
          'one member of the team has that name; `actions_without_owner` says how many have lost theirs. Otherwise people ' +
          'stay names: what they wrote belongs to no account. With `as_live=true` it goes on instead: in grouping, with notes, groups, comments and ' +
          'action items, and no totals. A file that breaks a rule is refused as a whole; `loc` names the first places.',
        headers: CreateHeaders,
        params: z.object({ teamId: TeamId }),
        querystring: ImportQuery,
        body: MeetingExport,
        response: { 201: ImportedMeeting, ...errorResponses(403, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { teamId } = request.params;
      const asLive = request.query.as_live === 'true';
      return answered(
        reply,
        await service.create(commandOf(request), { teamId, asLive }, request.body),
      );
    },
  );
}
