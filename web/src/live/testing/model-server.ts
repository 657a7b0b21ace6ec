import type { BoardState } from '@wentwell/contract/board/board';
import {
  apply,
  type Change,
  partition,
  type PartitionedChange,
  type Patch,
  view,
} from '@wentwell/contract/board/change';
import type { ChangeFrame } from '@wentwell/contract/board/change-frame';
import type { Command as BoardCommand } from '@wentwell/contract/board/command';
import { isRejected } from '@wentwell/contract/board/context';
import { boardRules } from '@wentwell/contract/board/features';
import { noteType } from '@wentwell/contract/board/notes';
import type { UserId } from '@wentwell/contract/ids';

import { type BoardSnapshot, ReadableChanges } from '#web/board/board-snapshot';

import { changeFrame, makeBoard, noteIdOf, snapshotOf } from './fake-board-server.ts';
import { apiError } from './fake-commands.ts';

const time = '2026-03-02T09:00:00.000Z';
const { recordTypes } = boardRules;

/** A server as the protocol describes it: a log of changes, and a receipt for each command. */
export class ModelServer {
  epoch = 1;
  #log: { seq: number; partitioned: PartitionedChange }[] = [];
  /** The board at the start of this epoch's log, and after each change of the log. */
  #states: [BoardState, ...BoardState[]] = [snapshotOf(makeBoard()).state];
  readonly #receipts = new Map<string, { seq: number }>();
  /** The keys of the commands that were applied. */
  readonly applied: string[] = [];

  snapshotFor(userId: UserId): BoardSnapshot {
    const snapshot = snapshotOf(makeBoard());
    const you = { ...snapshot.you, user_id: userId };
    const state = recordTypes.view(this.#state, { userId });
    return { ...snapshot, you, epoch: String(this.epoch), state };
  }

  get seq(): number {
    return this.#state.seq;
  }

  get #state(): BoardState {
    return this.#states.at(-1) ?? this.#states[0];
  }

  /** As this user may see them. */
  changesSince(since: number, userId: UserId): ChangeFrame[] {
    return this.#log
      .filter(({ seq }) => seq > since)
      .map(({ seq, partitioned }) => {
        const { cause, put, remove } = view(partitioned, { userId });
        return changeFrame(seq, cause.actorId, {
          command: cause.command,
          put: [...put],
          remove: remove.map(({ type, id }) => ({ type, id })),
        });
      });
  }

  page(since: number, userId: UserId): ReadableChanges {
    const { seq, epoch } = this;
    const resync = this.isBeyondLog(since);
    const events = resync ? [] : this.changesSince(since, userId);
    const { id: meeting_id } = makeBoard().meeting;
    return ReadableChanges.parse({ meeting_id, seq, epoch: String(epoch), resync, events });
  }

  isBeyondLog(since: number): boolean {
    return since > this.seq || since < this.#states[0].seq;
  }

  delete(by: UserId, note: number): void {
    const found = this.#state.get(noteType, noteIdOf(note));
    if (found) this.#append(by, { put: [], remove: [found] });
  }

  /** Applies a command once; a repeated key gets the same answer again. */
  apply(by: UserId, key: string, command: BoardCommand): { seq: number } {
    const receipt = this.#receipts.get(key);
    if (receipt) return receipt;
    const decision = boardRules.decide(this.#state, command, {
      caller: { userId: by, role: 'member', isSuperuser: false },
      actorId: by,
      author: { author_id: by },
      now: new Date(time),
      recordedAt: time,
      createId: () => key,
      versionFloor: 0,
      memberCount: 2,
      isWrittenOn: true,
      isServer: true,
      facts: {},
      trash: null,
    });
    if (isRejected(decision)) throw apiError(409);
    if (decision) this.#append(by, decision);
    const { seq } = this;
    this.applied.push(key);
    this.#receipts.set(key, { seq });
    return { seq };
  }

  /** Simulates a restored backup: another history with fewer changes. */
  restoreBackup(): void {
    this.#states = [this.#states[Math.floor(this.#log.length / 2)] ?? this.#states[0]];
    this.epoch += 1;
    this.#log = [];
  }

  #append(by: UserId, patch: Patch): void {
    const seq = this.seq + 1;
    const change: Change = {
      cause: { command: null, actorId: by, changedAt: time },
      put: patch.put,
      remove: patch.remove,
    };
    this.#log.push({ seq, partitioned: partition(recordTypes, change) });
    this.#states.push(apply(this.#state, patch, seq));
  }
}
