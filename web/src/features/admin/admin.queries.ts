import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { deletedSchemas, type DeletedKind } from '@wentwell/contract/admin/admin';
import type { MailState } from '@wentwell/contract/admin/admin-lists';
import type { z } from 'zod';

import { listQuery } from '#web/api/queries';
import { errorText, request, type RequestOptions } from '#web/api/request';
import type { BadgeTone } from '#web/ui/feedback/Badge.tsx';
import { toast } from '#web/ui/feedback/toast';

/** Prefix of all admin query keys, because changing one list may affect others. */
export const adminKey = ['admin'] as const;
export const adminPath = '/api/v1/admin';
export const pageSize = 50;

export type Filters = NonNullable<RequestOptions['query']>;

interface PageOf {
  /** The cursor of the page; empty for the first. */
  after: string;
  filters?: Filters;
}

export function pageQuery<Item extends z.ZodType>(
  path: string,
  item: Item,
  { after, filters }: PageOf,
) {
  return listQuery(
    [...adminKey, path, filters, after],
    {
      path: `${adminPath}/${path}`,
      query: { ...filters, after, limit: pageSize },
      item,
    },
    {
      // Keeps the rows while others load, so that nothing jumps.
      placeholderData: keepPreviousData,
    },
  );
}

/** A deleted record. The user confirms by typing its `name`. */
export interface DeletedItem {
  id: string;
  name: string;
  /** Distinguishes records of the same name. */
  detail: string;
  deletedAt: string;
}

function toNamed(row: { id: string; deleted_at: string }, name: string, detail: string) {
  return { id: row.id, name, detail, deletedAt: row.deleted_at };
}

const { users, teams, meetings, notes, invitations } = deletedSchemas;

export const deletedItemSchemas: { [Kind in DeletedKind]: z.ZodType<DeletedItem> } = {
  users: users.transform((row) => toNamed(row, row.email, row.full_name)),
  teams: teams.transform((row) => toNamed(row, row.name, row.description)),
  meetings: meetings.transform((row) => toNamed(row, row.name, row.status)),
  notes: notes.transform((row) => toNamed(row, row.content, '')),
  invitations: invitations.transform((row) =>
    toNamed(row, row.invited_user_email, `into ${row.team.name}`),
  ),
};

export interface AdminAct {
  path: string;
  method: 'POST' | 'PATCH' | 'DELETE';
  body?: unknown;
  done: string;
  failed?: string;
}

/** Runs an admin action and refetches every admin list. */
export function useAdminAct() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ path, method, body }: AdminAct) =>
      request({ path, method, ...(body !== undefined && { body }) }),
    onSuccess: (_, { done }) => toast.success({ title: done, duration: 3000 }),
    onError: (error, { failed = 'That did not work' }) =>
      toast.error({ title: failed, description: errorText(error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: adminKey }),
  });
}

export const mailStates: Record<MailState, { label: string; tone: BadgeTone }> = {
  waiting: { label: 'Waiting', tone: 'blue' },
  given_up: { label: 'Given up', tone: 'red' },
  expired: { label: 'Link expired', tone: 'gray' },
  sent: { label: 'Sent', tone: 'green' },
};
