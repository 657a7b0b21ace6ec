import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { systemClock } from '#server/platform/clock';
import { type Database, openDatabase } from '#server/platform/db/database';
import { buildTestApp } from '#test/build-test-app';
import { type MailSink, startMailSink } from '#test/mail-sink';
import { createTestDatabase, type TestDatabase } from '#test/postgres';

import { emailRenderer } from './email.ts';
import { mailOutbox } from './mail-outbox.table.ts';
import { type Mail, mailQueue, takeBackMail } from './mail-queue.ts';
import { mailboxTransport, type MailTransport, smtpTransport } from './mail-transport.ts';
import { eraseExpiredMail } from './mail-trimming.ts';
import { mailWorker } from './mail-worker.ts';

const log = pino({ level: 'silent' });
const options = { from: 'Wentwell <post@retro.example>', requireTls: false };
let database: TestDatabase;
let db: Database;
let sink: MailSink;

beforeAll(async () => {
  [database, sink] = await Promise.all([createTestDatabase(), startMailSink()]);
  db = openDatabase(database.connection, { log });
});
afterAll(async () => {
  await db.close();
  await Promise.all([sink.close(), database.drop()]);
});

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
  return { keepsSentEmails: false, send };
}

async function queue(mail: Mail): Promise<string> {
  const queueMail = mailQueue(() => {});
  return db.write((tx) => queueMail(tx, mail));
}

/** One look of a worker: everything due is tried once, and then it has stopped. */
async function work(transport: MailTransport): Promise<void> {
  const worker = mailWorker({ db, transport, clock: systemClock, log });
  worker.wake();
  await worker.stop();
}

async function rows() {
  return db.select().from(mailOutbox).orderBy(mailOutbox.id);
}

/** Empties the outbox: the rows of another test are none of this one's business. */
async function emptyOutbox(): Promise<void> {
  await db.delete(mailOutbox);
}

