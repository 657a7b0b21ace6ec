import { CreateHeaders } from '@wentwell/contract/change-headers';
import { ListQuery } from '@wentwell/contract/lists';
import { Template, TemplateInput, TemplateUpdate } from '@wentwell/contract/templates';
import { z } from 'zod';

import type { Api } from '#server/platform/http/api';
import { callsOf } from '#server/platform/http/calls';

import type { TemplatesService } from './templates.service.ts';

export function templatesRoutes(api: Api, templates: TemplatesService): void {
  const { list, change } = callsOf(api, 'Templates');

  list('/teams/:teamId/templates', {
    operationId: 'listTemplates',
    summary: "List a team's templates",
    description:
      'The built-in ones (`built_in`) in their order, then those that the team has saved, by name.',
    querystring: ListQuery,
    lists: Template,
    run: ({ caller, params, query }) => templates.list(caller, params.teamId, query),
  });

  change('POST /teams/:teamId/templates', {
    operationId: 'createTemplate',
    summary: 'Save a template',
    description:
      'By any member. Settings that are not sent stay those of the team whenever a meeting starts with it. ' +
      'No two templates of a team have the same name; a team has at most 50 of its own.',
    headers: CreateHeaders,
    body: TemplateInput,
    answers: { 201: Template },
    run: ({ command, params, body }) => templates.create(command, params.teamId, body),
  });

  change('PUT /teams/:teamId/templates/:templateId', {
    operationId: 'updateTemplate',
    summary: 'Change a template',
    description:
      'By whoever saved it or a team admin; what is not sent stays. Meetings that were made with it stay as they are.',
    body: TemplateUpdate,
    answers: { 200: Template },
    refuses: [412],
    run: ({ command, params, body }) => {
      const { teamId, templateId: id } = params;
      return templates.update(command, { teamId, id }, body);
    },
  });

  change('DELETE /teams/:teamId/templates/:templateId', {
    operationId: 'deleteTemplate',
    summary: 'Delete a template',
    description: 'By whoever saved it or a team admin.',
    answers: { 204: z.null() },
    refuses: [412],
    run: ({ command, params }) => {
      const { teamId, templateId: id } = params;
      return templates.remove(command, { teamId, id });
    },
  });
}
