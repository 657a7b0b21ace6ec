// The checks for administrators: what the server knows, what the browser adds, a test email, a test socket.
import { adminPolicy } from '@wentwell/contract/admin';
import { limits } from '@wentwell/contract/limits';
import type { LiveTicket } from '@wentwell/contract/live';
import { type SetupCheck, setupTicketFor } from '@wentwell/contract/setup-check';

import type { LiveTicketStore } from '#server/live/tickets';
import type { WriteAudit } from '#server/platform/audit';
import { authorize } from '#server/platform/http/api-error';
import type { Actor, Caller } from '#server/platform/http/caller';
import type { RenderEmail } from '#server/platform/mail/email';
import type { QueueMail } from '#server/platform/mail/mail-queue';
import { takeQuota } from '#server/platform/quotas';

import { type ServerCheckDeps, serverChecks } from './server-checks.ts';

export interface SetupDeps extends ServerCheckDeps {
  audit: WriteAudit;
  tickets: LiveTicketStore;
  queueMail: QueueMail;
  renderEmail: RenderEmail;
}

export function setupService(deps: SetupDeps) {
  const { db, audit, tickets, queueMail, renderEmail } = deps;
  return {
    async check(caller: Caller): Promise<SetupCheck[]> {
      authorize(adminPolicy.use(caller));
      return serverChecks(deps);
    },

    /** To the caller's own address, so often a day; returns the email's id in the outbox. */
    async sendTestMail(actor: Actor): Promise<string> {
      authorize(adminPolicy.use(actor));
      const mail = renderEmail({
        to: actor.email,
        subject: 'Wentwell can send email',
        title: 'It works',
        paragraphs: ['You asked Wentwell for a test email, and this is it.'],
        button: { label: 'Back to the checks', path: '/setup/check' },
        reason: 'You get this because you pressed “Send a test email”.',
      });
      return db.write(async (tx) => {
        await takeQuota(tx, {
          name: `test mails ${actor.userId}`,
          perDay: limits.testMailsPerDay,
          refusal: 'TOO_MANY_REQUESTS',
        });
        const id = await queueMail(tx, mail);
        await audit(tx, actor, { action: 'send_test_mail', targets: [{ kind: 'mails', id }] });
        return id;
      });
    },

    /** Opens the test socket once. */
    async issueTicket(caller: Caller): Promise<LiveTicket> {
      authorize(adminPolicy.use(caller));
      return tickets.issue(caller, setupTicketFor);
    },
  };
}
export type SetupService = ReturnType<typeof setupService>;
