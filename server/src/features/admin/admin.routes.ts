import { adminPolicy } from '@wentwell/contract/admin';

import type { Api } from '#server/platform/http/api';
import { authorize } from '#server/platform/http/api-error';
import { callerOf } from '#server/platform/http/caller';

import { type AuditDeps, auditRoutes } from './audit.ts';
import { type DeletedDeps, deletedRoutes } from './deleted.ts';
import { type DirectoryDeps, directoryRoutes } from './directory.ts';

/** For superusers alone: others are turned away before anything of their request is read. */
export async function adminRoutes(
  api: Api,
  deps: AuditDeps & DeletedDeps & DirectoryDeps,
): Promise<void> {
  await api.register(async (superusers: Api) => {
    superusers.addHook('onRequest', async (request) => {
      authorize(adminPolicy.use(callerOf(request)));
    });
    deletedRoutes(superusers, deps);
    directoryRoutes(superusers, deps);
    auditRoutes(superusers, deps);
  });
}
