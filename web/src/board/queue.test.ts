// Three clients of a store in memory, over random meetings.
import { type PartitionedChange, view } from '@wentwell/contract/board/change';
import { isRejected } from '@wentwell/contract/board/context';
import { boardRules, presentBoard } from '@wentwell/contract/board/features';
import {
  contentOf,
  createCommand,
  createContext,
  createStore,
  inRandomMeetings,
  leadBefore,
  users,
  viewerOf,
} from '@wentwell/contract/testing/random-meeting.suite';
import { expect, it } from 'vitest';

import { BoardQueue } from './queue.ts';

const { recordTypes } = boardRules;
const runs = Number(process.env['RUNS'] ?? 40);

it('comes to the server’s board when answers and changes are late, lost or repeated', () => {
  const shown = new Map<string, number>();
  inRandomMeetings((options, steps) => {
    const store = createStore(options);
    const from = store.board.seq;
    const frames: { partitioned: PartitionedChange; key: string | undefined }[] = [];
    const clients = users.map((user) => {
      const viewer = viewerOf(store.board, user);
      const queue = new BoardQueue(boardRules, recordTypes.view(store.board, viewer));
      return { user, viewer, queue, read: 0, late: new Array<{ key: string; seq: number }>() };
    });
    for (const [index, step] of steps.entries()) {
      const lead = leadBefore(index, steps.length);
      const client = clients[lead ? 0 : step.user];
      if (!client) continue;
      const { user, queue } = client;
      const deleted = store.trash.map(({ root }) => root.id);
      const command = lead ?? createCommand(step, queue.shown, deleted);
      const key = `k${index}`;
      const predicted = queue.add(
        key,
        command,
        createContext(queue.shown, user, { isServer: false }),
      );
      if (!isRejected(predicted)) {
        if (predicted) shown.set(command.name, (shown.get(command.name) ?? 0) + 1);
        for (let attempt = 0; attempt < (step.isRetried ? 2 : 1); attempt += 1) {
          const result = store.execute(key, command, user);
          if (isRejected(result)) {
            queue.reject(key);
            continue;
          }
          const { partitioned, seq } = result;
          if (partitioned) frames.push({ partitioned, key: step.a > 2 ? key : undefined });
          if (step.c > 1) queue.confirm(key, seq);
          else if (attempt === 0) client.late.push({ key, seq });
        }
      }
      for (const [at, each] of clients.entries()) {
        const end = Math.min(frames.length, each.read + (step.reads[at] ?? 0));
        for (const { partitioned, key: frameKey } of frames.slice(each.read, end)) {
          each.read += 1;
          each.queue.receive(from + each.read, view(partitioned, each.viewer), frameKey);
        }
      }
    }
    for (const { user, viewer, queue, read, late } of clients) {
      // The remaining changes come in reverse, and the last one that was read comes again.
      const first = Math.max(0, read - 1);
      for (const [at, { partitioned, key }] of [...frames.entries()].slice(first).toReversed()) {
        queue.receive(from + at + 1, view(partitioned, viewer), key);
      }
      for (const { key, seq } of late) queue.confirm(key, seq);
      expect(queue.pending).toEqual([]);
      const expected = recordTypes.view(store.board, viewer);
      expect(contentOf(queue.shown)).toEqual(contentOf(expected));
      expect(queue.shown.hash).toBe(expected.hash);
      expect(presentBoard(queue.shown, user.userId)).toEqual(presentBoard(expected, user.userId));
    }
  }, runs);
  expect(shown.size).toBeGreaterThan(8);
});
