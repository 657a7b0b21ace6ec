import { noteType } from '@wentwell/contract/board/notes';
import { expect, test } from 'vitest';

import { type BoardChange, readChange } from '#web/board/board-snapshot';

import { BoardReplica } from './board-replica.ts';
import { makeBoard, noteAdded, noteIdOf, snapshotOf } from './testing/fake-board-server.ts';

function replicaAt(seq: number, epoch = 'one'): BoardReplica {
  const replica = new BoardReplica();
  replica.loadSnapshot(snapshotOf(makeBoard({ seq, epoch })));
  return replica;
}

function added(seq: number): BoardChange {
  const change = readChange(noteAdded(seq));
  if (!change) throw new Error('not readable');
  return change;
}

test('C-12: the next change is applied, an older one ignored', () => {
  const replica = replicaAt(4);
  expect(replica.receive(added(5), 'one')).toHaveLength(1);
  expect(replica.receive(added(5), 'one')).toEqual([]);
  expect(replica.receive(added(3), 'one')).toEqual([]);
  expect(replica.board?.notes.map((note) => note.id)).toEqual([noteIdOf(5)]);
  expect(replica.isBehind).toBe(false);
});

test('C-12: a later change is held until the gap is filled', () => {
  const replica = replicaAt(0);
  expect(replica.receive(added(3), 'one')).toEqual([]);
  expect(replica.isBehind).toBe(true);
  expect(replica.receive(added(1), 'one')).toHaveLength(1);
  expect(replica.receive(added(2), 'one').map(({ seq }) => seq)).toEqual([2, 3]);
  expect(replica.isBehind).toBe(false);
});

test('C-12: each applied change has the boards before and after it', () => {
  const replica = replicaAt(4);
  const [change] = replica.receive(added(5), 'one');
  expect(change?.before.get(noteType, noteIdOf(5))).toBeUndefined();
  expect(change?.after.get(noteType, noteIdOf(5))?.content).toBe('Note 5');
  expect([change?.before.seq, change?.after.seq]).toEqual([4, 5]);
});

test('unchanged parts are the same objects as before', () => {
  const replica = replicaAt(0);
  replica.receive(added(1), 'one');
  const before = replica.board;
  replica.receive(added(2), 'one');
  expect(replica.board?.notes[0]).toBe(before?.notes[0]);
  expect(replica.board?.meeting).toBe(before?.meeting);
  expect(replica.board?.votes).toBe(before?.votes);
});

test('C-13: a snapshot is followed by held changes after it, and drops those that it contains', () => {
  const replica = replicaAt(0);
  replica.receive(added(3), 'one');
  replica.receive(added(4), 'one');
  expect(replica.loadSnapshot(snapshotOf(makeBoard({ seq: 3 }))).map(({ seq }) => seq)).toEqual([
    4,
  ]);
  expect(replica.board?.seq).toBe(4);
});

test('C-13: an older snapshot changes nothing; one of another history replaces everything', () => {
  const replica = replicaAt(9);
  replica.receive(added(12), 'one');
  replica.loadSnapshot(snapshotOf(makeBoard({ seq: 7 })));
  expect(replica.board?.seq).toBe(9);
  replica.loadSnapshot(snapshotOf(makeBoard({ seq: 2, epoch: 'two' })));
  expect(replica.board).toMatchObject({ seq: 2, epoch: 'two' });
  expect(replica.isBehind).toBe(false);
});

test('C-12: a limited number of changes is held, always including the next', () => {
  const replica = replicaAt(0);
  for (let seq = 2; seq <= 1001; seq += 1) replica.receive(added(seq), 'one');
  expect(replica.receive(added(1), 'one').map(({ seq }) => seq)).toHaveLength(257);
  expect(replica.isBehind).toBe(true);
});

test('C-13: an invalidated copy holds changes, and accepts any snapshot', () => {
  const replica = replicaAt(9);
  replica.receive(added(11), 'one');
  replica.invalidate();
  expect(replica.isInvalidated).toBe(true);
  expect(replica.receive(added(6), 'one')).toEqual([]);
  expect(replica.board?.seq).toBe(9);
  expect(replica.loadSnapshot(snapshotOf(makeBoard({ seq: 5 }))).map(({ seq }) => seq)).toEqual([
    6,
  ]);
  expect(replica.board?.seq).toBe(6);
});

test('C-13: changes of another history are ignored and not held', () => {
  const replica = replicaAt(1, 'two');
  expect(replica.receive(added(2), 'one')).toEqual([]);
  expect(replica.isBehind).toBe(false);
  replica.invalidate();
  replica.receive(added(2), 'two');
  replica.receive(added(3), 'three');
  replica.receive(added(4), 'two');
  replica.advanceHead(9);
  expect(replica.loadSnapshot(snapshotOf(makeBoard({ seq: 2, epoch: 'three' })))).toHaveLength(1);
  expect(replica.board).toMatchObject({ seq: 3, notes: [{ content: 'Note 3' }] });
  expect(replica.isBehind).toBe(false);
});
