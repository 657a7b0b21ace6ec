// Allowed client frames, and the server's answer to others.
import { NoteId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';

import { newTimelessId } from '#server/platform/ids';
import { buildBoard, seqsOf, textsOf } from '#test/board-scene';
import { buildTestApp, fileApp, type TestApp } from '#test/build-test-app';
import { buildUser } from '#test/factories';
import { manualClock } from '#test/manual-clock';

const app = await fileApp();

async function scene(app: TestApp) {
  const board = await buildBoard(app);
  return { ...board, live: await board.follow(board.owner) };
}

describe('frames', () => {
  it('S-21, S-22: a ping is answered with a pong in the envelope, and its userId is ignored', async () => {
    const { live } = await scene(app);
    live.send({ type: 'ping', data: {}, userId: 'another user', timestamp: 'yesterday' });
    expect(await live.untilType('pong')).toMatchObject({
      userId: null,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });

  it('S-23: an invalid one gets an error and changes nothing', async () => {
    const { live, member, follow } = await scene(app);
    await using other = await follow(member);
    const errors = () => live.frames.filter(({ type }) => type === 'error').length;
    for (const [what, text] of [
      ['no object', '[]'],
      ['no type', '{}'],
      ['an unknown type', '{"type":"note_created","data":{"content":"made up"}}'],
      ['a missing field', '{"type":"note_editing","data":{}}'],
      ['an id that is none', '{"type":"note_updated","data":{"note_id":"1"}}'],
      ['a bomb of arrays', '['.repeat(8000) + ']'.repeat(8000)],
      ['a bomb in a frame', `{"type":"ping","data":${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}}`],
      ['a prototype', '{"__proto__":{"type":"ping"},"constructor":{"prototype":1}}'],
    ] as const) {
      const before = errors();
      live.send(text);
      await live.roundTrip();
      expect(errors(), what).toBe(before + 1);
    }
    expect([seqsOf(live), seqsOf(other)]).toEqual([[], []]);
  });

  it('S-23: brackets within a string do not count as depth', async () => {
    const { live } = await scene(app);
    live.send({ type: 'ping', data: { text: `\\"${'['.repeat(100)}` } });
    await live.untilType('pong');
  });

  it('S-24: the third non-JSON frame closes with 1008, after an error for each', async () => {
    const { live } = await scene(app);
    live.send('{ no json');
    await live.roundTrip();
    live.send('');
    live.send('\u0000');
    expect(await live.closed).toBe(1008);
    expect(live.frames.filter(({ type }) => type === 'error')).toHaveLength(3);
  });

  it('S-25: over 16 KiB closes with 1008, over 64 KiB with 1009, binary with 1003', async () => {
    const { owner, meeting } = await buildBoard(app);
    const codeAfter = async (data: string | Buffer) => {
      const socket = new WebSocket(app.liveAddress(meeting.id, owner.token));
      socket.on('open', () => {
        socket.send(data);
      });
      return new Promise((resolve) => void socket.once('close', resolve));
    };
    const frame = (size: number) => `{"type":"ping","data":"${'x'.repeat(size - 25)}"}`;
    expect(Buffer.byteLength(frame(16 * 1024))).toBe(liveLimits.frameBytes);
    expect(await codeAfter(frame(16 * 1024 + 1))).toBe(1008);
    expect(await codeAfter(frame(64 * 1024 + 1))).toBe(1009);
    expect(await codeAfter(Buffer.from('{"type":"ping"}'))).toBe(1003);
    await using live = await app.live(owner, meeting.id);
    live.send(frame(16 * 1024));
    await live.untilType('pong');
  });

  it('S-25: a message in too many fragments closes with 1008', async () => {
    const { owner, meeting } = await buildBoard(app);
    const socket = new WebSocket(app.liveAddress(meeting.id, owner.token));
    await new Promise((resolve) => void socket.once('open', resolve));
    const code = new Promise((resolve) => void socket.once('close', resolve));
    socket.on('error', () => undefined);
    for (let sent = 0; sent < 2 * liveLimits.frameFragments; sent += 1) {
      socket.send('x', { fin: false });
    }
    expect(await code).toBe(1008);
  });

  it('S-26: too many frames, or pings of the WebSocket protocol, close with 1008', async () => {
    await using app = await buildTestApp({}, { clock: manualClock(new Date()) });
    const { owner, meeting, live } = await scene(app);
    for (let sent = 0; sent <= liveLimits.frames.burst; sent += 1) live.send({ type: 'pong' });
    expect(await live.closed).toBe(1008);
    const socket = new WebSocket(app.liveAddress(meeting.id, owner.token));
    const code = new Promise((resolve) => void socket.once('close', resolve));
    socket.on('error', () => undefined);
    await new Promise((resolve) => void socket.once('open', resolve));
    // One by one, because the WebSocket library ends a socket with many at once.
    socket.on('pong', () => socket.ping());
    socket.ping();
    expect(await code).toBe(1008);
  });

  it('S-26: 30 frames a second are accepted for any time', async () => {
    const clock = manualClock(new Date());
    await using app = await buildTestApp({}, { clock });
    const { live } = await scene(app);
    for (let second = 1; second <= 5; second += 1) {
      for (let sent = 0; sent < liveLimits.frames.perSecond; sent += 1) live.send({ type: 'ping' });
      const pongs = second * liveLimits.frames.perSecond;
      await expect.poll(() => live.frames.filter(({ type }) => type === 'pong').length).toBe(pongs);
      clock.advance(1000);
    }
  });

  it('S-27: user_joined and user_left from a client change nothing', async () => {
    const { live, owner } = await scene(app);
    live.send({ type: 'user_joined', data: { userId: owner.id, userName: 'Another User' } });
    live.send({ type: 'user_left', data: { userId: owner.id } });
    await live.roundTrip();
    const presence = await live.untilType('presence_update');
    expect(presence.data).toMatchObject([{ userId: owner.id, isOnline: true }]);
    expect(live.frames.some(({ type }) => type === 'user_left')).toBe(false);
  });
});

describe('frames about a note', () => {
  it('S-28: others get the stored note, never the client’s text', async () => {
    const { live, owner, member, follow, note } = await scene(app);
    await using other = await follow(member);
    const { id } = await note(owner, 'as stored');
    const content = 'as the client would have it';
    live.send({ type: 'note_updated', data: { note_id: id, note_type: 'action', content } });
    expect(await other.untilNoteMessage()).toMatchObject({
      type: 'note_updated',
      userId: owner.id,
      data: { note_id: id, content: 'as stored', note: { id, content: 'as stored' } },
    });
    expect(live.noteMessages).toEqual([]);
  });

  it('S-28, S-39: a hidden note goes to its author in full, to others without text', async () => {
    const { owner, member, follow, note } = await buildBoard(app, 'writing');
    const third = await buildUser(app, { isSuperuser: true });
    await using asking = await follow(third);
    await using author = await follow(member);
    await using other = await follow(owner);
    const { id } = await note(member, 'a secret');
    asking.send({ type: 'note_updated', data: { note_id: id } });
    expect(await author.untilNoteMessage()).toMatchObject({ data: { content: 'a secret' } });
    expect(await other.untilNoteMessage()).toMatchObject({
      data: { content: '', note: { content: '', hidden: true } },
    });
    expect(JSON.stringify([other.frames, other.noteMessages])).not.toContain('a secret');
  });

  it('S-28: a note of another board, a deleted or unknown one is an error', async () => {
    const { live, owner, member, follow, path, note } = await scene(app);
    await using other = await follow(member);
    const elsewhere = await buildBoard(app);
    const foreign = await elsewhere.note(elsewhere.owner, 'foreign');
    const deleted = await note(owner, 'deleted');
    await app.delete(owner, `${path}/notes/${deleted.id}`);
    for (const note_id of [foreign.id, deleted.id, newTimelessId(NoteId)]) {
      live.send({ type: 'note_updated', data: { note_id } });
    }
    await expect.poll(() => live.frames.filter(({ type }) => type === 'error').length).toBe(3);
    expect(other.noteMessages).toEqual([]);
  });

  it('S-28: more than ten at once are dropped', async () => {
    await using app = await buildTestApp({}, { clock: manualClock(new Date()) });
    const { live, owner, member, follow, note } = await scene(app);
    await using other = await follow(member);
    const { id } = await note(owner, 'requested');
    for (let sent = 0; sent < 40; sent += 1) {
      live.send({ type: 'note_updated', data: { note_id: id } });
    }
    await expect.poll(() => other.noteMessages.length).toBe(liveLimits.signals.burst);
    await live.roundTrip();
    // The change follows every note requested before it.
    await note(owner, 'after');
    await expect.poll(() => textsOf(other)).toContain('after');
    expect(other.noteMessages).toHaveLength(liveLimits.signals.burst);
  });

  it('S-29: editing a foreign, deleted or hidden note is not announced', async () => {
    const { live, owner, member, follow, path, note } = await scene(app);
    await using other = await follow(member);
    const elsewhere = await buildBoard(app);
    const away = await elsewhere.note(elsewhere.owner, 'on another board');
    const gone = await note(owner, 'deleted');
    await app.delete(owner, `${path}/notes/${gone.id}`);
    await app.post(owner, `${path}/phase/transition`, { phase: 'writing' });
    const hidden = await note(member, 'face down');
    const own = await note(owner, 'my own');
    for (const { id } of [away, gone, hidden, own]) {
      live.send({ type: 'note_editing', data: { note_id: id } });
    }
    expect((await other.untilType('note_editing')).data).toEqual({ note_id: own.id });
    await live.roundTrip();
    expect(other.frames.filter(({ type }) => type === 'note_editing')).toHaveLength(1);
  });

  it('S-29: editing a note is announced to others once a second', async () => {
    const clock = manualClock(new Date());
    await using app = await buildTestApp({}, { clock });
    const { live, owner, member, follow, note } = await scene(app);
    await using other = await follow(member);
    const { id } = await note(owner, 'mine');
    const marks = () => other.frames.filter(({ type }) => type === 'note_editing');
    const mark = () => {
      live.send({ type: 'note_editing', data: { note_id: id } });
      live.send({ type: 'note_editing', data: { note_id: id } });
    };
    mark();
    await expect.poll(marks).toHaveLength(1);
    expect(marks()[0]).toMatchObject({ userId: owner.id, data: { note_id: id } });
    clock.advance(liveLimits.noteEditingEvery);
    mark();
    await expect.poll(marks).toHaveLength(2);
    expect(live.frames.some(({ type }) => type === 'note_editing')).toBe(false);
  });
});
