// Sockets that the live channel admits, and refusals of others.
import { connect, type Socket } from 'node:net';

import { MeetingId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import { LiveTicket } from '@wentwell/contract/live/live';
import { liveProtocols } from '@wentwell/contract/notes/author-keys';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';

import { newId } from '#server/platform/ids';
import { ageDatabase } from '#test/age-database';
import { makeKey } from '#test/anonymous-scene';
import { buildBoard } from '#test/board-scene';
import { buildTestApp, fileApp, type TestApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { openLiveClient } from '#test/live-client';
import { manualClock } from '#test/manual-clock';

const app = await fileApp();

async function ticketFor(app: TestApp, user: TestUser, path: string): Promise<string> {
  return LiveTicket.parse((await app.post(user, `${path}/live-ticket`)).body).ticket;
}

async function closeCodeOf(address: string): Promise<number> {
  await using live = await openLiveClient(address);
  return await live.closed;
}

describe('the socket’s address', () => {
  it('S-11: gets 404 before the upgrade if malformed', async () => {
    const { owner, meeting } = await buildBoard(app);
    const good = app.liveAddress(meeting.id, owner.token);
    const bad = [
      good.replace('/ws/', '/wss/'),
      good.replace(meeting.id, 'x'),
      good.replace(meeting.id, `${meeting.id}/more`),
      good.replace(meeting.id, '..%2f..'),
    ];
    for (const address of bad) await expect(openLiveClient(address)).rejects.toThrow('404');
  });

  it('S-12: contains an access token, or a ticket that is valid once', async () => {
    const { owner, meeting, path } = await buildBoard(app);
    const ticket = await ticketFor(app, owner, path);
    await using byToken = await openLiveClient(app.liveAddress(meeting.id, owner.token));
    await byToken.untilType('welcome');
    await using first = await openLiveClient(app.liveAddress(meeting.id, ticket));
    await first.untilType('welcome');
    await using second = await openLiveClient(app.liveAddress(meeting.id, ticket));
    expect(await second.closed).toBe(4403);
  });

  it('S-12: contains an access token only without since and key', async () => {
    const { owner, meeting } = await buildBoard(app);
    expect(await closeCodeOf(app.liveAddress(meeting.id, owner.token, 1))).toBe(4403);
    const address = app.liveAddress(meeting.id, owner.token);
    await using keyed = await openLiveClient(address, {}, liveProtocols(makeKey(1)));
    expect(await keyed.closed).toBe(4403);
  });

  it('S-12: refuses tickets of another meeting or an ended session, or older than 30 s', async () => {
    const { owner, member, meeting, team, path } = await buildBoard(app);
    const other = await buildMeeting(app, { owner, team });
    const forHere = await ticketFor(app, owner, path);
    expect(await closeCodeOf(app.liveAddress(other.id, forHere))).toBe(4403);
    const ofEndedSession = await ticketFor(app, member, path);
    await app.post(member, '/api/v1/auth/logout');
    expect(await closeCodeOf(app.liveAddress(meeting.id, ofEndedSession))).toBe(4403);
    const old = await ticketFor(app, owner, path);
    await ageDatabase(app, liveLimits.ticketMaxAge);
    expect(await closeCodeOf(app.liveAddress(meeting.id, old))).toBe(4403);
  });
});

describe('a client', () => {
  it('S-13: is refused before the upgrade if it is a browser with a foreign Origin or none', async () => {
    await using app = await buildTestApp({ PUBLIC_URL: 'https://retro.example.com' });
    const { owner, meeting } = await buildBoard(app);
    const address = app.liveAddress(meeting.id, owner.token);
    const foreign = [
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { origin: 'https://retro.example.com.evil.test' },
      { origin: 'https://retro.example.com:8443' },
      { origin: 'http://retro.example.com' },
      { 'sec-fetch-mode': 'websocket' },
    ];
    for (const headers of foreign) {
      await expect(openLiveClient(address, headers)).rejects.toThrow('403');
    }
    const ticketStatus = async (origin: string) => {
      const path = `/api/v1/meetings/${meeting.id}/live-ticket`;
      return (await app.request('POST', path, { as: owner, headers: { origin } })).status;
    };
    expect(await ticketStatus('https://evil.test')).toBe(421);
    expect(await ticketStatus('https://retro.example.com')).toBe(201);
    await using fromSite = await openLiveClient(address, { origin: 'https://retro.example.com' });
    await fromSite.untilType('welcome');
    await using program = await openLiveClient(address);
    await program.untilType('welcome');
  });

  it('S-14: is closed with 4403 for a bad token, an outsider, and an unknown or deleted meeting', async () => {
    const { owner, meeting, team } = await buildBoard(app);
    const outsider = await buildUser(app);
    const deleted = await buildMeeting(app, { owner, team });
    await app.delete(owner, `/api/v1/meetings/${deleted.id}`);
    const refused = [
      app.liveAddress(meeting.id, outsider.token),
      app.liveAddress(meeting.id, 'nonsense'),
      app.liveAddress(meeting.id, ''),
      app.liveAddress(newId(MeetingId), owner.token),
      app.liveAddress(deleted.id, owner.token),
    ];
    for (const address of refused) expect(await closeCodeOf(address)).toBe(4403);
  });

  it('S-15: is closed with 4409 unless the meeting is live', async () => {
    const owner = await buildUser(app);
    const team = await buildTeam(app, { admin: owner });
    for (const status of ['planned', 'closed'] as const) {
      const { id } = await buildMeeting(app, { owner, team, status });
      expect(await closeCodeOf(app.liveAddress(id, owner.token))).toBe(4409);
    }
  });

  it('S-16: is not read before admission, and closed if that takes over 5 s', async () => {
    const clock = manualClock(new Date());
    await using app = await buildTestApp({}, { clock });
    const { owner, meeting } = await buildBoard(app);
    const address = app.liveAddress(meeting.id, owner.token);
    let [open, locked] = [() => {}, () => {}];
    const opened = new Promise<void>((resolve) => (open = resolve));
    const isLocked = new Promise<void>((resolve) => (locked = resolve));
    const holding = app.db.write(async (tx) => {
      await tx.execute(sql`lock table live_tickets in access exclusive mode`);
      locked();
      await opened;
    });
    await isLocked;
    await using late = await openLiveClient(address);
    // If they were read now, so many would close the socket with 1008.
    for (let sent = 0; sent < 100; sent += 1) late.send({ type: 'pong' });
    clock.advance(liveLimits.admissionMaxAge);
    expect(await late.closed).toBe(1001);
    await using patient = await openLiveClient(address);
    patient.send({ type: 'ping' });
    expect(patient.frames).toEqual([]);
    open();
    await holding;
    await patient.untilType('pong');
    expect(patient.frames[0]?.type).toBe('welcome');
  });

  it('S-19: gets no compression, even if offered', async () => {
    const { owner, meeting } = await buildBoard(app);
    const address = app.liveAddress(meeting.id, owner.token);
    const socket = new WebSocket(address, { perMessageDeflate: true });
    await new Promise((resolve) => void socket.once('open', resolve));
    expect(socket.extensions).toBe('');
    socket.terminate();
  });
});

describe('limits', () => {
  it('S-17: 20 sockets per user, and a maximum per address, which clients cannot forge', async () => {
    await using app = await buildTestApp({ TRUST_PROXY: '127.0.0.1', SOCKETS_PER_ADDRESS: '40' });
    const { meeting } = await buildBoard(app);
    const buildSuperuser = () => buildUser(app, { isSuperuser: true });
    const full = [await buildSuperuser(), await buildSuperuser()];
    const last = await buildSuperuser();
    const open = (user: TestUser, from: string) =>
      openLiveClient(app.liveAddress(meeting.id, user.token), { 'x-forwarded-for': from });
    await using sockets = new AsyncDisposableStack();
    for (const user of full) {
      for (let count = 0; count < liveLimits.socketsPerUser; count += 1) {
        // Only the last address is the proxy's own; clients can forge earlier ones.
        const from = `198.51.100.${count}, 203.0.113.7:${5000 + count}`;
        await sockets.use(await open(user, from)).untilType('welcome');
      }
    }
    await expect(open(last, '203.0.113.7')).rejects.toThrow('429');
    await using elsewhere = await open(last, '203.0.113.8');
    await elsewhere.untilType('welcome');
    await using oneMore = await open(full[0]!, '203.0.113.8');
    expect(await oneMore.closed).toBe(1013);
  });

  it('S-17: an IPv6 address counts by its /64, and an exempt range is not counted', async () => {
    await using app = await buildTestApp({
      TRUST_PROXY: '127.0.0.1',
      SOCKETS_PER_ADDRESS: '2',
      RATE_LIMITS_EXEMPT: '203.0.113.0/24',
    });
    const { owner, meeting } = await buildBoard(app);
    const open = (from: string) =>
      openLiveClient(app.liveAddress(meeting.id, owner.token), { 'x-forwarded-for': from });
    await using sockets = new AsyncDisposableStack();
    for (const from of ['[2001:db8:1:2::1]:443', '2001:db8:1:2:ffff::2', '2001:db8:1:3::1']) {
      await sockets.use(await open(from)).untilType('welcome');
    }
    await expect(open('2001:db8:1:2::3')).rejects.toThrow('429');
    for (const from of ['203.0.113.7', '203.0.113.7', '203.0.113.7']) {
      await sockets.use(await open(from)).untilType('welcome');
    }
  });

  it('S-18: half-open handshakes do not affect other sockets', async () => {
    const { owner, meeting } = await buildBoard(app);
    const { port } = new URL(app.url);
    const half: Socket[] = [];
    for (let count = 0; count < 500; count += 1) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(`GET /api/v1/ws/meetings/${meeting.id} HTTP/1.1\r\nUpgrade: webs`);
      half.push(socket);
    }
    await using live = await app.live(owner, meeting.id);
    live.send({ type: 'ping' });
    await live.untilType('pong');
    for (const socket of half) socket.destroy();
  });
});
