import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';

import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { systemClock } from '#server/platform/clock';
import { openDatabase } from '#server/platform/db/database';
import { buildTestApp } from '#test/build-test-app';
import { type MailSink, startMailSink } from '#test/mail-sink';
import { acquireTestDatabase } from '#test/postgres';

import { emailRenderer } from './email.ts';
import { readMail } from './mail-listing.ts';
import { mailOutbox } from './mail-outbox.table.ts';
import { deleteMail, eraseExpiredMail, type Mail, mailQueue } from './mail-queue.ts';
import {
  mailboxTransport,
  type MailTransport,
  type SmtpSettings,
  smtpTransport,
  verifyMailServer,
} from './mail-transport.ts';
import { mailWorker } from './mail-worker.ts';

const log = pino({ level: 'silent' });

function makeMail(overrides: Partial<Mail> = {}): Mail {
  return {
    to: 'robin@example.com',
    subject: 'Hello',
    text: 'words',
    html: '<p>words</p>',
    ...overrides,
  };
}

function makeTransport(send: MailTransport['send']): MailTransport {
  return { keepsSentEmails: false, secrets: [], send };
}

async function openOutbox() {
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
type Outbox = Awaited<ReturnType<typeof openOutbox>>;

const options = {
  mailFrom: 'Wentwell <post@retro.example>',
  smtpRequiresTls: false,
  smtpPlain: false,
  smtpCa: undefined,
};
let outbox: Outbox;
let sink: MailSink;

beforeAll(async () => {
  [outbox, sink] = await Promise.all([openOutbox(), startMailSink()]);
});
beforeEach(() => outbox.empty());
afterAll(async () => {
  await Promise.all([sink.close(), outbox[Symbol.asyncDispose]()]);
});

describe('the queue', () => {
  it('holds an email exactly if the transaction commits, and wakes the worker afterwards', async () => {
    const woken: number[] = [];
    const queueMail = mailQueue(() => woken.push(1));
    const failing = outbox.db.write(async (tx) => {
      await queueMail(tx, makeMail());
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await outbox.rows()).toHaveLength(0);
    expect(woken).toHaveLength(0);
    await outbox.db.write(async (tx) => {
      await queueMail(tx, makeMail());
      expect(woken).toHaveLength(0);
    });
    expect(await outbox.rows()).toHaveLength(1);
    expect(woken).toHaveLength(1);
  });

  it('takes several, wakes the worker once, and refuses all if one has no address', async () => {
    const woken: number[] = [];
    const queueMails = mailQueue(() => woken.push(1));
    const mails = ['a@example.com', 'b@example.com'].map((to) => makeMail({ to }));
    await outbox.db.write((tx) => queueMails(tx, ...mails));
    await outbox.db.write((tx) => queueMails(tx));
    expect(await outbox.rows()).toHaveLength(2);
    expect(woken).toHaveLength(1);
    const wrong = outbox.db.write((tx) => queueMails(tx, ...mails, makeMail({ to: 'nobody' })));
    await expect(wrong).rejects.toThrow('exactly one address');
    expect(await outbox.rows()).toHaveLength(2);
  });

  it('cancels an email', async () => {
    const queueMail = mailQueue(() => {});
    await outbox.db.write(async (tx) => deleteMail(tx, await queueMail(tx, makeMail())));
    expect(await outbox.rows()).toHaveLength(0);
  });

  it.each([
    'a@example.com, b@example.com',
    'a@example.com;b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    '"x" <a@example.com>',
    'a@b@c',
    'nobody',
    '',
  ])('refuses to address %j', async (to) => {
    await expect(outbox.queue(makeMail({ to }))).rejects.toThrow('exactly one address');
  });
});

describe('an email over SMTP', () => {
  it('arrives with one recipient and clean headers, whatever people typed', async () => {
    const evil = '\u202egnp.exe\r\nBcc: victim@example.com\r\n\r\n<img src=x onerror=1>';
    const mail = emailRenderer('https://retro.example/')({
      to: 'clean@example.com',
      subject: `${evil}${'x'.repeat(5000)}`,
      title: evil,
      paragraphs: [evil, { heading: evil, items: [evil] }, 'Grüße — 你好 👋'],
      button: { label: evil, path: '/verify?token=a&redirect=%2Fx' },
      reason: evil,
    });
    await outbox.queue(mail);
    // Clean before any mail program reads it.
    const [row] = await outbox.rows();
    expect(row?.subject).toMatch(/^gnp\.exe Bcc: victim@example\.com <img src=x onerror=1>x+$/);
    await outbox.work(smtpTransport(sink.url, options));

    const arrived = await sink.next({ to: 'clean@example.com' });
    expect(arrived.recipients).toEqual(['clean@example.com']);
    expect(arrived.from).toBe('post@retro.example');
    expect(arrived.headers.has('bcc')).toBe(false);
    expect(arrived.headers.get('auto-submitted')).toBe('auto-generated');
    expect(arrived.headers.get('message-id')).toMatch(/^<[\w-]{36}@retro\.example>$/);
    expect(arrived.subject).toBe(row?.subject);
    expect(arrived.subject.length).toBeLessThanOrEqual(200);
    expect(arrived.html).not.toContain('<img');
    expect(arrived.html).toContain('&lt;img src=x onerror=1&gt;');
    expect(arrived.html + arrived.text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(arrived.text).toContain('Grüße — 你好 👋');
    expect(arrived.links[0]).toBe('https://retro.example/verify?token=a&redirect=%2Fx');
    expect(arrived.html).toContain('href="https://retro.example/verify?token=a&amp;redirect=%2Fx"');
  });

  it('leaves no text in the outbox once sent: texts contain links', async () => {
    await outbox.queue(makeMail({ to: 'erased@example.com', text: 'token=secret' }));
    await outbox.work(smtpTransport(sink.url, options));
    await sink.next({ to: 'erased@example.com' });
    const [row] = await outbox.rows();
    expect(row).toMatchObject({ text: '', html: '', attempts: 1, lastError: null });
    expect(row?.sentAt).toBeInstanceOf(Date);
  });

  it('is not sent to a server without TLS if TLS is required', async () => {
    await outbox.queue(makeMail({ to: 'cleartext@example.com' }));
    await outbox.work(smtpTransport(sink.url, { ...options, smtpRequiresTls: true }));
    const [row] = await outbox.rows();
    expect(row).toMatchObject({ attempts: 1, sentAt: null, text: 'words' });
    expect(sink.all.some(({ recipients }) => recipients.includes('cleartext@example.com'))).toBe(
      false,
    );
  });

  it('trusts only the authority in SMTP_CA, and with SMTP_PLAIN ignores offered TLS', async () => {
    const pem = await readFile(new URL('../../../test/localhost-certificate.pem', import.meta.url));
    await using offering = await startMailSink({ pem });
    const url = offering.url.replace('127.0.0.1', 'localhost');
    const send = async (more: Partial<SmtpSettings>) => {
      await outbox.empty();
      await outbox.queue(makeMail());
      await outbox.work(smtpTransport(url, { ...options, ...more }));
      return (await outbox.rows())[0]?.lastError;
    };
    expect(await send({ smtpRequiresTls: true })).toMatch(/self.signed/);
    expect(await send({ smtpRequiresTls: true, smtpCa: pem.toString() })).toBeNull();
    expect(await send({ smtpPlain: true })).toBeNull();
    expect(offering.all).toHaveLength(2);
  });

  it('is given up on a permanent refusal, and retried after a temporary one', async () => {
    const work = async (refuseWith: number) => {
      await using refusing = await startMailSink({ refuseWith });
      await outbox.empty();
      const [id = ''] = await outbox.db.write((tx) =>
        mailQueue(() => {})(tx, makeMail({ to: 'robin.field@example.com' })),
      );
      await outbox.work(smtpTransport(refusing.url, options));
      return await readMail(outbox.db, id);
    };
    expect(await work(550)).toMatchObject({
      state: 'given_up',
      attempts: 1,
      recipient: 'ro…@example.com',
      last_error: expect.stringContaining('550 <ro…@example.com> refused'),
    });
    expect(await work(450)).toMatchObject({ state: 'waiting', attempts: 1 });
  });

  it('leaves no password in the outbox that its server repeats', async () => {
    const server = createServer((socket) => {
      socket.write('220 here\r\n');
      socket.on('data', (chunk: Buffer) => {
        const line = chunk.toString().trim();
        if (line.startsWith('EHLO')) socket.write('250-here\r\n250 AUTH PLAIN\r\n');
        else socket.write(`535 no "${line}" of robin, Hunter2:Hunter2\r\n`);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const url = `smtp://robin:Hunter2%3AHunter2@127.0.0.1:${port}`;
    await outbox.queue(makeMail());
    await outbox.work(smtpTransport(url, options));
    server.close();
    const [row] = await outbox.rows();
    expect(row?.lastError).toBe('535 no "AUTH PLAIN …" of …, …');
    // The email leaves once the password is corrected.
    expect(row?.attempts).toBe(1);
    expect(await verifyMailServer(url, options)).toContain('ECONNREFUSED');
  });

  it('waits while no server listens', async () => {
    await outbox.queue(makeMail());
    await outbox.work(smtpTransport('smtp://127.0.0.1:1', options));
    const [row] = await outbox.rows();
    expect(row).toMatchObject({ attempts: 1, sentAt: null, text: 'words' });
    expect(row?.lastError).toContain('ECONNREFUSED');
  });
});

it('a request neither fails nor waits while no mail server answers', async () => {
  await using app = await buildTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' });
  const answer = await app.request('POST', '/api/v1/auth/register', {
    body: { email: 'robin@example.com', password: 'Correct1horse' },
  });
  expect(answer.status).toBe(201);
  expect(await app.db.select().from(mailOutbox)).toHaveLength(1);
});

// The mail worker: retries, logs, and sharing between nodes.
const refuse = makeTransport(async () => {
  throw new Error('550 no such person');
});

async function secondsToNextTry(): Promise<number> {
  const answer = await outbox.db.execute(
    sql`select extract(epoch from next_attempt_at - now())::float as seconds from mail_outbox`,
  );
  return z.object({ seconds: z.number() }).parse(answer.rows[0]).seconds;
}

it('tries five times at growing intervals, then gives up', async () => {
  await outbox.queue(makeMail());
  for (const wait of [30, 300, 1800, 7200]) {
    await outbox.work(refuse);
    const seconds = await secondsToNextTry();
    expect(seconds).toBeGreaterThan(wait - 5);
    // The column has milliseconds.
    expect(seconds).toBeLessThanOrEqual(wait + 0.001);
    // Not due yet, so nothing is tried.
    await outbox.work(refuse);
    await outbox.db.update(mailOutbox).set({ nextAttemptAt: new Date(0) });
  }
  await outbox.work(refuse);
  await outbox.db.update(mailOutbox).set({ nextAttemptAt: new Date(0) });
  await outbox.work(refuse);
  const [row] = await outbox.rows();
  expect(row).toMatchObject({ attempts: 5, sentAt: null, lastError: '550 no such person' });
});

it('logs the server’s answer with shortened addresses and without content', async () => {
  const secret = 'Zk3vQ0aYb1mS8dXnT5hR2uLwP9cJ6eGfI4oK7yWqBsE';
  await outbox.queue(makeMail({ to: 'Canary.Robin@example.com', subject: 'Canary subject' }));
  const answer = `554 5.7.1 <canary.robin@example.com> canary.robin: blocked https://retro.example/verify?token=${secret} ${secret}\r\nin "Canary Subject" (queue 4bXyZ9)`;
  const failure = Object.assign(new Error(`Message failed: ${answer}`), {
    code: 'EENVELOPE',
    responseCode: 554,
    response: answer,
  });
  const lines: string[] = [];
  const listening = pino({}, { write: (line: string) => void lines.push(line) });
  const transport = makeTransport(() => Promise.reject(failure));
  const worker = mailWorker({ db: outbox.db, transport, clock: systemClock, log: listening });
  worker.wake();
  await worker.stop();
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    {
      msg: 'an email was given up',
      recipient: 'Ca…@example.com',
      attempt: 1,
      code: 'EENVELOPE',
      status: 554,
      answer: '554 5.7.1 <ca…@example.com> …: blocked … … in "…" (queue 4bXyZ9)',
    },
  ]);
  const [row] = await outbox.rows();
  expect(lines.join() + row?.lastError).not.toMatch(/canary\.robin|Zk3v|retro\.example/i);
});

it('never sends an expired email, and housekeeping erases its text', async () => {
  await outbox.queue(makeMail({ text: 'token=secret', linkMaxAge: 3_600_000 }));
  await outbox.queue(makeMail({ text: 'no link' }));
  await outbox.work(refuse);
  await eraseExpiredMail(outbox.db);
  expect((await outbox.rows()).map(({ text }) => text).toSorted()).toEqual([
    'no link',
    'token=secret',
  ]);
  // Its link has expired.
  await outbox.db.update(mailOutbox).set({
    nextAttemptAt: new Date(0),
    expiresAt: sql`${mailOutbox.expiresAt} - interval '1 hour'`,
  });
  const sent: string[] = [];
  await outbox.work(
    makeTransport(async ({ text }) => {
      sent.push(text);
    }),
  );
  expect(sent).toEqual(['no link']);
  await eraseExpiredMail(outbox.db);
  const left = await outbox.rows();
  expect(JSON.stringify(left)).not.toContain('secret');
  expect(left.find(({ sentAt }) => sentAt === null)).toMatchObject({ text: '', html: '' });
});

it('sends each email once with three nodes', async () => {
  await Promise.all(
    Array.from({ length: 40 }, (_, number) =>
      outbox.queue(makeMail({ subject: `email ${number}` })),
    ),
  );
  const sent: string[] = [];
  const collect = makeTransport(async ({ subject }) => {
    sent.push(subject);
  });
  const workers = [1, 2, 3].map(() =>
    mailWorker({ db: outbox.db, transport: collect, clock: systemClock, log }),
  );
  for (const worker of workers) worker.start();
  await expect.poll(() => sent.length).toBe(40);
  await Promise.all(workers.map((worker) => worker.stop()));
  expect(new Set(sent).size).toBe(40);
  expect((await outbox.rows()).every(({ sentAt }) => sentAt !== null)).toBe(true);
});

it('takes over an email from a dead worker once its lease has ended', async () => {
  await outbox.queue(makeMail());
  // Taken by a node that died.
  await outbox.db
    .update(mailOutbox)
    .set({ attempts: 1, nextAttemptAt: sql`now() + interval '3 min'` });
  const sent: string[] = [];
  const collect = makeTransport(async ({ id }) => {
    sent.push(id);
  });
  await outbox.work(collect);
  expect(sent).toHaveLength(0);
  await outbox.db.update(mailOutbox).set({ nextAttemptAt: sql`now()` });
  await outbox.work(collect);
  expect(sent).toHaveLength(1);
});

it('polls, and finishes its work before it stops', async () => {
  const polls: (() => void)[] = [];
  const clock = {
    ...systemClock,
    setTimer(_ms: number, act: () => void) {
      polls.push(act);
      return () => {};
    },
  };
  const sent: string[] = [];
  const { promise: slow, resolve: goOn } = Promise.withResolvers<void>();
  const transport = makeTransport(async ({ subject }) => {
    await slow;
    sent.push(subject);
  });
  const worker = mailWorker({ db: outbox.db, transport, clock, log });
  worker.start();
  await expect.poll(() => polls.length).toBe(1);
  await outbox.queue(makeMail({ subject: 'found by polling' }));
  polls[0]?.();
  const stopped = worker.stop();
  goOn();
  await stopped;
  expect(sent).toEqual(['found by polling']);
});

it('sends awaited emails before earlier summaries', async () => {
  for (let number = 0; number < 12; number += 1) {
    await outbox.queue(makeMail({ subject: 'Summary', kind: 'summary' }));
  }
  await outbox.queue(makeMail({ subject: 'Reset your password', linkMaxAge: 3_600_000 }));
  await outbox.queue(makeMail({ subject: 'Invitation', kind: 'invitation' }));
  const sent: string[] = [];
  await outbox.work(
    makeTransport(async ({ subject }) => {
      sent.push(subject);
    }),
  );
  // A round takes five.
  expect(sent).toHaveLength(5);
  expect(sent).toEqual(expect.arrayContaining(['Reset your password', 'Invitation']));
});

it('keeps the emails of the development mailbox', async () => {
  await outbox.queue(makeMail());
  await outbox.work(mailboxTransport());
  const [row] = await outbox.rows();
  expect(row).toMatchObject({ text: 'words', html: '<p>words</p>' });
  expect(row?.sentAt).toBeInstanceOf(Date);
});
