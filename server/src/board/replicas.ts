// Caches boards on this node, each after the last change seen here.
import { apply } from '@wentwell/contract/board/change';
import type { MeetingId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';

import type { BoardRow } from '#server/features/meetings/meetings.table';
import { changesAfter } from '#server/live/change-log';
import type { Queries } from '#server/platform/db/database';

import { readNoteIds } from './board-rows.ts';
import { movedRowIds, type ReadBoard, withMeetingRow } from './read-board.ts';

// About 0.2 KB each.
const mostRecords = 100_000;

interface Replica extends ReadBoard {
  epoch: string;
}

/** Keeps the most recently used boards, with at most `mostRecords` records in all. */
export class Replicas {
  readonly #boards = new Map<MeetingId, Replica>();
  #records = 0;

  /** Undefined if the board is not cached, or another node has changed it. */
  at(meeting: BoardRow): ReadBoard | undefined {
    const found = this.#of(meeting);
    return found?.board.seq === meeting.seq ? withMeetingRow(found, meeting) : undefined;
  }

  /** The current board, with other nodes' changes from the log. Undefined: read it from rows. Call under the lock. */
  async atHead(queries: Queries, meeting: BoardRow): Promise<ReadBoard | undefined> {
    const found = await this.#caughtUp(queries, meeting);
    return found && withMeetingRow(found, meeting);
  }

  async #caughtUp(queries: Queries, head: BoardRow): Promise<ReadBoard | undefined> {
    const found = this.#of(head);
    const missed = found ? head.seq - found.board.seq : 0;
    if (!found || missed === 0) return found;
    if (missed < 0 || missed > liveLimits.resumeMax) return undefined;
    const since = { epoch: head.epoch, since: found.board.seq, limit: missed };
    const [logged, noteIds] = await Promise.all([
      changesAfter(queries, head.id, since),
      readNoteIds(queries, head.id),
    ]);
    const changes = logged.flatMap(({ change }) => change ?? []);
    // The log may start later or contain a change of a newer version.
    if (changes.length < missed) return undefined;
    const board = changes.reduce((before, change) => apply(before, change), found.board);
    return { board: board.with([], [], head.seq), rowIds: movedRowIds(noteIds) };
  }

  #of({ id, epoch }: BoardRow): Replica | undefined {
    const found = this.#boards.get(id);
    return found?.epoch === epoch ? found : undefined;
  }

  keep(id: MeetingId, replica: Replica): void {
    this.drop(id);
    this.#boards.set(id, replica);
    this.#records += replica.board.count;
    for (const oldest of this.#boards.keys()) {
      if (this.#records <= mostRecords || oldest === id) break;
      this.drop(oldest);
    }
  }

  drop(id: MeetingId): void {
    this.#records -= this.#boards.get(id)?.board.count ?? 0;
    this.#boards.delete(id);
  }
}
