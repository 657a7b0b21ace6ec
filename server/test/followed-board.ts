// A board maintained by changes, which must equal the server's full answer.
import { BoardState } from '@wentwell/contract/board/board';
import { apply } from '@wentwell/contract/board/change';
import { type ChangeFrame, readPatch } from '@wentwell/contract/board/change-frame';
import { boardRules } from '@wentwell/contract/board/features';
import { getMeeting } from '@wentwell/contract/board/meeting';
import { presentBoard } from '@wentwell/contract/board/page';
import { RecordedBoard } from '@wentwell/contract/board/recorded-board';
import { Board } from '@wentwell/contract/board/snapshot';
import type { OwnScores } from '@wentwell/contract/check-in/check-in';
import { EventsPage } from '@wentwell/contract/live/live';
import { expect } from 'vitest';

import type { TestApp, TestUser } from './build-test-app.ts';

interface Follower {
  /** The board's path. */
  path: string;
  as?: TestUser;
  /** A screen's token. */
  token?: string;
  authorKey?: string | undefined;
}

/** A screen has no own scores. */
const Records = RecordedBoard.pick({ seq: true, records: true, own_scores: true }).partial({
  own_scores: true,
});

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

  get seq(): number {
    return this.#board.seq;
  }

  apply(frames: readonly ChangeFrame[]): void {
    for (const { data, seq } of frames) {
      expect(seq).toBe(this.#board.seq + 1);
      const patch = readPatch(boardRules.recordTypes, data);
      if (!patch) throw new Error('A change cannot be read.');
      this.#board = apply(this.#board, patch, seq);
    }
  }

  /** Compares the board with the server's records and the reader's scores. */
  async compare(): Promise<Partial<OwnScores>> {
    const { board, own_scores } = await this.#readRecords();
    expect(recordsOf(this.#board)).toEqual(recordsOf(board));
    expect(this.#board.seq).toBe(board.seq);
    return own_scores ?? {};
  }

  /** Applies the changes since the last call, and compares the board with both forms of the server's answer. */
  async catchUp(): Promise<void> {
    const page = EventsPage.parse(await this.#get(`events?since=${this.#board.seq}`));
    if (page.resync) {
      // Only a change of an anonymous meeting erases the history before it.
      const { board } = await this.#readRecords();
      expect(getMeeting(board).settings.anonymous).toBe(true);
      this.#board = board;
    } else {
      this.apply(page.events);
    }
    const ownScores = await this.compare();
    const presented = presentBoard(this.#board, this.#follower.as?.id ?? null);
    const check_in = { ...presented.check_in, ...ownScores };
    const answered = Board.parse(await this.#get('board'));
    expect(answered).toMatchObject(JSON.parse(JSON.stringify({ ...presented, check_in })));
  }

  async #readRecords() {
    const { records, seq, own_scores } = Records.parse(await this.#get('records'));
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
