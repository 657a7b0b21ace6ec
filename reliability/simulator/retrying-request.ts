// A change that is not a note's: asked for again with the same key until somebody answers, as the site's buttons are.
import type { MeetingId } from '@wentwell/contract/ids';

import type { Intent } from './ledger.ts';
import type { SimUser } from './sim-page.ts';
import { newKey, type SimWorld } from './sim-world.ts';

interface RetryingRequest {
  as: SimUser;
  method: string;
  path: string;
  body?: unknown;
  /** What it means for a board; nothing where no log tells of it. */
  intent?: Intent;
  board?: MeetingId;
  /** A request that the server cannot tell from its repetition is made once. */
  once?: boolean;
}

const tries = 6;
const pause = 2000;

/** Errands under way, so that a run can wait for them. */
export class RetryingRequests {
  readonly #world: SimWorld;
  #underWay = 0;

  constructor(world: SimWorld) {
    this.#world = world;
  }

  get underWay(): number {
    return this.#underWay;
  }

  run(retryingRequest: RetryingRequest): void {
    this.#underWay += 1;
    void this.#run(retryingRequest).finally(() => (this.#underWay -= 1));
  }

  async #run({ as, method, path, body, intent, board, once }: RetryingRequest): Promise<void> {
    const world = this.#world;
    const history = board && world.boardOf(board).history;
    const at = { board: board ?? '', since: history?.now.seq ?? 0 };
    const entry = intent ? world.ledger.want(intent, as.id, at) : null;
    const key = newKey();
    if (entry) world.ledger.keyed(entry, key);
    const headers: Record<string, string> = {
      authorization: `Bearer ${as.token}`,
      'idempotency-key': key,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const payload = body === undefined ? null : JSON.stringify(body);
    const sender = { name: as.name, token: as.token, isDead: false };
    const clock = world.clock.ofPage();
    for (let attempt = 1; attempt <= (once ? 1 : tries); attempt += 1) {
      const call = { sender, method, path, body: payload, headers };
      const answer = await world.network.send(call).catch(() => null);
      if (answer) return;
      await new Promise<void>((go) => void clock.setTimer(pause, go));
    }
  }
}
