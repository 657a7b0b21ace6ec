import { MeetingId, type UserId } from '@wentwell/contract/ids';
import { beforeEach, expect, test, vi } from 'vitest';

import { actionDrafts } from '#web/features/actions/action-drafts';
import { commentDrafts } from '#web/features/comments/comment-drafts';
import { newNoteKey, noteDrafts } from '#web/features/notes/note-drafts';
import { onLoss } from '#web/live/loss';
import { boardScene } from '#web/live/testing/board-scene';
import { ada, makeBoard, makeNote, noteAdded, noteIdOf } from '#web/live/testing/fake-board-server';
import { FakeStorage } from '#web/live/testing/fake-storage';

import { keepLostTexts } from './lost-history.ts';

const meetingId = MeetingId.parse('0198f000-0000-7000-8000-000000000001');
const draftsOf = (userId: UserId) => ({
  notes: noteDrafts(userId, meetingId),
  comments: commentDrafts(userId, meetingId),
  actions: actionDrafts(userId),
});

beforeEach(() => {
  vi.stubGlobal('localStorage', new FakeStorage());
  return () => vi.unstubAllGlobals();
});

test('S-40: a page counts lost changes, and keeps its user’s texts as drafts', async () => {
  const { client, clock, server, open } = boardScene();
  const drafts = draftsOf(ada);
  const told: number[] = [];
  onLoss(client, ({ changes, ...boards }) => {
    told.push(changes, keepLostTexts(boards, ada, drafts));
  });
  server.current = makeBoard({ notes: [makeNote(9, { author_id: ada, content: 'edited' })] });
  const socket = await open();
  socket.deliver(noteAdded(1));
  socket.deliver(noteAdded(2, makeNote(2, { author_id: ada })));
  socket.deliver(noteAdded(3, makeNote(3, { author_id: ada })));
  await clock.advance(16);
  // Two changes were lost, and another was made before this page came back.
  server.current = makeBoard({
    seq: 2,
    epoch: 'two',
    epoch_seq: 1,
    notes: [makeNote(1), makeNote(9, { author_id: ada, content: 'as before' }), makeNote(8)],
  });
  socket.deliver({ type: 'resync', data: { seq: 2, epoch: 'two' } });
  await clock.advance(16);
  expect(told).toEqual([2, 3]);
  const { notes } = drafts;
  expect(notes.read(newNoteKey('went_well'))?.content).toBe('Note 2\n\nNote 3');
  expect(notes.read(noteIdOf(9))).toEqual({ content: 'edited', note_type: 'went_well' });
});

test('S-40: another epoch without missing changes is no loss', async () => {
  const { client, clock, server, open } = boardScene();
  const told: number[] = [];
  onLoss(client, ({ changes }) => told.push(changes));
  const socket = await open();
  socket.deliver(noteAdded(1));
  await clock.advance(16);
  for (const [index, epoch_seq] of [1, null, undefined].entries()) {
    const epoch = `next ${index}`;
    server.current = makeBoard({ seq: 1, epoch, epoch_seq, notes: [makeNote(1)] });
    socket.deliver({ type: 'resync', data: { seq: 1, epoch } });
    await clock.advance(16);
  }
  expect(told).toEqual([]);
});

test('S-40: code that loads after the loss is notified once', async () => {
  const { client, clock, server, open } = boardScene();
  const told: number[] = [];
  const socket = await open();
  socket.deliver(noteAdded(1));
  socket.deliver(noteAdded(2));
  await clock.advance(16);
  server.current = makeBoard({ seq: 1, epoch: 'two', epoch_seq: 1, notes: [makeNote(1)] });
  socket.deliver({ type: 'resync', data: { seq: 1, epoch: 'two' } });
  await clock.advance(16);
  onLoss(client, ({ changes }) => told.push(changes));
  client.dropEarlierPublications();
  onLoss(client, ({ changes }) => told.push(changes));
  expect(told).toEqual([1]);
});
