import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TeamId, TemplateId } from '@wentwell/contract/ids';
import {
  Template,
  type TemplateInput,
  type TemplateUpdate,
} from '@wentwell/contract/meetings/templates';

import { readQuery } from '#web/api/queries';
import { request } from '#web/api/request';

/** Built-in ones first. One page holds all templates of a team. */
export function templatesQuery(teamId: TeamId) {
  return readQuery(['templates', teamId], {
    path: `/api/v1/teams/${teamId}/templates`,
    schema: Template.array(),
  });
}

function path(teamId: TeamId, id?: TemplateId): string {
  return `/api/v1/teams/${teamId}/templates${id ? `/${id}` : ''}`;
}

/** Each rejects if the server refuses; the caller shows why. */
export function useTemplateChanges(teamId: TeamId) {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries(templatesQuery(teamId));
  return {
    save: useMutation({
      mutationFn: (input: TemplateInput) =>
        request({ path: path(teamId), method: 'POST', body: input, schema: Template }),
      onSettled,
    }),
    change: useMutation({
      mutationFn: ({ id, fields }: { id: TemplateId; fields: TemplateUpdate }) =>
        request({ path: path(teamId, id), method: 'PUT', body: fields, schema: Template }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (id: TemplateId) => request({ path: path(teamId, id), method: 'DELETE' }),
      onSettled,
    }),
  };
}
