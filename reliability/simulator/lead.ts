// Requests that users send without a page.
import type { MeetingId } from '@wentwell/contract/ids';

import type { Intent } from './ledger.ts';
import type { SimBoard } from './observe.ts';
import type { SimUser } from './sim-page.ts';
import { owner, type Stage } from './stage.ts';

interface Lead {
  /** Default: a random lead. */
  as?: SimUser;
  /** The user's browser. Default: the first. */
  author?: string;
  /** The board in the path, if it is not the changed one. */
  from?: MeetingId;
  below: string;
  intent?: Intent;
  body?: unknown;
  method?: string;
  needsKey?: true;
}

function someLead(stage: Stage, { history }: SimBoard): SimUser {
  const { random, users } = stage.world;
  const coLeads = users.filter(({ id }) => history.now.coLeads.includes(id));
  return random.pick([owner(stage), ...coLeads]);
}

/** Sends a request that is no note command. */
export function lead(
  stage: Stage,
  board: SimBoard,
  { as = someLead(stage, board), from = board.id, below, method = 'POST', ...rest }: Lead,
): void {
  const path = `/api/v1/meetings/${from}${below}`;
  stage.retryingRequests.run({ as, method, path, board: board.id, ...rest });
}
