// A client written from the specification only: it ignores undefined fields and must still show the whole board.
import { NewSpectatorLink, SpectatorSession } from '@wentwell/contract/guests/spectators';
import { CommentId, NoteId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import { EventsPage, LiveTicket } from '@wentwell/contract/live/live';
import { Group } from '@wentwell/contract/notes/groups';
import { Note } from '@wentwell/contract/notes/notes';
import type { Phase } from '@wentwell/contract/phases';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';

import { notes as notesTable } from '#server/features/notes/notes.table';
import { newTimelessId } from '#server/platform/ids';
import { buildActionScene } from '#test/action-scene';
import { makeKey } from '#test/anonymous-scene';
import { buildBoard, changesOf } from '#test/board-scene';
import { fileApp, type TestApp, type TestUser } from '#test/build-test-app';
import { FollowedBoard } from '#test/followed-board';
import { holdSocket } from '#test/held-socket';
import { openLiveClient } from '#test/live-client';
import { renewBoard } from '#test/renew-board';

const app = await fileApp();

interface Message {
  type: string;
  data: unknown;
  userId?: string;
  timestamp?: string;
}

/** The board and presence by the specification's messages. */
async function openBasicClient(app: TestApp, { id }: { id: string }, user: TestUser) {
  const url = `${app.url.replace('http', 'ws')}/api/v1/ws/meetings/${id}?token=${user.token}`;
  const socket = new WebSocket(url);
  const notes = new Map<string, { content: string; note_type: string }>();
  const online = new Map<string, boolean>();
  const unknown = new Set<string>();
  const known = new Set<string>();
  const send = (type: string, data: unknown) => {
    const timestamp = new Date().toISOString();
    socket.send(JSON.stringify({ type, data, userId: user.id, timestamp }));
  };
  socket.on('message', (bytes: Buffer) => {
    const message = JSON.parse(bytes.toString()) as Message;
    const data = message.data as Record<string, string>;
    known.add(message.type);
    switch (message.type) {
      case 'presence_update':
        for (const { userId, isOnline } of message.data as { userId: string; isOnline: boolean }[])
          online.set(userId, isOnline);
        break;
      case 'user_joined':
        online.set(data['userId']!, true);
        break;
      case 'user_left':
        online.set(data['userId']!, false);
        break;
      case 'note_created':
      case 'note_updated':
        notes.set(data['note_id']!, { content: data['content']!, note_type: data['note_type']! });
        break;
      case 'note_moved':
        notes.get(data['note_id']!)!.note_type = data['newType']!;
        break;
      case 'note_deleted':
        notes.delete(data['note_id'] ?? data['noteId']!);
        break;
      case 'ping':
        send('pong', {});
        break;
      case 'pong':
        break;
      default:
        known.delete(message.type);
        unknown.add(message.type);
    }
  });
  await new Promise((resolve, reject) => {
    socket.once('message', resolve);
    socket.once('error', reject);
  });
  return { socket, notes, online, known, unknown, send };
}

it('S-61: a specification client follows the board and its presence', async () => {
  const { owner, member, meeting, path, note, follow } = await buildBoard(app);
  const basic = await openBasicClient(app, meeting, member);
  basic.send('user_joined', { userId: member.id, userName: 'Kim', isOnline: true });
  basic.send('ping', {});
  await expect.poll(() => basic.online.get(member.id)).toBe(true);
  await using other = await follow(owner);
  await expect.poll(() => basic.online.get(owner.id)).toBe(true);
  const kept = await note(owner, 'kept');
  const gone = await note(owner, 'gone');
  const at = (id: string) => `${path}/notes/${id}`;
  await app.put(owner, at(kept.id), { content: 'kept and edited' });
  await app.put(owner, at(kept.id), { note_type: 'went_well' });
  await app.delete(owner, at(gone.id));
  await expect
    .poll(() => [...basic.notes])
    .toEqual([[kept.id, { content: 'kept and edited', note_type: 'went-well' }]]);
  const { content, note_type } = basic.notes.get(kept.id)!;
  const timestamp = new Date().toISOString();
  basic.send('note_updated', { note_id: kept.id, note_type, content, timestamp });
  expect((await other.untilNoteMessage()).data).toMatchObject({ note_id: kept.id, content });
  basic.send('user_left', { userId: member.id });
  basic.socket.close();
  expect((await other.untilType('user_left')).data.userId).toBe(member.id);
  const expected = ['note_created', 'note_deleted', 'note_moved', 'pong', 'presence_update'];
  expect([...basic.known]).toEqual(expect.arrayContaining(expected));
  expect([...basic.unknown]).toContain('welcome');
});

it('S-62: a specification client gets a reveal as one note_updated per note', async () => {
  const { owner, member, meeting, path, note } = await buildBoard(app, 'writing');
  const basic = await openBasicClient(app, meeting, member);
  const [one, two] = [await note(owner, 'one'), await note(owner, 'two')];
  await expect.poll(() => basic.notes.get(two.id)).toMatchObject({ content: '' });
  await app.post(owner, `${path}/phase/next`);
  await expect
    .poll(() => [one, two].map(({ id }) => basic.notes.get(id)?.content))
    .toEqual(['one', 'two']);
  expect([...basic.unknown]).not.toContain('board_changed');
  basic.socket.close();
});

it('S-62, S-55: a large reveal is sent no faster than the socket accepts, and before later events', async () => {
  const { owner, member, meeting, path, team } = await buildBoard(app, 'writing');
  const count = 2 * liveLimits.waitingFrames;
  const rows = Array.from({ length: count }, (_, index) => ({
    id: newTimelessId(NoteId),
    meetingId: meeting.id,
    teamId: team.id,
    authorId: owner.id,
    content: 'x'.repeat(2000),
    noteType: 'action' as const,
    hidden: true,
    position: index + 10,
  }));
  await app.db.insert(notesTable).values(rows);
  await renewBoard(app, meeting);
  const reader = holdSocket(app, { user: member, meeting });
  await reader.session.start({ token: '', since: null, from: '127.0.0.1' });
  const shown = () => reader.frames.filter(({ type }) => type === 'note_updated').length;
  await app.post(owner, `${path}/phase/next`);
  await app.delete(owner, `${path}/notes/${rows[0]?.id}`);
  await expect.poll(shown).toBeGreaterThan(10);
  expect(shown()).toBeLessThan(liveLimits.waitingFrames);
  reader.flow();
  // Presence and heartbeats arrive independently, possibly last.
  const changes = () => reader.frames.filter(({ type }) => type.startsWith('note_'));
  await expect.poll(() => changes().at(-1)?.type).toBe('note_deleted');
  expect(shown()).toBe(count);
  expect(reader.closed).toEqual([]);
});

// A whole meeting whose sockets apply received changes to their records.
/** The stored log of boards. */
async function logOf({ db }: TestApp, path: string): Promise<string> {
  const meetingId = path.split('/').at(-1);
  const { rows } = await db.execute(
    sql`select change::text, text_keys from board_changes where meeting_id = ${meetingId}`,
  );
  return JSON.stringify(rows);
}

async function historyOf(app: TestApp, path: string, as: TestUser): Promise<EventsPage> {
  return app.read(as, `${path}/events?since=0`, EventsPage);
}

/** A meeting with sockets and boards of its owner, a member and a screen. */
async function buildScene(app: TestApp, anonymous: boolean) {
  const board = await buildBoard(app, 'joining');
  const { owner, member, meeting, path } = board;
  await app.put(owner, path, { settings: { anonymous } });
  const writers = [owner, member].map((as, index): TestUser =>
    anonymous ? { ...as, authorKey: makeKey(index + 1) } : as,
  );
  const screens = '/api/v1/spectator';
  const link = await app.post(owner, `${path}/spectator-link`);
  const body = { secret: NewSpectatorLink.parse(link.body).secret };
  const session = await app.request('POST', `${screens}/session`, { body });
  const { access_token: token } = SpectatorSession.parse(session.body);
  const followed = [
    ...(await Promise.all(
      writers.map((as) => FollowedBoard.open(app, { path, as, authorKey: as.authorKey })),
    )),
    await FollowedBoard.open(app, { path: screens, token }),
  ];
  const since = followed[0]?.seq ?? 0;
  const admission = await app.request('POST', `${screens}/live-ticket`, { token });
  const { ticket } = LiveTicket.parse(admission.body);
  const sockets = [
    ...(await Promise.all(writers.map((as) => app.live(as, meeting.id, since)))),
    await openLiveClient(app.liveAddress(meeting.id, ticket, since)),
  ];
  const [own, other] = writers;
  if (!own || !other) throw new Error('unreachable');
  return { ...board, own, other, followed, sockets, since };
}

it.each([
  ['named', false],
  ['anonymous', true],
])(
  'S-32, S-39: each command is one change, and followers have the board: %s',
  async (_what, anonymous) => {
    const { path, own, other, followed, sockets, since } = await buildScene(app, anonymous);
    let commands = 0;
    async function act(as: TestUser, what: string, body?: object): Promise<unknown> {
      const [method = '', below = ''] = what.split(' ');
      const { authorKey } = as;
      const options = { as, authorKey, ...(body && { body }) };
      const answer = await app.request(method, path + below, options);
      expect([what, Math.floor(answer.status / 100)]).toEqual([what, 2]);
      commands += 1;
      return answer.body;
    }
    const enter = (phase: Phase) => act(own, 'POST /phase/transition', { phase });
    const write = async (as: TestUser, content: string) => {
      return Note.parse(await act(as, 'POST /notes', { content, note_type: 'went_well' })).id;
    };
    await act(own, 'PUT /check-in/turn', { user_id: other.id, done: true });
    await enter('writing');
    const one = await write(own, 'one');
    const two = await write(other, 'canary two');
    const three = await write(other, 'three');
    await act(other, `PUT /notes/${two}`, { content: 'canary two, changed' });
    await act(other, `PUT /notes/${three}`, { note_type: 'to_improve' });
    await act(other, `DELETE /notes/${two}`);
    await act(other, `POST /notes/${two}/restore`);
    await act(other, 'PUT /ready', { ready: true });
    await enter('grouping');
    await act(own, `PUT /notes/${two}/reactions/${encodeURIComponent('🎉')}`);
    const commentId = newTimelessId(CommentId);
    await act(other, `POST /topics/${two}/comments`, { id: commentId, content: 'canary comment' });
    const made = await act(own, 'POST /groups', { note_ids: [one, two] });
    const { id: group } = Group.parse(made);
    await enter('voting');
    await act(own, `PUT /topics/${group}/votes`, { count: 2 });
    await act(other, `PUT /topics/${three}/votes`, { count: 1 });
    await act(other, 'PUT /votes/finished', { finished: true });
    await enter('discussing');
    await act(own, 'PUT /discussion', { current: three });
    await act(own, 'POST /actions', { text: 'Ask', topic_id: three });
    for (const [index, socket] of sockets.entries()) {
      await expect.poll(() => changesOf(socket).length).toBe(commands);
      const seqs = changesOf(socket).map(({ seq }) => seq);
      expect(seqs).toEqual(seqs.map((_, at) => since + 1 + at));
      followed[index]?.apply(changesOf(socket));
      await followed[index]?.compare();
    }
    await act(other, `DELETE /topics/${group}/comments/${commentId}`);
    await act(other, `DELETE /notes/${two}`);
    for (const [index, socket] of sockets.entries()) {
      await expect.poll(() => changesOf(socket).length).toBe(commands);
      followed[index]?.apply(changesOf(socket).slice(-2));
      await followed[index]?.compare();
    }
    // Deleted, restored and deleted again.
    const { events } = await historyOf(app, path, own);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
    expect(JSON.stringify(events)).not.toContain('canary');
    expect(await logOf(app, path)).not.toContain('canary');
    for (const socket of sockets) await socket[Symbol.asyncDispose]();
  },
);

it('deleting an action item shown by two boards removes it from both histories', async () => {
  const { owner, path, agreed, change, remove, next } = await buildActionScene(app);
  const item = await agreed({ text: 'canary action' });
  const later = await next();
  await change(owner, item, { text: 'canary action, changed' });
  const paths = [path, later.path];
  for (const each of paths) expect(await logOf(app, each)).toContain('canary');
  const followed = await Promise.all(
    paths.map((each) => FollowedBoard.open(app, { path: each, as: owner })),
  );
  expect((await remove(owner, item)).status).toBe(204);
  for (const each of paths) {
    expect(await logOf(app, each)).not.toContain('canary');
    expect(JSON.stringify(await historyOf(app, each, owner))).not.toContain('canary');
  }
  for (const each of followed) await each.catchUp();
});
