// How many floating reactions a board takes: of one user, however many sockets they have, and of all together, so that
// a hundred people who applaud do not become thousands of frames for each of them.
import type { UserId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';

import type { Clock } from '#server/platform/clock';

import { TokenBucket } from './token-bucket.ts';

export class FloatLimits {
  readonly #clock: Clock;
  readonly #users = new Map<UserId, TokenBucket>();
  readonly #board: TokenBucket;

  constructor(clock: Clock) {
    this.#clock = clock;
    const { boardFloatsPerSecond, boardFloatBurst } = liveLimits;
    this.#board = new TokenBucket(clock, {
      perSecond: boardFloatsPerSecond,
      burst: boardFloatBurst,
    });
  }

  /** Counts one of a user on this node. */
  mayPublish(userId: UserId): boolean {
    const { floatsPerSecond, floatBurst } = liveLimits;
    const known = this.#users.get(userId);
    const tokens =
      known ?? new TokenBucket(this.#clock, { perSecond: floatsPerSecond, burst: floatBurst });
    if (!known) this.#users.set(userId, tokens);
    return tokens.take();
  }

  /** Counts one of anybody, on its way to the members on this node. */
  mayDeliver(): boolean {
    return this.#board.take();
  }
}
