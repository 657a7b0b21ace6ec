// A snapshot of a board, as the API returns it.
import { z } from 'zod';

import { LiveTicket } from '../live/live.ts';
import { boardShape } from './page.ts';
import { BoardHead } from './recorded-board.ts';

/** GET /meetings/{id}/board, as the caller may see it. `seq` is the last change it contains. */
export const Board = z.object({
  ...BoardHead.shape,
  ...boardShape,
});
export type Board = z.infer<typeof Board>;

/** `ticket` requests a socket ticket too, which saves the page a second request. */
export const BoardQuery = z.object({ ticket: z.enum(['true', 'false']).optional() });
/** `live_ticket` is present if it was requested and the meeting is live. Nodes of earlier versions omit it. */
export const BoardWithTicket = Board.extend({ live_ticket: LiveTicket.optional() });
export type BoardWithTicket = z.infer<typeof BoardWithTicket>;
