// Sockets and the gates that HTTP requests wait at: what a socket asks of the database counts like a request.
import { expect, it } from 'vitest';

import { buildBoard, growLog } from '#test/board-scene';
import { buildTestApp } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { fastClock } from '#test/fast-clock';
import { openLiveClient } from '#test/live-client';

// A fiftieth of what is usual: an account may ask for 4 things at once, an address for 20.
const few = { RATE_LIMITS: '0.02' };
/** The same, where the address that all of a test come from has no gate. */
const fewOfAccount = { ...few, RATE_LIMITS_EXEMPT: '127.0.0.1' };

/** Who must wait is let in, or refused, after seconds. */
const inHaste = () => ({ clock: fastClock(4) });

/** 'in', or the code that the socket was closed with. */
async function outcome(address: string): Promise<number | 'in'> {
  await using live = await openLiveClient(address);
  const isIn = live.untilType('welcome').then(() => 'in' as const);
  return await Promise.race([isIn, live.closed]);
}

it('S-10: sockets of one account come no faster than its requests may, and nobody else waits for them', async () => {
  await using app = await buildTestApp(fewOfAccount);
  const { owner, member, meeting } = await buildBoard(app);
  const address = app.liveAddress(meeting.id, owner.token);
  const flood = Promise.all(Array.from({ length: 12 }, () => outcome(address)));
  expect(await outcome(app.liveAddress(meeting.id, member.token))).toBe('in');
  expect(new Set(await flood)).toEqual(new Set(['in', 1013]));
});

it('S-10: catching up counts by what is read, so that coming back on and on stalls nobody', async () => {
  await using app = await buildTestApp(fewOfAccount, inHaste());
  const { owner, member, meeting, note } = await buildBoard(app);
  await note(member, 'one');
  await growLog(app, meeting, 900);
  // Four things may be asked for, so three come in; nine pages for each of them are too many.
  const address = app.liveAddress(meeting.id, owner.token, 1);
  const lives = await Promise.all([1, 2, 3].map(() => openLiveClient(address)));
  expect(await Promise.race(lives.map(({ closed }) => closed))).toBe(1013);
  for (const live of lives) await live[Symbol.asyncDispose]();
});

it('S-10: an address that is not let in waits, and who is let in costs it nothing', async () => {
  await using app = await buildTestApp(few, inHaste());
  const owner = await buildUser(app);
  const people = await Promise.all(Array.from({ length: 25 }, () => buildUser(app)));
  const team = await buildTeam(app, { admin: owner, members: people });
  const { id } = await buildMeeting(app, { owner, team, phase: 'writing' });
  for (const { token } of people) expect(await outcome(app.liveAddress(id, token))).toBe('in');
  const strangers = Array.from({ length: 40 }, () => outcome(app.liveAddress(id, 'nonsense')));
  expect(new Set(await Promise.all(strangers))).toEqual(new Set([4403, 1013]));
});
