import { expect, test } from 'vitest';

import { BoardReplica } from './board-replica.ts';
import { makeBoard, noteCreated, noteIdOf } from './testing/fake-board-server.ts';

function replicaAt(seq: number, epoch = 'one'): BoardReplica {
  const replica = new BoardReplica();
  replica.replace(makeBoard({ seq, epoch }));
  return replica;
}

test('the next event is applied, an older one ignored', () => {
  const replica = replicaAt(4);
  expect(replica.take(noteCreated(5))).toHaveLength(1);
  expect(replica.take(noteCreated(5))).toEqual([]);
  expect(replica.take(noteCreated(3))).toEqual([]);
  expect(replica.board?.notes.map((note) => note.id)).toEqual([noteIdOf(5)]);
  expect(replica.isBehind).toBe(false);
});

test('a later event is held until the gap is filled', () => {
  const replica = replicaAt(0);
  expect(replica.take(noteCreated(3))).toEqual([]);
  expect(replica.isBehind).toBe(true);
  expect(replica.take(noteCreated(1))).toHaveLength(1);
  expect(replica.take(noteCreated(2)).map((event) => event.seq)).toEqual([2, 3]);
  expect(replica.isBehind).toBe(false);
});

test('a snapshot takes the held events that follow it, and drops those that it contains', () => {
  const replica = replicaAt(0);
  replica.take(noteCreated(3));
  replica.take(noteCreated(4));
  expect(replica.replace(makeBoard({ seq: 3 })).map((event) => event.seq)).toEqual([4]);
  expect(replica.board?.seq).toBe(4);
});

test('an older snapshot changes nothing, one of another history everything', () => {
  const replica = replicaAt(9);
  replica.take(noteCreated(12));
  replica.replace(makeBoard({ seq: 7 }));
  expect(replica.board?.seq).toBe(9);
  replica.replace(makeBoard({ seq: 2, epoch: 'two' }));
  expect(replica.board).toMatchObject({ seq: 2, epoch: 'two' });
  expect(replica.isBehind).toBe(false);
});
