// Sockets use the gates of HTTP requests: a socket's query counts like a request.
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { hashSecret, newSecret } from '#server/platform/secrets';
import { buildBoard, growLog } from '#test/board-scene';
import { buildTestApp } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { fastClock } from '#test/fast-clock';
import { openLiveClient } from '#test/live-client';

import { liveTickets } from './tickets.table.ts';

// A fiftieth of the default: 4 concurrent requests per account, 20 per address.
const strictLimits = { RATE_LIMITS: '0.02' };
/** The same without a gate for the address shared by all test clients. */
const strictAccountLimits = { ...strictLimits, RATE_LIMITS_EXEMPT: '127.0.0.1' };

/** Shortens waits at a gate. */
const withFastClock = () => ({ clock: fastClock(4) });

/** `in`, or the socket's close code. */
async function outcome(address: string): Promise<number | 'in'> {
  await using live = await openLiveClient(address);
  const isIn = live.untilType('welcome').then(() => 'in' as const);
  return await Promise.race([isIn, live.closed]);
}

it('S-10: an account’s sockets are limited like its requests, and others do not wait', async () => {
  await using app = await buildTestApp(strictAccountLimits);
  const { owner, member, meeting } = await buildBoard(app);
  const address = app.liveAddress(meeting.id, owner.token);
  const flood = Promise.all(Array.from({ length: 12 }, () => outcome(address)));
  expect(await outcome(app.liveAddress(meeting.id, member.token))).toBe('in');
  expect(new Set(await flood)).toEqual(new Set(['in', 1013]));
});

it('S-10: catching up costs as much as it reads, so repeated reconnects cannot overload the database', async () => {
  await using app = await buildTestApp(strictAccountLimits, withFastClock());
  const { owner, member, meeting, note } = await buildBoard(app);
  await note(member, 'one');
  await growLog(app, meeting, 900);
  // Four requests are allowed, so three sockets are admitted; nine pages for each are too many. Three tickets, stored without
  // requests.
  const tickets = Array.from({ length: 3 }, () => newSecret());
  const { id: userId, sessionId } = owner;
  const ofOwner = {
    userId,
    sessionId,
    meetingId: meeting.id,
    expiresAt: sql`now() + interval '1 day'`,
  };
  await app.db
    .insert(liveTickets)
    .values(tickets.map((ticket) => ({ ...ofOwner, ticketHash: hashSecret(ticket) })));
  const lives = await Promise.all(
    tickets.map((ticket) => openLiveClient(app.liveAddress(meeting.id, ticket, 1))),
  );
  expect(await Promise.race(lives.map(({ closed }) => closed))).toBe(1013);
  for (const live of lives) await live[Symbol.asyncDispose]();
});

it('S-10: an address waits for sockets that are not admitted; admitted ones are free', async () => {
  await using app = await buildTestApp(strictLimits, withFastClock());
  const owner = await buildUser(app);
  const members = await Promise.all(Array.from({ length: 25 }, () => buildUser(app)));
  const team = await buildTeam(app, { admin: owner, members });
  const { id } = await buildMeeting(app, { owner, team, phase: 'writing' });
  for (const { token } of members) expect(await outcome(app.liveAddress(id, token))).toBe('in');
  const unknown = Array.from({ length: 40 }, () => outcome(app.liveAddress(id, 'nonsense')));
  expect(new Set(await Promise.all(unknown))).toEqual(new Set([4403, 1013]));
});
