// The emails that leave, as superusers look them over and try them again.
import { adminPolicy } from '@wentwell/contract/admin';
import type { MailSearch, OutboxMail } from '@wentwell/contract/admin-lists';

import type { WriteAudit } from '#server/platform/audit';
import type { Database, Queries } from '#server/platform/db/database';
import { ApiError, authorize } from '#server/platform/http/api-error';
import type { Actor, Caller } from '#server/platform/http/caller';
import type { ListPage } from '#server/platform/http/list-answer';
import { listMail, readMail, retryMail } from '#server/platform/mail/mail-listing';

export interface OutboxDeps {
  db: Database;
  audit: WriteAudit;
  /** Tells the worker that an email waits. */
  wake(): void;
}

async function find(queries: Queries, id: string): Promise<OutboxMail> {
  const mail = await readMail(queries, id);
  if (!mail) throw new ApiError('NOT_FOUND');
  return mail;
}

export function outboxService({ db, audit, wake }: OutboxDeps) {
  return {
    async list(caller: Caller, query: MailSearch): Promise<ListPage<OutboxMail>> {
      authorize(adminPolicy.use(caller));
      return db.snapshot((queries) => listMail(queries, query));
    },

    async get(caller: Caller, id: string): Promise<OutboxMail> {
      authorize(adminPolicy.use(caller));
      return find(db, id);
    },

    /** Tries again at once, and as often as a new email. */
    async retry(actor: Actor, id: string): Promise<OutboxMail> {
      authorize(adminPolicy.use(actor));
      return db.write(async (tx) => {
        await find(tx, id);
        if (!(await retryMail(tx, id))) throw new ApiError('MAIL_NOT_WAITING');
        await audit(tx, actor, { action: 'retry_mail', targets: [{ kind: 'mails', id }] });
        tx.afterCommit(wake);
        return find(tx, id);
      });
    },
  };
}
export type OutboxService = ReturnType<typeof outboxService>;
