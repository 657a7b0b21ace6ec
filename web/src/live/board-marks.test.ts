import { expect, test } from 'vitest';

import { boardScene } from './testing/board-scene.ts';
import { bob, makeNote, noteAdded, noteIdOf } from './testing/fake-board-server.ts';

test('C-19: presence and editing marks come and go', async () => {
  const { client, clock, open } = boardScene();
  const socket = await open();
  const entry = {
    userId: bob,
    userName: 'Bob',
    email: 'b@x.org',
    isOnline: true,
    lastSeen: '2026-03-02T09:00:00.000Z',
  };
  socket.deliver({ type: 'presence_update', data: [entry] });
  socket.deliver({ type: 'user_left', data: { ...entry, isOnline: false } });
  socket.deliver({ type: 'note_editing', userId: bob, data: { note_id: noteIdOf(1) } });
  await clock.advance(16);
  expect(client.getSnapshot().board?.presence).toMatchObject([{ userId: bob, isOnline: false }]);
  expect([...client.getSnapshot().editing]).toEqual([[noteIdOf(1), bob]]);
  await clock.advance(5016);
  expect(client.getSnapshot().editing.size).toBe(0);
});

test('S-47: a person without a name is present by the part of the address before the @', async () => {
  const { client, clock, open } = boardScene();
  const socket = await open();
  const email = 'bob.okri@example.com';
  const lastSeen = '2026-03-02T09:00:00.000Z';
  const entry = { userId: bob, userName: email, email, isOnline: true, lastSeen };
  socket.deliver({ type: 'presence_update', data: [entry] });
  await clock.advance(16);
  expect(client.getSnapshot().board?.presence).toMatchObject([{ userName: 'bob.okri', email }]);
});

test('C-19: editing is announced at most once in 2 s, editing another note at once', async () => {
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

test('S-30: who drags a note is marked until the note changes, or nothing more is heard', async () => {
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

test('S-30: a drag is announced once a second, and another target within a tenth', async () => {
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
