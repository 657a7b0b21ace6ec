import { LiveTicket } from '@wentwell/contract/live/live';
import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { liveTickets } from '#server/live/tickets.table';
import { receipts } from '#server/platform/http/receipts.table';
import { newId } from '#server/platform/ids';
import { mailOutbox } from '#server/platform/mail/mail-outbox.table';
import { buildTestApp, type TestApp } from '#test/build-test-app';
import { buildMeeting, buildUser } from '#test/factories';
import { manualClock } from '#test/manual-clock';

import { housekeeping } from './housekeeping.ts';

const hour = 3_600_000;
const day = 24 * hour;
const log = pino({ level: 'silent' });

async function mail(app: TestApp, sentAt: Date | null): Promise<string> {
  const id = newId(z.uuid());
  const words = { recipient: 'kim@example.com', subject: 'Hello', text: '', html: '' };
  // Given up, so that nobody sends it during the test.
  await app.db.insert(mailOutbox).values({ id, ...words, sentAt, attempts: 99 });
  return id;
}

it('removes hourly: expired tickets, receipts after a day, sent emails after a week, and nothing else', async () => {
  const clock = manualClock(new Date());
  await using app = await buildTestApp({}, { clock });
  const owner = await buildUser(app);
  const meeting = await buildMeeting(app, { owner });
  LiveTicket.parse((await app.post(owner, `/api/v1/meetings/${meeting.id}/live-ticket`)).body);
  const old = new Date(clock.now().getTime() - 7 * day);
  const oldEmail = await mail(app, old);
  const fresh = await mail(app, new Date(old.getTime() + day));
  const unsent = await mail(app, null);
  expect(await app.db.$count(liveTickets)).toBe(1);
  // Tickets expire by the database's clock, which tests cannot set.
  const expiresAt = new Date(clock.now().getTime() - 1000);
  await app.db.update(liveTickets).set({ expiresAt });
  const receipt = { userId: owner.id, requestHash: 'of a request', firstStatus: 204 };
  const ages = { yesterday: 24 * hour, lately: 22 * hour };
  const answered = Object.entries(ages).map(([key, age]) => ({
    ...receipt,
    key,
    createdAt: new Date(clock.now().getTime() - age),
  }));
  await app.db.insert(receipts).values(answered);
  clock.advance(hour);
  await expect.poll(() => app.db.$count(mailOutbox, eq(mailOutbox.id, oldEmail))).toBe(0);
  expect(await app.db.$count(liveTickets)).toBe(0);
  await expect
    .poll(() => app.db.select({ key: receipts.key }).from(receipts))
    .toEqual([{ key: 'lately' }]);
  const left = await app.db.select({ id: mailOutbox.id }).from(mailOutbox);
  expect(left.map(({ id }) => id).toSorted()).toEqual([fresh, unsent].toSorted());
});

it('ignores the clock of a node that runs ahead', async () => {
  await using app = await buildTestApp({}, { clock: manualClock(new Date('2036-01-01')) });
  const owner = await buildUser(app);
  const now = new Date();
  const sent = await mail(app, now);
  await app.db.insert(receipts).values({
    userId: owner.id,
    requestHash: 'of a request',
    firstStatus: 204,
    key: 'now',
    createdAt: now,
  });
  await app.runHousekeeping();
  expect(await app.db.$count(mailOutbox, eq(mailOutbox.id, sent))).toBe(1);
  expect(await app.db.$count(receipts)).toBe(1);
});

it('skips a job that another node runs, continues after a failing one, and stops on request', async () => {
  await using app = await buildTestApp();
  const done: string[] = [];
  const say = (what: string) => async () => {
    done.push(what);
  };
  const failing = async (): Promise<void> => {
    await app.db.execute(sql`select no_such_column`);
  };
  const jobs = [
    { name: 'first', run: say('first') },
    { name: 'failing', run: failing },
    { name: 'last', run: say('last') },
  ];
  const hasher = housekeeping({ db: app.db, clock: manualClock(), log, jobs });
  const other = housekeeping({
    db: app.db,
    clock: manualClock(),
    log,
    jobs: [{ name: 'first', run: () => hasher.runAll() }],
  });
  // While the other node runs its first job, ours finds that one taken.
  await other.runAll();
  expect(done).toEqual(['last']);
  await hasher.runAll();
  expect(done).toEqual(['last', 'first', 'last']);
  await hasher.stop();
  await hasher.runAll();
  expect(done).toHaveLength(3);
});
