import type { Logger } from 'pino';

import { deletedService } from '#server/features/admin/deleted';
import {
  accountDirectory,
  outboxService,
  sessionDirectory,
  teamDirectory,
} from '#server/features/admin/directory.service';
import { purgeService } from '#server/features/admin/purge';
import { endCredentials } from '#server/features/auth/credential-trimming';
import { accountInviter } from '#server/features/auth/operated-accounts';
import { setupRoutes, setupService } from '#server/features/setup/setup.routes';

import type { BoardFeatures } from './board-features.ts';
import type { Config } from './config.ts';
import { adminRoutes } from './features/admin/admin.routes.ts';
import { adminService } from './features/admin/admin.service.ts';
import type { AuditService } from './features/admin/audit.service.ts';
import type { OutsiderActsService } from './features/admin/outsider-acts.service.ts';
import type { AuthServices } from './features/auth/auth-services.ts';
import type { ChangeLog } from './live/change-log.ts';
import type { Disconnect } from './live/disconnect.ts';
import type { LiveTicketStore } from './live/tickets.ts';
import type { Database } from './platform/db/database.ts';
import type { Api } from './platform/http/api.ts';
import type { OutgoingMail } from './platform/mail/outgoing-mail.ts';
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
  audit: AuditService;
  outsiderActs: OutsiderActsService;
  accounts: Pick<AuthServices, 'sessions' | 'resets' | 'providerProblem'>;
  onBoard: BoardFeatures;
}

export function adminFeatures(deps: AdminFeaturesDeps) {
  const { config, db, log, audit, outsiderActs, disconnect, outgoing, onBoard } = deps;
  const { sessions, resets, providerProblem } = deps.accounts;
  const { notes, meetings } = onBoard.services;
  const deleted = deletedService({ db, log, ...outsiderActs });
  const purge = purgeService(onBoard.store);
  const admin = adminService({
    endCredentials,
    db,
    audit: audit.write,
    deleted,
    purge,
    restoreNote: (tx, caller, noteId) => notes.restore(tx, caller, noteId),
    restoreMeeting: (tx, caller, meetingId) => meetings.restore(tx, caller, meetingId),
  });
  const accounts = accountDirectory({
    db,
    audit: audit.write,
    endSessions: sessions.endAll,
    sendPasswordLink: (tx, account) => resets.send(tx, account.email, account),
    inviteAccount: accountInviter(outgoing),
  });
  const setup = setupService({ ...deps, ...outgoing, providerProblem, audit: audit.write });
  const services = {
    admin,
    deleted,
    audit,
    accounts,
    teamDirectory: teamDirectory(db),
    sessionDirectory: sessionDirectory({ db, audit: audit.write, disconnect }),
    outbox: outboxService({ db, audit: audit.write, wake: outgoing.worker.wake }),
    settings: config.inForce,
  };

  return {
    purge,

    async registerRoutes(api: Api): Promise<void> {
      await setupRoutes(api, { setup, config });
      await adminRoutes(api, services);
    },
  };
}
