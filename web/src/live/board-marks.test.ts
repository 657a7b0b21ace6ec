import { expect, test } from 'vitest';

import { boardScene } from './testing/board-scene.ts';
import { ada, bob, makeBoard, makeNote, noteAdded, noteIdOf } from './testing/fake-board-server.ts';

function presenceDelta(delta: object) {
  const data = { version: 'a.1', people: {}, left: {}, guests: {}, gone: [], ...delta };
  return { type: 'presence_changed', data };
}

test('C-19: presence and editing marks appear and disappear', async () => {
  const { client, clock, open } = boardScene();
  const socket = await open();
  const leftAt = '2026-03-02T09:01:00.000Z';
  const left = presenceDelta({ people: { [bob]: 'Bob' }, left: { [bob]: leftAt } });
  socket.deliver(left);
  socket.deliver({ type: 'note_editing', userId: bob, data: { note_id: noteIdOf(1) } });
  await clock.advance(16);
  expect(client.getSnapshot().board?.presence).toMatchObject([{ userId: bob, isOnline: false }]);
  expect([...client.getSnapshot().editing]).toEqual([[noteIdOf(1), bob]]);
  await clock.advance(5016);
  expect(client.getSnapshot().editing.size).toBe(0);
});

test('S-49: differences list arrivals, departures and removals; without `gone` nobody else is present', async () => {
  const { client, clock, open } = boardScene();
  const socket = await open();
  const shown = async (delta: object): Promise<string[]> => {
    socket.deliver(presenceDelta(delta));
    await clock.advance(16);
    const { presence = [] } = client.getSnapshot().board ?? {};
    return presence.map(({ userName, isOnline }) => `${userName} ${isOnline}`);
  };
  const leftAt = '2026-03-02T09:01:00.000Z';
  expect(await shown({ people: { [ada]: 'Ada' }, gone: null })).toEqual(['Ada true']);
  expect(await shown({ people: { [bob]: 'Bob' }, guests: { [bob]: 'muted' } })).toEqual([
    'Ada true',
    'Bob true',
  ]);
  expect(client.getSnapshot().board?.presence[1]).toMatchObject({ isGuest: true, isMuted: true });
  expect(await shown({ people: { [bob]: 'Bob' }, left: { [bob]: leftAt } })).toEqual([
    'Ada true',
    'Bob false',
  ]);
  expect(client.getSnapshot().board?.presence[1]).toMatchObject({ lastSeen: leftAt });
  expect(await shown({ gone: [bob] })).toEqual(['Ada true']);
  expect(await shown({ people: { [bob]: 'Bob' }, gone: null })).toEqual(['Bob true']);
});

test('C-28: the socket is requested with the known version; then its presence counts, not a snapshot’s', async () => {
  const { client, clock, server, open, last } = boardScene();
  const snapshot = server.fetchBoard.bind(server);
  server.fetchBoard = async () => ({ ...(await snapshot()), presence_version: 'a.1' });
  const socket = await open();
  expect(socket.url).toContain('presence=a.1');
  socket.deliver(presenceDelta({ version: 'a.2', people: { [bob]: 'Bob' } }));
  socket.deliver({ type: 'resync', data: { seq: 0, epoch: 'one' } });
  await clock.advance(16);
  expect(server.calls).toContain('board');
  expect(client.getSnapshot().board?.presence).toMatchObject([{ userId: bob, isOnline: true }]);
  socket.disconnect(1001);
  await clock.advance(2000);
  expect(last().url).toContain('presence=a.2');
});

test('S-47: a person without a name is shown by the part of the address before the @', async () => {
  const { client, server, open } = boardScene();
  const email = 'bob.okri@example.com';
  const lastSeen = '2026-03-02T09:00:00.000Z';
  const presence = [{ userId: bob, userName: email, email, isOnline: true, lastSeen }];
  server.current = makeBoard({ presence });
  await open();
  expect(client.getSnapshot().board?.presence).toMatchObject([{ userName: 'bob.okri', email }]);
});

test('C-19: editing is announced at most once in 2 s, another note immediately', async () => {
  const { client, clock, open } = boardScene();
  const socket = await open();
  const announced = (): number => socket.kinds.filter((kind) => kind === 'note_editing').length;
  for (let keystroke = 0; keystroke < 20; keystroke += 1) {
    client.announceEditing(noteIdOf(1));
    await clock.advance(100);
  }
  expect(announced()).toBe(1);
  client.announceEditing(noteIdOf(1));
  expect(announced()).toBe(2);
  client.announceEditing(noteIdOf(2));
  expect(announced()).toBe(3);
});

test('S-30: a dragging mark stays until the note changes, or its announcements stop', async () => {
  const { client, clock, open } = boardScene();
  const socket = await open();
  const drag = (note: number): void =>
    socket.deliver({
      type: 'note_dragging',
      userId: bob,
      data: { note_id: noteIdOf(note), over: null },
    });
  drag(1);
  drag(2);
  await clock.advance(16);
  expect([...client.getSnapshot().dragging]).toEqual([
    [noteIdOf(1), bob],
    [noteIdOf(2), bob],
  ]);
  socket.deliver(noteAdded(1, makeNote(1)));
  await clock.advance(16);
  expect([...client.getSnapshot().dragging]).toEqual([[noteIdOf(2), bob]]);
  await clock.advance(3016);
  expect(client.getSnapshot().dragging.size).toBe(0);
});

test('S-30: a drag is announced once a second, and a new target within a tenth', async () => {
  const { client, clock, open } = boardScene();
  const socket = await open();
  const announced = (): number => socket.kinds.filter((kind) => kind === 'note_dragging').length;
  for (let move = 0; move < 20; move += 1) {
    client.announceDragging(noteIdOf(1), 'went_well');
    await clock.advance(50);
  }
  expect(announced()).toBe(1);
  for (let move = 0; move < 20; move += 1) {
    client.announceDragging(noteIdOf(1), noteIdOf(move + 2));
    await clock.advance(50);
  }
  expect(announced()).toBe(11);
});
