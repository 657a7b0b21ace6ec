import {
  AdminUser,
  adminPolicy,
  DeletedId,
  deletedKinds,
  type DeletedRow,
  deletedSchemas,
  type RestoredRow,
  restoredSchemas,
  SoftDeleteStats,
} from '@wentwell/contract/admin';
import { UserId } from '@wentwell/contract/ids';
import { ListQuery } from '@wentwell/contract/lists';
import { z } from 'zod';

import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { authorize } from '#server/platform/http/api-error';
import { actorOf, callerOf } from '#server/platform/http/caller';
import { listAnswer } from '#server/platform/http/list-answer';

import type { AdminService } from './admin.service.ts';
import { type AuditServices, auditRoutes } from './audit.routes.ts';
import type { DeletedService } from './deleted.service.ts';
import { directoryRoutes, type DirectoryServices } from './directory.routes.ts';

export interface AdminServices extends DirectoryServices, AuditServices {
  admin: AdminService;
  deleted: DeletedService;
}

const tags = ['Admin'];
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
  for (const kind of deletedKinds) {
    const row: z.ZodType<DeletedRow> = deletedSchemas[kind];
    const entity: z.ZodType<RestoredRow> = restoredSchemas[kind];

    api.get(
      `/deleted/${kind}`,
      {
        schema: {
          tags,
          summary: `List deleted ${kind}`,
          description: `The ${kind} that were deleted themselves, newest deletion first; not what a deleted parent hides.`,
          querystring: ListQuery,
          response: { 200: z.array(row), ...errorResponses(404, 422) },
        },
      },
      async (request, reply) =>
        listAnswer(reply, await deleted.list(callerOf(request), kind, request.query)),
    );

    api.post(
      `/restore/${kind}/:id`,
      {
        schema: {
          tags,
          summary: `Restore one of the deleted ${kind}`,
          description:
            'It is back as it was, with all that it hid; what had been deleted before stays deleted. 409 where the living have taken its place meanwhile.',
          params,
          response: { 200: entity, ...errorResponses(404, 409) },
        },
      },
      async (request) => admin.restore(actorOf(request), { kind, id: request.params.id }),
    );

    api.delete(
      `/permanent/${kind}/:id`,
      {
        schema: {
          tags,
          summary: `Remove one of the deleted ${kind} for good`,
          description:
            'With all that hangs on it, and out of every board’s history. 409 while it is not deleted. There is no way back.',
          params,
          response: { 204: z.null(), ...errorResponses(404, 409) },
        },
      },
      async (request, reply) => {
        await admin.deletePermanently(actorOf(request), { kind, id: request.params.id });
        return reply.status(204).send(null);
      },
    );
  }
}

function overviewRoutes(api: Api, { deleted }: AdminServices): void {
  api.get(
    '/stats/soft-deletes',
    {
      schema: {
        tags,
        summary: 'Count what is deleted',
        description: 'How many of each kind were deleted themselves, and in all.',
        response: { 200: SoftDeleteStats, ...errorResponses(404) },
      },
    },
    async (request) => deleted.stats(callerOf(request)),
  );

  api.get(
    '/users/:userId',
    {
      schema: {
        tags,
        summary: 'Show a person, deleted or not',
        description: 'With when they registered, and when they were deleted if they were.',
        params: z.object({ userId: UserId }),
        response: { 200: AdminUser, ...errorResponses(404) },
      },
    },
    async (request) => deleted.user(callerOf(request), request.params.userId),
  );
}
