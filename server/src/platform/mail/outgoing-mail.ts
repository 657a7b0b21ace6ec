// Wires up a node's emails: rendering, queueing and sending.
import type { BaseLogger } from 'pino';

import type { Clock } from '#server/platform/clock';
import type { Database } from '#server/platform/db/database';

import { emailQueue } from './email.ts';
import {
  mailboxTransport,
  smtpOptions,
  type SmtpSettings,
  smtpTransport,
} from './mail-transport.ts';
import { mailWorker } from './mail-worker.ts';

export interface MailSettings extends SmtpSettings {
  /** Without a mail server, emails stay in the development mailbox. */
  smtpUrl: string | undefined;
  /** Prefix of links in emails. */
  publicUrl: string;
}

export interface OutgoingMailDeps {
  settings: MailSettings;
  db: Database;
  clock: Clock;
  log: BaseLogger;
}

export function outgoingMail({ settings, ...deps }: OutgoingMailDeps) {
  const { smtpUrl, publicUrl } = settings;
  const transport = smtpUrl ? smtpTransport(smtpUrl, smtpOptions(settings)) : mailboxTransport();
  const worker = mailWorker({ ...deps, transport });
  return { worker, queueEmail: emailQueue(publicUrl, worker.wake) };
}
export type OutgoingMail = ReturnType<typeof outgoingMail>;
