import type { BoardState } from '@wentwell/contract/board/board';
import { apply } from '@wentwell/contract/board/change';
import type { ChangeFrame } from '@wentwell/contract/board/change-frame';
import { noteType } from '@wentwell/contract/board/notes';
import type { UserId } from '@wentwell/contract/ids';

import { type BoardSnapshot, ReadableChanges } from '#web/board/board-snapshot';

import { changeFrame, makeBoard, makeNote, noteIdOf, snapshotOf } from './fake-board-server.ts';
import { apiError, type Intent } from './fake-commands.ts';

/** A server as the protocol describes it: a log of changes, and a receipt for each command. */
export class ModelServer {
  log: ChangeFrame[] = [];
  epoch = 1;
  /** The board at the start of this epoch's log, and after each change of the log. */
  #states: [BoardState, ...BoardState[]] = [snapshotOf(makeBoard()).state];
  readonly #receipts = new Map<string, { version: number }>();
  /** The texts of the commands that were applied. */
  readonly applied: string[] = [];

  get snapshot(): BoardSnapshot {
    return { ...snapshotOf(makeBoard()), epoch: String(this.epoch), state: this.#state };
  }

  get seq(): number {
    return this.#state.seq;
  }

  get #state(): BoardState {
    return this.#states.at(-1) ?? this.#states[0];
  }

  write(by: UserId, intent: Pick<Intent, 'note' | 'text'>): { version: number } {
    const before = this.#state.get(noteType, noteIdOf(intent.note));
    const version = (before?.version ?? 0) + 1;
    const note = makeNote(intent.note, { author_id: by, content: intent.text, version });
    this.#append(by, { put: [{ type: 'note', ...note }], remove: [] });
    return { version };
  }

  delete(by: UserId, note: number): void {
    const found = this.#state.get(noteType, noteIdOf(note));
    if (found) this.#append(by, { put: [], remove: [{ type: 'note', id: found.id }] });
  }

  /** Applies a command once; a repeated key gets the same answer again. */
  apply(by: UserId, key: string, intent: Intent): { version: number } {
    const receipt = this.#receipts.get(key);
    if (receipt) return receipt;
    const exists = this.#state.get(noteType, noteIdOf(intent.note)) !== undefined;
    if (!intent.isNew && !exists) throw apiError(404);
    const answer = this.write(by, intent);
    this.applied.push(intent.text);
    this.#receipts.set(key, answer);
    return answer;
  }

  /** Simulates a restored backup: another history with fewer changes. */
  restoreBackup(): void {
    this.#states = [this.#states[Math.floor(this.log.length / 2)] ?? this.#states[0]];
    this.epoch += 1;
    this.log = [];
  }

  page(since: number): ReadableChanges {
    const { seq, epoch } = this;
    const resync = since > seq || since < this.#states[0].seq;
    const changes = resync ? [] : this.log.filter((change) => change.seq > since);
    const { id: meeting_id } = makeBoard().meeting;
    const page = { meeting_id, seq, epoch: String(epoch), resync, changes };
    return ReadableChanges.parse(page);
  }

  #append(by: UserId, { put, remove }: Pick<ChangeFrame['data'], 'put' | 'remove'>): void {
    const seq = this.seq + 1;
    this.log.push(changeFrame(seq, by, { put, remove }));
    this.#states.push(apply(this.#state, { put, remove }, seq));
  }
}