describe('the queue', () => {
  it('holds an email exactly if the transaction was committed, and wakes the worker after it', async () => {
    await emptyOutbox();
    const woken: number[] = [];
    const queueMail = mailQueue(() => woken.push(1));
    const failing = db.write(async (tx) => {
      await queueMail(tx, makeMail());
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await rows()).toHaveLength(0);
    expect(woken).toHaveLength(0);
    await db.write(async (tx) => {
      await queueMail(tx, makeMail());
      expect(woken).toHaveLength(0);
    });
    expect(await rows()).toHaveLength(1);
    expect(woken).toHaveLength(1);
  });

  it('gives an email back', async () => {
    await emptyOutbox();
    const queueMail = mailQueue(() => {});
    await db.write(async (tx) => takeBackMail(tx, await queueMail(tx, makeMail())));
    expect(await rows()).toHaveLength(0);
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
    await expect(queue(makeMail({ to }))).rejects.toThrow('exactly one address');
  });
});

describe('an email by SMTP', () => {
  it('arrives with one recipient and clean headers, whatever a person typed', async () => {
    await emptyOutbox();
    const evil = '\u202egnp.exe\r\nBcc: victim@example.com\r\n\r\n<img src=x onerror=1>';
    const mail = emailRenderer('https://retro.example/')({
      to: 'clean@example.com',
      subject: `${evil}${'x'.repeat(5000)}`,
      title: evil,
      paragraphs: [evil, 'Grüße — 你好 👋'],
      button: { label: evil, path: '/verify?token=a&redirect=%2Fx' },
      reason: evil,
    });
    await queue(mail);
    // Clean before any mail program sees it.
    const [row] = await rows();
    expect(row?.subject).toMatch(/^gnp\.exe Bcc: victim@example\.com <img src=x onerror=1>x+$/);
    await work(smtpTransport(sink.url, options));

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

  it('leaves no words in the outbox once sent: they hold links', async () => {
    await emptyOutbox();
    await queue(makeMail({ to: 'erased@example.com', text: 'token=secret' }));
    await work(smtpTransport(sink.url, options));
    await sink.next({ to: 'erased@example.com' });
    const [row] = await rows();
    expect(row).toMatchObject({ text: '', html: '', attempts: 1, lastError: null });
    expect(row?.sentAt).toBeInstanceOf(Date);
  });

  it('is not said to a server without TLS where TLS is required', async () => {
    await emptyOutbox();
    await queue(makeMail({ to: 'cleartext@example.com' }));
    await work(smtpTransport(sink.url, { ...options, requireTls: true }));
    const [row] = await rows();
    expect(row).toMatchObject({ attempts: 1, sentAt: null, text: 'words' });
    expect(sink.all.some(({ recipients }) => recipients.includes('cleartext@example.com'))).toBe(
      false,
    );
  });

  it('waits where nobody listens', async () => {
    await emptyOutbox();
    await queue(makeMail());
    await work(smtpTransport('smtp://127.0.0.1:1', options));
    const [row] = await rows();
    expect(row).toMatchObject({ attempts: 1, sentAt: null, text: 'words' });
    expect(row?.lastError).toContain('ECONNREFUSED');
  });
});

describe('the worker', () => {
  const refuse = makeTransport(async () => {
    throw new Error('550 no such person');
  });

  async function secondsToNextTry(): Promise<number> {
    const answer = await db.execute(
      sql`select extract(epoch from next_attempt_at - now())::float as seconds from mail_outbox`,
    );
    return z.object({ seconds: z.number() }).parse(answer.rows[0]).seconds;
  }

  it('tries five times, ever later, and then gives up', async () => {
    await emptyOutbox();
    await queue(makeMail());
    for (const wait of [30, 300, 1800, 7200]) {
      await work(refuse);
      const seconds = await secondsToNextTry();
      expect(seconds).toBeGreaterThan(wait - 5);
      // The column is rounded to milliseconds.
      expect(seconds).toBeLessThanOrEqual(wait + 0.001);
      // Not due yet: nothing is tried.
      await work(refuse);
      await db.update(mailOutbox).set({ nextAttemptAt: new Date(0) });
    }
    await work(refuse);
    await db.update(mailOutbox).set({ nextAttemptAt: new Date(0) });
    await work(refuse);
    const [row] = await rows();
    expect(row).toMatchObject({ attempts: 5, sentAt: null, lastError: '550 no such person' });
  });

  it('tells the log what the server answered, and neither to whom nor what it was about', async () => {
    await emptyOutbox();
    const secret = 'Zk3vQ0aYb1mS8dXnT5hR2uLwP9cJ6eGfI4oK7yWqBsE';
    await queue(makeMail({ to: 'Canary.Robin@example.com', subject: 'Canary subject' }));
    const answer = `554 5.7.1 <canary.robin@example.com> canary.robin: blocked https://retro.example/verify?token=${secret} ${secret}\r\nin "Canary Subject" (queue 4bXyZ9)`;
    const failure = Object.assign(new Error(`Message failed: ${answer}`), {
      code: 'EENVELOPE',
      responseCode: 554,
      response: answer,
    });
    const lines: string[] = [];
    const listening = pino({}, { write: (line: string) => void lines.push(line) });
    const transport = makeTransport(() => Promise.reject(failure));
    const worker = mailWorker({ db, transport, clock: systemClock, log: listening });
    worker.wake();
    await worker.stop();
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      {
        msg: 'an email could not be sent and will be tried again',
        attempt: 1,
        code: 'EENVELOPE',
        status: 554,
        answer: '554 5.7.1 <…> …: blocked … … in "…" (queue 4bXyZ9)',
      },
    ]);
    const [row] = await rows();
    expect(lines.join() + row?.lastError).not.toMatch(/canary\.robin|Zk3v|retro\.example/i);
  });

  it('never sends what has expired, and housekeeping erases its words', async () => {
    await emptyOutbox();
    await queue(makeMail({ text: 'token=secret', linkMaxAge: 3_600_000 }));
    await queue(makeMail({ text: 'no link' }));
    await work(refuse);
    await eraseExpiredMail(db);
    expect((await rows()).map(({ text }) => text).toSorted()).toEqual(['no link', 'token=secret']);
    // The hour of its link is over.
    await db.update(mailOutbox).set({
      nextAttemptAt: new Date(0),
      expiresAt: sql`${mailOutbox.expiresAt} - interval '1 hour'`,
    });
    const sent: string[] = [];
    await work(
      makeTransport(async ({ text }) => {
        sent.push(text);
      }),
    );
    expect(sent).toEqual(['no link']);
    await eraseExpiredMail(db);
    const left = await rows();
    expect(JSON.stringify(left)).not.toContain('secret');
    expect(left.find(({ sentAt }) => sentAt === null)).toMatchObject({ text: '', html: '' });
  });

  it('sends each letter once, with three nodes at it', async () => {
    await emptyOutbox();
    await Promise.all(
      Array.from({ length: 40 }, (_, number) => queue(makeMail({ subject: `email ${number}` }))),
    );
    const sent: string[] = [];
    const collect = makeTransport(async ({ subject }) => {
      sent.push(subject);
    });
    const workers = [1, 2, 3].map(() =>
      mailWorker({ db, transport: collect, clock: systemClock, log }),
    );
    for (const worker of workers) worker.start();
    await expect.poll(() => sent.length).toBe(40);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(new Set(sent).size).toBe(40);
    expect((await rows()).every(({ sentAt }) => sentAt !== null)).toBe(true);
  });

  it('takes up what another died with, once its time is over', async () => {
    await emptyOutbox();
    await queue(makeMail());
    // Taken by a node that never came back.
    await db.update(mailOutbox).set({ attempts: 1, nextAttemptAt: sql`now() + interval '3 min'` });
    const sent: string[] = [];
    const collect = makeTransport(async ({ id }) => {
      sent.push(id);
    });
    await work(collect);
    expect(sent).toHaveLength(0);
    await db.update(mailOutbox).set({ nextAttemptAt: sql`now()` });
    await work(collect);
    expect(sent).toHaveLength(1);
  });

  it('looks again by itself, and finishes what it does before it stops', async () => {
    await emptyOutbox();
    const polls: (() => void)[] = [];
    const clock = {
      now: () => new Date(),
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
    const worker = mailWorker({ db, transport, clock, log });
    worker.start();
    await expect.poll(() => polls.length).toBe(1);
    await queue(makeMail({ subject: 'found by polling' }));
    polls[0]?.();
    const stopped = worker.stop();
    goOn();
    await stopped;
    expect(sent).toEqual(['found by polling']);
  });

  it('keeps the emails of the development mailbox', async () => {
    await emptyOutbox();
    await queue(makeMail());
    await work(mailboxTransport());
    const [row] = await rows();
    expect(row).toMatchObject({ text: 'words', html: '<p>words</p>' });
    expect(row?.sentAt).toBeInstanceOf(Date);
  });
});

describe('a request', () => {
  it('neither fails nor waits when no mail server answers', async () => {
    await using app = await buildTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' });
    const answer = await app.request('POST', '/api/v1/auth/register', {
      body: { email: 'robin@example.com', password: 'Correct1horse' },
    });
    expect(answer.status).toBe(201);
    expect(await app.db.select().from(mailOutbox)).toHaveLength(1);
  });
});
