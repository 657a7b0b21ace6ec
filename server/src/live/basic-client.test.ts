// A client written from the specification only: it ignores undefined fields and must still show the whole board.
import { NoteId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';

import { notes as notesTable } from '#server/features/notes/notes.table';
import { newId } from '#server/platform/ids';
import { buildBoard } from '#test/board-scene';
import { fileApp, type TestApp, type TestUser } from '#test/build-test-app';
import { holdSocket } from '#test/held-socket';
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
    id: newId(NoteId),
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
