import type { Readable } from 'node:stream';

import {
  adminPolicy,
  AdminUser,
  AuditFilter,
  AuditSearch,
  DeletedId,
  deletedKinds,
  type DeletedRow,
  deletedSchemas,
  NamedAuditEntry,
  type RestoredRow,
  restoredSchemas,
  SoftDeleteStats,
} from '@wentwell/contract/admin';
import { ListQuery } from '@wentwell/contract/lists';
import { z } from 'zod';

import type { Api } from '#server/platform/http/api';
import { authorize } from '#server/platform/http/api-error';
import { asFile } from '#server/platform/http/attachment';
import { actorOf, callerOf } from '#server/platform/http/caller';
import { callsOf } from '#server/platform/http/calls';

import type { AdminService } from './admin.service.ts';
import type { AuditService } from './audit.service.ts';
import type { DeletedService } from './deleted.ts';
import { directoryRoutes, type DirectoryServices } from './directory.routes.ts';

interface AuditServices {
  audit: AuditService;
}

const ndjson = 'application/x-ndjson';
// To the reader of the API text, which the server sends in parts.
const exported: z.ZodType<string | Readable> = z.string();

function auditRoutes(api: Api, { audit }: AuditServices): void {
  const { list, answer } = callsOf(api, 'Admin');

  list('/audit', {
    operationId: 'listAuditEntries',
    summary: 'List what administrators did',
    description:
      'Who did what to what, when and from where, newest first; filters narrow it down together. No call changes or removes an entry.',
    querystring: AuditSearch,
    lists: NamedAuditEntry,
    run: ({ caller, query }) => audit.list(caller, query),
  });

  answer('GET /audit/export', {
    operationId: 'exportAuditEntries',
    summary: 'Export what administrators did',
    description:
      'The whole log, or what the filters leave of it, as a file: one JSON object a line, newest first, sent while it is read.',
    querystring: AuditFilter,
    answers: { 200: exported },
    config: { requestCost: 10, isBatch: true, textTypes: { [ndjson]: z.string() } },
    run({ caller, query, reply }) {
      asFile(reply, { name: 'wentwell-audit-log.ndjson', type: ndjson });
      return audit.export(caller, query);
    },
  });
}

export interface AdminServices extends DirectoryServices, AuditServices {
  admin: AdminService;
  deleted: DeletedService;
}

const params = z.object({ id: DeletedId });

/** For superusers alone: others are turned away before anything of their request is read. */
export async function adminRoutes(api: Api, services: AdminServices): Promise<void> {
  await api.register(async (superusers: Api) => {
    superusers.addHook('onRequest', async (request) => {
      authorize(adminPolicy.use(callerOf(request)));
    });
    deletedRoutes(superusers, services);
    overviewRoutes(superusers, services);
    directoryRoutes(superusers, services);
    auditRoutes(superusers, services);
  });
}

/** The same three calls for each kind, each with the schemas of its kind. */
function deletedRoutes(api: Api, { admin, deleted }: AdminServices): void {
  const { list, answer } = callsOf(api, 'Admin');

  for (const kind of deletedKinds) {
    const title = kind.charAt(0).toUpperCase() + kind.slice(1, -1);
    const row: z.ZodType<DeletedRow> = deletedSchemas[kind];
    const entity: z.ZodType<RestoredRow> = restoredSchemas[kind];

    list(`/deleted/${kind}`, {
      operationId: `listDeleted${title}s`,
      summary: `List deleted ${kind}`,
      description: `The ${kind} that were deleted themselves, newest deletion first; not what a deleted parent hides.`,
      querystring: ListQuery,
      lists: row,
      run: ({ request, query }) => deleted.list(actorOf(request), kind, query),
    });

    answer(`POST /restore/${kind}/:id`, {
      operationId: `restoreDeleted${title}`,
      summary: `Restore one of the deleted ${kind}`,
      description:
        'It is back as it was, with all that it hid; what had been deleted before stays deleted. 409 where the living have taken its place meanwhile.',
      params,
      answers: { 200: entity },
      refuses: [409],
      run: ({ params, request }) => admin.restore(actorOf(request), { kind, id: params.id }),
    });

    answer(`DELETE /permanent/${kind}/:id`, {
      operationId: `purge${title}`,
      summary: `Remove one of the deleted ${kind} for good`,
      description:
        'With all that hangs on it, and out of every board’s history. 409 while it is not deleted. There is no way back.',
      params,
      answers: { 204: z.null() },
      refuses: [409],
      run: ({ params, request }) =>
        admin.deletePermanently(actorOf(request), { kind, id: params.id }),
    });
  }
}

function overviewRoutes(api: Api, { deleted }: AdminServices): void {
  const { answer } = callsOf(api, 'Admin');

  answer('GET /stats/soft-deletes', {
    operationId: 'getSoftDeleteStats',
    summary: 'Count what is deleted',
    description: 'How many of each kind were deleted themselves, and in all.',
    answers: { 200: SoftDeleteStats },
    run: ({ caller }) => deleted.stats(caller),
  });

  answer('GET /users/:userId', {
    operationId: 'getAnyUser',
    summary: 'Show a person, deleted or not',
    description: 'With when they registered, and when they were deleted if they were.',
    answers: { 200: AdminUser },
    run: ({ caller, params }) => deleted.user(caller, params.userId),
  });
}
