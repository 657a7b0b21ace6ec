import { ChangeHeaders, CreateHeaders } from '@wentwell/contract/change-headers';
import { TeamId, TemplateId } from '@wentwell/contract/ids';
import { ListQuery } from '@wentwell/contract/lists';
import { Template, TemplateInput, TemplateUpdate } from '@wentwell/contract/templates';
import { z } from 'zod';

import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { callerOf } from '#server/platform/http/caller';
import { commandOf } from '#server/platform/http/command';
import { listAnswer } from '#server/platform/http/list-answer';
import { answered } from '#server/platform/http/receipts';

import type { TemplatesService } from './templates.service.ts';

const tags = ['Templates'];
const teamParams = z.object({ teamId: TeamId });
const templateParams = z.object({ teamId: TeamId, templateId: TemplateId });

export function templatesRoutes(api: Api, templates: TemplatesService): void {
  api.get(
    '/teams/:teamId/templates',
    {
      schema: {
        tags,
        summary: "List a team's templates",
        description:
          'The built-in ones (`built_in`) in their order, then those that the team has saved, by name.',
        params: teamParams,
        querystring: ListQuery,
        response: { 200: z.array(Template), ...errorResponses(404, 422) },
      },
    },
    async (request, reply) =>
      listAnswer(
        reply,
        await templates.list(callerOf(request), request.params.teamId, request.query),
      ),
  );

  api.post(
    '/teams/:teamId/templates',
    {
      schema: {
        tags,
        summary: 'Save a template',
        description:
          'By any member. Settings that are not sent stay those of the team whenever a meeting starts with it. ' +
          'No two templates of a team have the same name; a team has at most 50 of its own.',
        headers: CreateHeaders,
        params: teamParams,
        body: TemplateInput,
        response: { 201: Template, ...errorResponses(403, 404, 409, 422) },
      },
    },
    async (request, reply) =>
      answered(
        reply,
        await templates.create(commandOf(request), request.params.teamId, request.body),
      ),
  );

  api.put(
    '/teams/:teamId/templates/:templateId',
    {
      schema: {
        tags,
        summary: 'Change a template',
        description:
          'By whoever saved it or a team admin; what is not sent stays. Meetings that were made with it stay as they are.',
        headers: ChangeHeaders,
        params: templateParams,
        body: TemplateUpdate,
        response: { 200: Template, ...errorResponses(403, 404, 409, 412, 422) },
      },
    },
    async (request, reply) => {
      const { teamId, templateId: id } = request.params;
      return answered(
        reply,
        await templates.update(commandOf(request), { teamId, id }, request.body),
      );
    },
  );

  api.delete(
    '/teams/:teamId/templates/:templateId',
    {
      schema: {
        tags,
        summary: 'Delete a template',
        description: 'By whoever saved it or a team admin.',
        headers: ChangeHeaders,
        params: templateParams,
        response: { 204: z.null(), ...errorResponses(403, 404, 409, 412, 422) },
      },
    },
    async (request, reply) => {
      const { teamId, templateId: id } = request.params;
      return answered(reply, await templates.remove(commandOf(request), { teamId, id }));
    },
  );
}
