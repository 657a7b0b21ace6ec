// Changes other than note commands. Like the site's buttons, retries with the same key until there is a response.
import type { MeetingId } from '@wentwell/contract/ids';
import { authorKeyHeader } from '@wentwell/contract/notes/author-keys';

import { keyOf, unnamedHolder } from './anonymity.ts';
import type { Intent } from './ledger.ts';
import type { SimUser } from './sim-page.ts';
import { newKey, type SimWorld } from './sim-world.ts';

interface RetryingRequest {
  as: SimUser;
  /** The browser in an anonymous meeting. Default: the first. */
  author?: string;
  method: string;
  path: string;
  body?: unknown;
  /** The intended board change. Undefined if there is none. */
  intent?: Intent;
  board?: MeetingId;
  /** Sends the author key even in meetings with names. */
  needsKey?: boolean;
  /** The author key, or null for none. Only for requests that concern no board of the world. */
  authorKey?: string | null;
  /** Never retries, because the request is not idempotent. */
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
