// Three copies of a board whose commands are decided by a store in memory, over random meetings.
import { type PartitionedChange, view } from '@wentwell/contract/board/change';
import { isRejected } from '@wentwell/contract/board/context';
import { boardRules } from '@wentwell/contract/board/features';
import {
  contentOf,
  createCommand,
  createStore,
  inRandomMeetings,
  leadBefore,
  users,
  viewerOf,
} from '@wentwell/contract/testing/random-meeting.suite';
import { expect, test } from 'vitest';

import { createPresenter } from '#web/board/board-snapshot';
import { decide, type PendingCommand, withPending } from '#web/board/pending';

import { BoardReplica } from './board-replica.ts';
import { makeBoard, snapshotOf } from './testing/fake-board-server.ts';

type KeyedCommand = PendingCommand & { key: string };

const { recordTypes } = boardRules;
/** Commands that pages do not decide. */
const byServerAlone =
  /^(?:(?:phase|meeting|timer|topics|person)\.|note\.(?:ask|sign)$|comment\.answer$)/;
const runs = Number(process.env['RUNS'] ?? 40);
const timestamp = '2026-03-14T09:00:00.000Z';

test('C-12, C-18: optimistic decisions are shown, and all copies reach the server’s board', () => {
  const shownAhead = new Map<string, number>();
  inRandomMeetings((options, steps) => {
    const store = createStore(options);
    const from = store.board.seq;
    const frames: PartitionedChange[] = [];
    const clients = users.map((user) => {
      const viewer = viewerOf(store.board, user);
      const you = { user_id: user.userId, role: user.role, is_superuser: false };
      const snapshotOfStore = () => ({
        ...snapshotOf(makeBoard()),
        you,
        state: recordTypes.view(store.board, viewer),
      });
      const replica = new BoardReplica();
      replica.loadSnapshot(snapshotOfStore());
      let pending: (KeyedCommand & { seq: number | null })[] = [];
      const confirmed = () => replica.snapshot ?? snapshotOfStore();
      return {
        user,
        replica,
        snapshotOfStore,
        read: 0,
        shown: () => withPending(confirmed(), pending),
        add: (each: KeyedCommand) => pending.push({ ...each, seq: null }),
        /** Without a seq it was refused. */
        answer(key: string, seq: number | null) {
          pending = pending.flatMap((each) => {
            if (each.key !== key) return [each];
            return seq === null ? [] : [{ ...each, seq }];
          });
          this.dropConfirmed();
        },
        dropConfirmed() {
          pending = pending.filter(({ seq }) => seq === null || seq > replica.seq);
        },
        receive(index: number) {
          const frame = frames[index];
          if (!frame) return;
          const { cause, ...patch } = view(frame, viewer);
          const seq = from + index + 1;
          const { actorId: userId, command } = cause;
          replica.receive({ seq, userId, timestamp, command, patch }, snapshotOfStore().epoch);
          this.dropConfirmed();
        },
      };
    });
    for (const [index, step] of steps.entries()) {
      const lead = leadBefore(index, steps.length);
      const client = clients[lead ? 0 : step.user];
      if (!client) continue;
      const deleted = store.trash.map(({ root }) => root.id);
      const boardCommand = lead ?? createCommand(step, client.shown().state, deleted);
      const key = `k${index}`;
      const madeAt = Date.parse(timestamp) + index * 1000;
      if (!byServerAlone.test(boardCommand.name)) {
        const predicted = decide(client.shown(), { boardCommand, madeAt });
        if (predicted !== null && !isRejected(predicted)) {
          shownAhead.set(boardCommand.name, (shownAhead.get(boardCommand.name) ?? 0) + 1);
        }
        client.add({ key, boardCommand, madeAt });
      }
      for (let attempt = 0; attempt < (step.isRetried ? 2 : 1); attempt += 1) {
        const result = store.execute(key, boardCommand, client.user);
        if (isRejected(result)) {
          client.answer(key, null);
          continue;
        }
        if (result.partitioned) frames.push(result.partitioned);
        client.answer(key, result.seq);
      }
      for (const [at, each] of clients.entries()) {
        const end = Math.min(frames.length, each.read + (step.reads[at] ?? 0));
        for (; each.read < end; each.read += 1) each.receive(each.read);
      }
    }
    for (const { replica, read, shown, snapshotOfStore, ...client } of clients) {
      // The remaining changes come in reverse, and the last one that was read comes again.
      for (let at = frames.length - 1; at >= Math.max(0, read - 1); at -= 1) client.receive(at);
      const expected = snapshotOfStore();
      expect(contentOf(shown().state)).toEqual(contentOf(expected.state));
      expect(replica.board).toEqual(createPresenter()(expected));
    }
  }, runs);
  expect(shownAhead.size).toBeGreaterThan(8);
});
