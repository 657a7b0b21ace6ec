/** Deletes expired data. One node at a time runs the jobs. */
import type { BaseLogger } from 'pino';

import type { PurgeService } from '#server/features/admin/purge';
import { retentionJobs } from '#server/features/admin/retention';
import { trimCredentials } from '#server/features/auth/credential-trimming';

import type { Config } from './config.ts';
import { trimScreens } from './features/spectators/spectators.ts';
import type { LiveTicketStore } from './live/tickets.ts';
import type { Job } from './platform/housekeeping.ts';
import { trimReceipts } from './platform/http/receipts.ts';
import { eraseExpiredMail, trimSentMail } from './platform/mail/mail-queue.ts';
import { trimQuotas } from './platform/quotas.ts';

export interface HousekeepingJobsDeps {
  tickets: Pick<LiveTicketStore, 'trim'>;
  purge: PurgeService;
  log: BaseLogger;
  keep: Config['keep'];
}

/** Nodes identify jobs by their order, so append new ones. */
export function housekeepingJobs(deps: HousekeepingJobsDeps): readonly Job[] {
  const { tickets, purge, log, keep } = deps;
  return [
    { name: 'tickets', run: tickets.trim },
    { name: 'screens', run: trimScreens },
    { name: 'sent mail', run: trimSentMail(keep.sentMail) },
    { name: 'quotas', run: trimQuotas },
    { name: 'expired mail', run: eraseExpiredMail },
    { name: 'receipts', run: trimReceipts },
    { name: 'ended sessions and links', run: trimCredentials },
    ...retentionJobs({ log, purge, keep }),
  ];
}
