import { adminPolicy } from '@wentwell/contract/admin/admin';
import type { Logger } from 'pino';

import { adminListsRoutes } from '#server/features/admin/admin-lists.routes';
import { auditRoutes } from '#server/features/admin/audit';
import { deletedRoutes } from '#server/features/admin/deleted';
import { purgeService } from '#server/features/admin/purge';
import { revokeCredentials } from '#server/features/auth/credential-trimming';
import { accountInviter } from '#server/features/auth/operated-accounts';
import { setupRoutes } from '#server/features/setup/setup.routes';

import type { AccountFeatures } from './account-features.ts';
import type { BoardFeatures } from './board-features.ts';
import type { Config } from './config.ts';
import type { OutsiderActsService } from './features/admin/outsider-acts.ts';
import type { ChangeLog } from './live/change-log.ts';
import type { Disconnect } from './live/disconnect.ts';
import type { LiveTicketStore } from './live/tickets.ts';
import type { Database } from './platform/db/database.ts';
import { authorize } from './platform/http/api-error.ts';
import { callerOf } from './platform/http/caller.ts';
import type { Api } from './platform/http/calls.ts';
import type { OutgoingMail } from './platform/mail/mail-worker.ts';
import type { RedisConnections } from './platform/redis.ts';

export interface AdminFeaturesDeps {
  config: Config;
  db: Database;
  redis: RedisConnections | null;
  log: Logger;
  changes: ChangeLog;
  tickets: LiveTicketStore;
  disconnect: Disconnect;
  outgoing: OutgoingMail;
  outsiderActs: OutsiderActsService;
  accounts: Pick<AccountFeatures, 'sessions' | 'resets' | 'providerProblem'>;
  onBoard: BoardFeatures;
}

export function adminFeatures(deps: AdminFeaturesDeps) {
  const { config, outsiderActs, outgoing, onBoard } = deps;
  const { sessions, resets, providerProblem } = deps.accounts;
  const { notes, meetings } = onBoard.services;
  const purge = purgeService(onBoard.store);
  return {
    purge,

    /** Only for superusers. Others are rejected before their request is parsed. */
    async registerRoutes(api: Api): Promise<void> {
      await api.register(async (superusers: Api) => {
        superusers.addHook('onRequest', async (request) =>
          authorize(adminPolicy.use(callerOf(request))),
        );
        setupRoutes(superusers, { ...deps, ...outgoing, providerProblem });
        deletedRoutes(superusers, {
          ...deps,
          recordReads: outsiderActs.recordReads,
          purge,
          revokeCredentials,
          restoreNote: notes.restore,
          restoreMeeting: meetings.restore,
        });
        adminListsRoutes(superusers, {
          ...deps,
          endSessions: sessions.endAll,
          sendPasswordLink: (tx, account) => resets.send(tx, account.email, account),
          inviteAccount: accountInviter(outgoing),
          wakeMail: outgoing.worker.wake,
          settings: config.inForce,
        });
        auditRoutes(superusers, deps);
      });
    },
  };
}
