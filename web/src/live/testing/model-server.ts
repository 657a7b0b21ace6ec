import { applyEvent, type Board } from '@wentwell/contract/board';
import type { UserId } from '@wentwell/contract/ids';
import { EventFrame, type EventsPage } from '@wentwell/contract/live';

import { makeBoard, makeNote, noteIdOf } from './fake-board-server.ts';
import { apiError, type Intent } from './fake-commands.ts';

const time = '2026-03-02T09:00:00.000Z';

/** A server as the protocol describes it: a log, folded by the contract, and a receipt for each command. */
export class ModelServer {
  log: EventFrame[] = [];
  epoch = 1;
  /** The board at the start of this epoch's log. */
  origin: Board = makeBoard({ epoch: '1' });
  readonly #receipts = new Map<string, { version: number }>();
  /** The texts of the commands that were applied. */
  readonly applied: string[] = [];

  get board(): Board {
    return this.log.reduce<Board>(applyEvent, this.origin);
  }

  get seq(): number {
    return this.log.at(-1)?.seq ?? this.origin.seq;
  }

  write(by: UserId, intent: Pick<Intent, 'note' | 'text'>): { version: number } {
    const before = this.board.notes.find(({ id }) => id === noteIdOf(intent.note));
    const version = (before?.version ?? 0) + 1;
    const note = makeNote(intent.note, { author_id: by, content: intent.text, version });
    const data = { note_id: note.id, note_type: 'went-well', content: note.content, note };
    this.#append(by, { type: before ? 'note_updated' : 'note_created', data });
    return { version };
  }

  delete(by: UserId, note: number): void {
    const note_id = noteIdOf(note);
    if (!this.board.notes.some(({ id }) => id === note_id)) return;
    this.#append(by, { type: 'note_deleted', data: { note_id } });
  }

  /** Applies a command once; a repeated key gets the same answer again. */
  apply(by: UserId, key: string, intent: Intent): { version: number } {
    const receipt = this.#receipts.get(key);
    if (receipt) return receipt;
    const exists = this.board.notes.some(({ id }) => id === noteIdOf(intent.note));
    if (!intent.isNew && !exists) throw apiError(404);
    const answer = this.write(by, intent);
    this.applied.push(intent.text);
    this.#receipts.set(key, answer);
    return answer;
  }

  /** Simulates a restored backup: another history with fewer events. */
  restoreBackup(): void {
    const kept = this.log.slice(0, Math.floor(this.log.length / 2));
    const board = kept.reduce<Board>(applyEvent, this.origin);
    this.epoch += 1;
    this.origin = { ...board, epoch: String(this.epoch) };
    this.log = [];
  }

  page(since: number): EventsPage {
    const { seq, epoch } = this;
    const resync = since > seq || since < this.origin.seq;
    const events = resync ? [] : this.log.filter((event) => event.seq > since);
    return { meeting_id: this.origin.meeting.id, seq, epoch: String(epoch), resync, events };
  }

  #append(by: UserId, event: Record<string, unknown>): void {
    const complete = { ...event, seq: this.seq + 1, userId: by, timestamp: time };
    this.log.push(EventFrame.parse(complete));
  }
}
