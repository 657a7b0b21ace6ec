// Setup of mail tests: an outbox, and a worker that runs one round.
import { pino } from 'pino';

import { systemClock } from '#server/platform/clock';
import { openDatabase } from '#server/platform/db/database';
import { acquireTestDatabase } from '#test/postgres';

import { mailOutbox } from './mail-outbox.table.ts';
import { type Mail, mailQueue } from './mail-queue.ts';
import type { MailTransport } from './mail-transport.ts';
import { mailWorker } from './mail-worker.ts';

export const log = pino({ level: 'silent' });

export function makeMail(overrides: Partial<Mail> = {}): Mail {
  return {
    to: 'robin@example.com',
    subject: 'Hello',
    text: 'words',
    html: '<p>words</p>',
    ...overrides,
  };
}

export function makeTransport(send: MailTransport['send']): MailTransport {
  return { keepsSentEmails: false, secrets: [], send };
}

export async function openOutbox() {
  const database = await acquireTestDatabase();
  const db = openDatabase(database.connection, { log });
  return {
    db,
    queue(mail: Mail): Promise<string[]> {
      const queueMail = mailQueue(() => {});
      return db.write((tx) => queueMail(tx, mail));
    },
    /** One round of a worker: tries everything due once, then stops. */
    async work(transport: MailTransport): Promise<void> {
      const worker = mailWorker({ db, transport, clock: systemClock, log });
      worker.wake();
      await worker.stop();
    },
    rows: () => db.select().from(mailOutbox).orderBy(mailOutbox.id),
    async empty(): Promise<void> {
      await db.delete(mailOutbox);
    },
    async [Symbol.asyncDispose]() {
      await db.close();
      await database.release();
    },
  };
}
export type Outbox = Awaited<ReturnType<typeof openOutbox>>;
