// A board as one client has it that follows its changes: it must be what the server answers to whoever asks for all of it.
import { Board, RecordedBoard } from '@wentwell/contract/board';
import { BoardState } from '@wentwell/contract/board/board';
import { apply } from '@wentwell/contract/board/change';
import { readPatch } from '@wentwell/contract/board/change-frame';
import { boardRules, presentBoard } from '@wentwell/contract/board/features';
import { EventsPage } from '@wentwell/contract/live';
import { expect } from 'vitest';

import type { TestApp, TestUser } from './build-test-app.ts';

interface Follower {
  /** The board's address. */
  path: string;
  as: TestUser;
  authorKey?: string;
}

export class FollowedBoard {
  readonly #app: TestApp;
  readonly #follower: Follower;
  #board: BoardState = BoardState.empty;

  private constructor(app: TestApp, follower: Follower) {
    this.#app = app;
    this.#follower = follower;
  }

  static async open(app: TestApp, follower: Follower): Promise<FollowedBoard> {
    const followed = new FollowedBoard(app, follower);
    followed.#board = (await followed.#readRecords()).board;
    return followed;
  }

  /** Applies the changes since the last call, and compares the board with what the server answers. */
  async catchUp(): Promise<void> {
    const since = this.#board.seq;
    const page = EventsPage.parse(await this.#get(`events?since=${since}`));
    expect(page.resync).toBe(false);
    for (const { data, seq } of page.events) {
      expect(seq).toBe(this.#board.seq + 1);
      const patch = readPatch(boardRules.recordTypes, data);
      if (!patch) throw new Error('A change cannot be read.');
      this.#board = apply(this.#board, patch, seq);
    }
    const { board, own_scores } = await this.#readRecords();
    expect(recordsOf(this.#board)).toEqual(recordsOf(board));
    expect(this.#board.seq).toBe(board.seq);
    const presented = presentBoard(board, this.#follower.as.id);
    const check_in = { ...presented.check_in, ...own_scores };
    const answered = Board.parse(await this.#get('board'));
    expect(answered).toMatchObject(JSON.parse(JSON.stringify({ ...presented, check_in })));
  }

  async #readRecords() {
    const { records, seq, own_scores } = RecordedBoard.parse(await this.#get('records'));
    const read = records.map((each) => boardRules.recordTypes.of(each).schema.parse(each));
    return { board: BoardState.empty.with(read, [], seq), own_scores };
  }

  async #get(below: string): Promise<unknown> {
    const { path, ...options } = this.#follower;
    return (await this.#app.request('GET', `${path}/${below}`, options)).body;
  }
}

function recordsOf(board: BoardState): unknown[] {
  return board
    .records()
    .map((record) => JSON.parse(JSON.stringify(record)) as unknown)
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
