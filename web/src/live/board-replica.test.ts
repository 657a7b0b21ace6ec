import { expect, test } from 'vitest';

import { BoardReplica } from './board-replica.ts';
import { makeBoard, noteCreated, noteIdOf } from './testing/fake-board-server.ts';

function replicaAt(seq: number, epoch = 'one'): BoardReplica {
  const replica = new BoardReplica();
  replica.loadSnapshot(makeBoard({ seq, epoch }));
  return replica;
}

test('C-12: the next event is applied, an older one ignored', () => {
  const replica = replicaAt(4);
  expect(replica.receive(noteCreated(5))).toHaveLength(1);
  expect(replica.receive(noteCreated(5))).toEqual([]);
  expect(replica.receive(noteCreated(3))).toEqual([]);
  expect(replica.board?.notes.map((note) => note.id)).toEqual([noteIdOf(5)]);
  expect(replica.isBehind).toBe(false);
});

test('C-12: a later event is held until the gap is filled', () => {
  const replica = replicaAt(0);
  expect(replica.receive(noteCreated(3))).toEqual([]);
  expect(replica.isBehind).toBe(true);
  expect(replica.receive(noteCreated(1))).toHaveLength(1);
  expect(replica.receive(noteCreated(2)).map((event) => event.seq)).toEqual([2, 3]);
  expect(replica.isBehind).toBe(false);
});

test('C-13: a snapshot takes the held events that follow it, and drops those that it contains', () => {
  const replica = replicaAt(0);
  replica.receive(noteCreated(3));
  replica.receive(noteCreated(4));
  expect(replica.loadSnapshot(makeBoard({ seq: 3 })).map((event) => event.seq)).toEqual([4]);
  expect(replica.board?.seq).toBe(4);
});

test('C-13: an older snapshot changes nothing, one of another history everything', () => {
  const replica = replicaAt(9);
  replica.receive(noteCreated(12));
  replica.loadSnapshot(makeBoard({ seq: 7 }));
  expect(replica.board?.seq).toBe(9);
  replica.loadSnapshot(makeBoard({ seq: 2, epoch: 'two' }));
  expect(replica.board).toMatchObject({ seq: 2, epoch: 'two' });
  expect(replica.isBehind).toBe(false);
});

test('C-12: only so many events are held, the next one always', () => {
  const replica = replicaAt(0);
  for (let seq = 2; seq <= 1001; seq += 1) replica.receive(noteCreated(seq));
  expect(replica.receive(noteCreated(1)).map((event) => event.seq)).toHaveLength(257);
  expect(replica.isBehind).toBe(true);
});

test('C-13: a copy in doubt holds what comes, and takes whatever snapshot it is given', () => {
  const replica = replicaAt(9);
  replica.receive(noteCreated(11));
  replica.invalidate();
  expect(replica.isInvalidated).toBe(true);
  expect(replica.receive(noteCreated(6))).toEqual([]);
  expect(replica.board?.seq).toBe(9);
  expect(replica.loadSnapshot(makeBoard({ seq: 5 })).map((event) => event.seq)).toEqual([6]);
  expect(replica.board?.seq).toBe(6);
});

test('C-13: events of another history are ignored and not held', () => {
  const replica = replicaAt(1, 'two');
  expect(replica.receive(noteCreated(2), 'one')).toEqual([]);
  expect(replica.isBehind).toBe(false);
  replica.invalidate();
  replica.receive(noteCreated(2), 'two');
  replica.receive(noteCreated(3), 'three');
  replica.advanceHead(9);
  expect(replica.loadSnapshot(makeBoard({ seq: 2, epoch: 'three' }))).toHaveLength(1);
  expect(replica.board).toMatchObject({ seq: 3, notes: [{ content: 'Note 3' }] });
  expect(replica.isBehind).toBe(false);
});
