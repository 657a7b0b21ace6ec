// Sends the outbox's emails: immediately when woken, otherwise by polling. Runs on any number of nodes.
import { shortAddress } from '@wentwell/contract/admin/admin-lists';
import { and, asc, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import type { BaseLogger } from 'pino';

import type { Clock } from '#server/platform/clock';
import type { Database } from '#server/platform/db/database';
import { count } from '#server/platform/metrics/measure';

import { emailQueue } from './email.ts';
import { describeFailure, type MailFailure } from './mail-failure.ts';
import { isUsable, type MailKind, mailOutbox } from './mail-outbox.table.ts';
import {
  mailboxTransport,
  type MailTransport,
  type SmtpSettings,
  smtpTransport,
} from './mail-transport.ts';

export interface MailWorkerDeps {
  db: Database;
  transport: MailTransport;
  clock: Clock;
  log: BaseLogger;
}

const pollEvery = 15_000;
const batchSize = 5;
/** Seconds to wait after each failed attempt. The last attempt has no wait. */
const retryDelays = [30, 300, 1800, 7200] as const;
/** The maximum number of attempts. A final rejection is stored as this number plus the attempts made. */
export const mailTries = retryDelays.length + 1;
// Longer than the slowest send. If the sender is killed, the email is sent again with the same Message-ID.
const leaseSeconds = 180;

const bulk: MailKind = 'summary';

type OutboxRow = typeof mailOutbox.$inferSelect;

function inSeconds(seconds: number) {
  return sql`now() + make_interval(secs => ${seconds})`;
}

/** Does nothing until `start` or `wake`. */
export function mailWorker({ db, transport, clock, log }: MailWorkerDeps) {
  let round: Promise<void> | null = null;
  let isRequested = false;
  let stopped = false;
  let cancelPoll = () => {};

  function wake(): void {
    isRequested = true;
    if (stopped || round) return;
    round = sendAllDue().finally(() => {
      round = null;
      // `wake` may have been called after the last round.
      if (isRequested) wake();
    });
  }

  async function sendAllDue(): Promise<void> {
    cancelPoll();
    try {
      while (isRequested && !stopped) {
        isRequested = false;
        const mails = await claim();
        if (mails.length === batchSize) isRequested = true;
        await Promise.all(mails.map(deliver));
      }
    } catch (error) {
      // The database is away, and the emails wait in it.
      log.warn({ err: error }, 'the mail outbox could not be read or marked');
    }
    if (!stopped) cancelPoll = clock.setTimer(pollEvery, wake);
  }

  /** Claims due emails for this node. Counts the attempt first, so that an email that crashes its sender ends. */
  async function claim(): Promise<OutboxRow[]> {
    const due = db.$with('due').as(
      db
        .select({ id: mailOutbox.id })
        .from(mailOutbox)
        .where(
          and(
            isNull(mailOutbox.sentAt),
            lt(mailOutbox.attempts, mailTries),
            isUsable,
            // The column is rounded to milliseconds, so a new email may be slightly in the future.
            lte(mailOutbox.nextAttemptAt, inSeconds(0.001)),
          ),
        )
        // Summaries come last: users wait for links, but not for summaries.
        .orderBy(
          sql`${mailOutbox.kind} is not distinct from ${bulk}`,
          asc(mailOutbox.nextAttemptAt),
        )
        .limit(batchSize)
        .for('update', { skipLocked: true }),
    );
    return db
      .with(due)
      .update(mailOutbox)
      .set({
        attempts: sql`${mailOutbox.attempts} + 1`,
        nextAttemptAt: inSeconds(leaseSeconds),
      })
      .where(inArray(mailOutbox.id, db.select({ id: due.id }).from(due)))
      .returning();
  }

  async function deliver(mail: OutboxRow): Promise<void> {
    const failure = await send(mail);
    const row = db.update(mailOutbox);
    if (failure === null) {
      count('mails', 'sent');
      const erased = transport.keepsSentEmails ? {} : { text: '', html: '' };
      await row
        .set({ sentAt: sql`now()`, lastError: null, ...erased })
        .where(eq(mailOutbox.id, mail.id));
      return;
    }
    const { isFinal, ...reason } = failure;
    const wait = isFinal ? undefined : retryDelays[mail.attempts - 1];
    count('mails', wait === undefined ? 'given_up' : 'failed');
    const recipient = shortAddress(mail.recipient);
    const details = { mail: mail.id, recipient, attempt: mail.attempts, ...reason };
    if (wait === undefined) log.error(details, 'an email was given up');
    else log.warn(details, 'an email could not be sent and will be tried again');
    await row
      .set({
        lastError: failure.answer,
        ...(wait !== undefined && { nextAttemptAt: inSeconds(wait) }),
        ...(isFinal && { attempts: mailTries + mail.attempts }),
      })
      .where(eq(mailOutbox.id, mail.id));
  }

  async function send(mail: OutboxRow): Promise<MailFailure | null> {
    const { id, recipient: to, subject, text, html } = mail;
    try {
      await transport.send({ id, to, subject, text, html });
      return null;
    } catch (error) {
      return describeFailure(error, mail, transport.secrets);
    }
  }

  return {
    /** Sends emails left from an earlier run and starts polling. */
    start: wake,
    wake,
    /** Claims no more emails. Resolves when the current ones are sent or have failed. */
    async stop(): Promise<void> {
      stopped = true;
      isRequested = false;
      cancelPoll();
      await round;
    },
  };
}

export interface MailSettings extends SmtpSettings {
  /** Without a mail server, emails stay in the development mailbox. */
  smtpUrl: string | undefined;
  /** Prefix of links in emails. */
  publicUrl: string;
}

/** The worker of a node, and what queues its emails. */
export function outgoingMail(settings: MailSettings, deps: Omit<MailWorkerDeps, 'transport'>) {
  const { smtpUrl, publicUrl } = settings;
  const transport = smtpUrl ? smtpTransport(smtpUrl, settings) : mailboxTransport();
  const worker = mailWorker({ ...deps, transport });
  return { worker, queueEmail: emailQueue(publicUrl, worker.wake) };
}
export type OutgoingMail = ReturnType<typeof outgoingMail>;
