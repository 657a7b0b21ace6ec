// The board page's one snapshot, and the fold that keeps it true (live.md "How").
import { z } from 'zod';

import { type BoardEvent, PresenceEntry } from './live.ts';
import { Meeting } from './meetings.ts';
import { applyNoteEvent, Note } from './notes.ts';
import { PhaseInfo } from './phases.ts';

/** GET /meetings/{id}/board, as its caller may see it; `seq` is the last event it contains. */
export const Board = z.object({
  seq: z.number().int(),
  epoch: z.string(),
  meeting: Meeting,
  phase: PhaseInfo,
  notes: z.array(Note),
  presence: z.array(PresenceEntry),
});
export type Board = z.infer<typeof Board>;

/** Takes a board and the event after its `seq`; gives the board after it. Pure; order is the caller's care. */
export function applyEvent(board: Board, event: BoardEvent & { seq: number }): Board {
  const at = { ...board, seq: event.seq };
  switch (event.type) {
    case 'phase_changed':
      return { ...at, phase: event.data.phase, meeting: event.data.meeting };
    case 'meeting_updated':
      return { ...at, meeting: event.data.meeting };
    default:
      return { ...at, notes: applyNoteEvent(board.notes, event) };
  }
}
