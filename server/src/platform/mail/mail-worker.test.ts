// The mail worker: retries, logs, and sharing between nodes.
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';

import { systemClock } from '#server/platform/clock';

import { mailOutbox } from './mail-outbox.table.ts';
import { eraseExpiredMail } from './mail-queue.ts';
import { mailboxTransport } from './mail-transport.ts';
import { mailWorker } from './mail-worker.ts';
import { log, makeMail, makeTransport, openOutbox, type Outbox } from './outbox-scene.suite.ts';

let outbox: Outbox;

beforeAll(async () => {
  outbox = await openOutbox();
});
beforeEach(() => outbox.empty());
afterAll(() => outbox[Symbol.asyncDispose]());

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
