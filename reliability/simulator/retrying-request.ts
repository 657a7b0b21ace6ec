// A change that no note command makes: sent again with the same key until it is answered, as the site's buttons do.
import { authorKeyHeader } from '@wentwell/contract/author-keys';
import type { MeetingId } from '@wentwell/contract/ids';

import { keyOf, unnamedHolder } from './anonymity.ts';
import type { Intent } from './ledger.ts';
import type { SimUser } from './sim-page.ts';
import { newKey, type SimWorld } from './sim-world.ts';

interface RetryingRequest {
  as: SimUser;
  /** In an anonymous meeting: at which of their browsers. The first one by default. */
  author?: string;
  method: string;
  path: string;
  body?: unknown;
  /** The command's change of a board; undefined if there is none. */
  intent?: Intent;
  board?: MeetingId;
  /** It takes the author key in every meeting. */
  needsKey?: boolean;
  /** The author key, null for none, where the request is about no board of the world. */
  authorKey?: string | null;
  /** Sends the request a single time, because the server does not recognise a repetition of it. */
  once?: boolean;
}

const maxAttempts = 6;
const retryDelayMs = 2000;

/** Counts the pending requests, so that a run can wait for them. */
export class RetryingRequests {
  readonly #world: SimWorld;
  #pending = 0;

  constructor(world: SimWorld) {
    this.#world = world;
  }

  get pending(): number {
    return this.#pending;
  }

  run(retryingRequest: RetryingRequest): void {
    this.#pending += 1;
    void this.#run(retryingRequest).finally(() => (this.#pending -= 1));
  }

  async #run(retryingRequest: RetryingRequest): Promise<void> {
    const { as, author = as.id, method, path, body, intent, board, once } = retryingRequest;
    const sendsKey = retryingRequest.needsKey ?? this.#world.isAnonymous;
    const world = this.#world;
    const history = board && world.boardOf(board).history;
    const at = { board: board ?? '', since: history?.now.seq ?? 0, author };
    const entry = intent ? world.ledger.add(intent, as.id, at) : null;
    const key = newKey();
    const keyOnBoard = sendsKey && board ? keyOf(author, as.id, board) : null;
    const authorKey = retryingRequest.authorKey ?? keyOnBoard;
    const holder = authorKey === null ? null : unnamedHolder(authorKey, key);
    if (entry) world.ledger.assignKey(entry, key, holder);
    const headers: Record<string, string> = {
      authorization: `Bearer ${as.token}`,
      'idempotency-key': key,
      ...(authorKey !== null && { [authorKeyHeader]: authorKey }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const payload = body === undefined ? null : JSON.stringify(body);
    const sender = { name: as.name, token: as.token, author, isDead: false };
    const clock = world.clock.ofPage();
    for (let attempt = 1; attempt <= (once ? 1 : maxAttempts); attempt += 1) {
      const call = { sender, method, path, body: payload, headers };
      const answer = await world.network.send(call).catch(() => null);
      if (answer && !answer.isForeign) return;
      await new Promise<void>((go) => void clock.setTimer(retryDelayMs, go));
    }
  }
}
