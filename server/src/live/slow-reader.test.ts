// Slow readers: limited, closed if too slow, and no burden for others.
import { liveLimits } from '@wentwell/contract/limits';
import { describe, expect, it } from 'vitest';

import { buildBoard, growLog, textsOf } from '#test/board-scene';
import { fileApp } from '#test/build-test-app';
import { holdSocket } from '#test/held-socket';

import { ConnectionLimit } from './admission.ts';

const app = await fileApp();

describe('a slow reader', () => {
  it('S-55: is closed with 1013 at 1 MiB, misses frames without seq at half of it, and delays nobody', async () => {
    const { owner, member, meeting, note, follow } = await buildBoard(app);
    await using quick = await follow(member);
    const slow = holdSocket(app, { user: owner, meeting });
    await slow.session.start({ token: '', since: null, from: '127.0.0.1' });
    const room = await app.rooms.openRoom(meeting.id);
    const count = (type: string) => slow.frames.filter((frame) => frame.type === type).length;
    slow.waitingBytes = liveLimits.waitingBytes / 2 - 1;
    room.sendHead();
    expect(count('head')).toBe(1);
    slow.waitingBytes += 1;
    room.sendHead();
    expect(count('head')).toBe(1);
    await note(member, 'one');
    await expect.poll(() => count('note_created')).toBe(1);
    slow.waitingBytes = liveLimits.waitingBytes;
    await note(member, 'two');
    await expect.poll(() => slow.closed).toEqual([1013]);
    expect(count('note_created')).toBe(1);
    await expect.poll(() => textsOf(quick)).toEqual(['one', 'two']);
  });

  it('S-55: has at most 256 frames queued, half as many of those without seq', async () => {
    const { owner, member, meeting, note } = await buildBoard(app);
    const slow = holdSocket(app, { user: owner, meeting });
    const room = await app.rooms.openRoom(meeting.id);
    await slow.session.start({ token: '', since: room.head.seq, from: '127.0.0.1' });
    for (let sent = 0; sent < liveLimits.waitingFrames; sent += 1) room.sendHead();
    expect(slow.frames).toHaveLength(liveLimits.waitingFrames / 2);
    await growLog(app, meeting, liveLimits.waitingFrames / 2 + 1);
    // The room notices dropped frames by the gap before the next one.
    await note(member, 'last');
    await expect.poll(() => slow.closed).toEqual([1013]);
    expect(slow.frames).toHaveLength(liveLimits.waitingFrames);
  });

  it('S-16: an admitted client is read while it catches up, so that a slow one does not time out', async () => {
    const { owner, meeting } = await buildBoard(app);
    const since = await growLog(app, meeting, liveLimits.resumeMax);
    const reader = holdSocket(app, { user: owner, meeting });
    const starting = reader.session.start({ token: '', since, from: '127.0.0.1' });
    await expect.poll(() => reader.frames.length).toBeGreaterThan(50);
    expect(reader.isRead).toBe(true);
    reader.flow();
    await starting;
  });

  it('S-33: a long history is sent no faster than the socket accepts', async () => {
    const { owner, meeting } = await buildBoard(app);
    const start = await growLog(app, meeting, liveLimits.resumeMax);
    const reader = holdSocket(app, { user: owner, meeting });
    const starting = reader.session.start({ token: '', since: start, from: '127.0.0.1' });
    await expect.poll(() => reader.frames.length).toBeGreaterThan(50);
    expect(reader.frames.length).toBeLessThan(liveLimits.waitingFrames);
    reader.flow();
    await starting;
    const seqs = reader.frames.flatMap((frame) => ('seq' in frame ? [frame.seq] : []));
    expect(seqs).toEqual(Array.from({ length: liveLimits.resumeMax }, (_, i) => start + 1 + i));
    expect(reader.closed).toEqual([]);
  });
});

it('S-17: a full board admits nobody until a socket closes', async () => {
  const { owner, member, meeting } = await buildBoard(app);
  const limits = {
    connectionLimits: {
      users: new ConnectionLimit(liveLimits.socketsPerUser),
      links: new ConnectionLimit(liveLimits.socketsPerLink),
      boards: new ConnectionLimit(1),
    },
  };
  const [first, second, third] = [owner, member, member].map((user) =>
    holdSocket(app, { user, meeting }, limits),
  );
  await first!.session.start({ token: '', since: null, from: '127.0.0.1' });
  await second!.session.start({ token: '', since: null, from: '127.0.0.1' });
  expect([first!.closed, second!.closed]).toEqual([[], [1013]]);
  first!.session.onClose();
  await third!.session.start({ token: '', since: null, from: '127.0.0.1' });
  expect(third!.closed).toEqual([]);
});
