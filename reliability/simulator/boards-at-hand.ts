// Invariant: a node's cached board equals the board built from its rows.
import type { BoardState } from '@wentwell/contract/board/board';
import { canonicalJson } from '@wentwell/contract/board/canonical-json';
import { answersMinDefault } from '@wentwell/contract/check-in/check-in';

import { readMeeting } from '../../server/src/board/board-rows.ts';
import { readBoardOf } from '../../server/src/board/read-board.ts';
import type { Queries } from '../../server/src/platform/db/database.ts';
import type { SimWorld } from './sim-world.ts';
import { Violation } from './violation.ts';

function textsOf(board: BoardState): string[] {
  return board.records().map((record) => {
    // Reaction rows have no id. No change tells how many retros an action item has seen.
    const untold = { reaction: { id: '' }, action: { meetings_seen: 0 } }[record.type];
    return canonicalJson({ ...record, ...untold });
  });
}

/** Call while the world is at rest. */
export async function checkBoardsAtHand(world: SimWorld, queries: Queries): Promise<void> {
  for (const { id, name } of world.boards.filter(({ exists }) => exists)) {
    const meeting = await readMeeting(queries, id);
    const kept = world.nodes.flatMap((node) => {
      const found = node.cachedBoard(meeting);
      return found ? [{ node, texts: textsOf(found.board) }] : [];
    });
    if (kept.length === 0) continue;
    const texts = textsOf((await readBoardOf(queries, meeting, answersMinDefault)).board);
    for (const { node, texts: own } of kept) {
      const tooMuch = own.find((text) => !texts.includes(text));
      const missing = texts.find((text) => !own.includes(text));
      if (tooMuch === undefined && missing === undefined && own.length === texts.length) continue;
      const what = `has ${tooMuch ?? 'nothing'} instead of ${missing ?? 'nothing'}`;
      throw new Violation(`${node.name}: ${name} at hand ${what} at seq ${meeting.seq}`);
    }
  }
}
