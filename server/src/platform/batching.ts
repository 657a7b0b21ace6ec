// Batching: `BatchQueue` for work, `batchPerTick` for lookups by key, `batchByKey` for many requests per board.
import { setImmediate } from 'node:timers/promises';

import { liveLimits } from '@wentwell/contract/limits';

import type { Clock } from '#server/platform/clock';
import { isDatabaseAway } from '#server/platform/db/database-errors';
import { ApiError } from '#server/platform/http/api-error';

/** Batches work: items that arrive while a batch runs form the next batch. One batch runs at a time. */
export class BatchQueue<Item> {
  readonly #work: (items: readonly Item[]) => Promise<void>;
  #pending: Item[] = [];
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  /** `work` must not reject. */
  constructor(work: (items: readonly Item[]) => Promise<void>) {
    this.#work = work;
  }

  /** Resolves when the batch with these items has finished. */
  run(items: readonly Item[]): Promise<void> {
    this.#pending.push(...items);
    this.#next ??= this.#running.then(() => this.#begin());
    return this.#next;
  }

  #begin(): Promise<void> {
    const items = this.#pending;
    this.#pending = [];
    this.#next = null;
    this.#running = this.#work(items);
    return this.#running;
  }
}

interface Asked<Key, Found> {
  key: Key;
  resolve(found: Found | undefined): void;
  reject(error: unknown): void;
}

/** Batches the lookups of one event-loop turn. Unlike `BatchQueue`, does not wait for earlier batches. */
export function batchPerTick<Key, Found>(
  find: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>,
): (key: Key) => Promise<Found | undefined> {
  let pending: Asked<Key, Found>[] = [];

  async function findAll(): Promise<void> {
    const asked = pending;
    pending = [];
    try {
      const found = await find([...new Set(asked.map(({ key }) => key))]);
      for (const { key, resolve } of asked) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      pending.push({ key, resolve, reject });
      if (pending.length === 1) void setImmediate().then(findAll);
    });
}

interface Gathered<Asked, Found> {
  asked: Asked;
  resolve(found: Found): void;
  reject(error: unknown): void;
}

// The clients of a board reconnect one after another. After a batch of this size, a pause collects stragglers.
const stragglerThreshold = 10;
const stragglerPauseMs = 15;
// Maximum results per event-loop turn, so that large batches do not block other requests.
const resultsPerTurn = 10;
// Maximum queue per key. A board has no more sockets, so a longer queue means that nothing is answered.
const maxWaiting = liveLimits.socketsPerBoard;

/**
 * Batches requests per key. Requests that arrive during a batch form the next batch. After a batch of
 * `stragglerThreshold` or more, waits `pauseMs` for stragglers. `call` resolves to a function that returns each
 * request's result or throws. If the database is away, queued requests fail too, because the next call might hang as
 * long. Throws UNAVAILABLE if the queue is full.
 */
export function batchByKey<Key, Asked, Found>(
  clock: Clock,
  call: (key: Key, asked: readonly Asked[]) => Promise<(one: Asked) => Found>,
  pauseMs = stragglerPauseMs,
): (key: Key, asked: Asked) => Promise<Found> {
  // Has a key while a batch for it is running.
  const waiting = new Map<Key, Gathered<Asked, Found>[]>();

  async function answer(key: Key, all: readonly Gathered<Asked, Found>[]): Promise<void> {
    const foundFor = await call(
      key,
      all.map(({ asked }) => asked),
    );
    for (const [index, { asked, resolve, reject }] of all.entries()) {
      if (index % resultsPerTurn === resultsPerTurn - 1) await setImmediate();
      try {
        resolve(foundFor(asked));
      } catch (error) {
        reject(error);
      }
    }
  }

  async function answerAll(key: Key): Promise<void> {
    await setImmediate();
    for (let next = waiting.get(key) ?? []; next.length > 0; next = waiting.get(key) ?? []) {
      waiting.set(key, []);
      await answer(key, next).catch((error: unknown) => {
        const others = isDatabaseAway(error) ? (waiting.get(key)?.splice(0) ?? []) : [];
        for (const { reject } of [...next, ...others]) reject(error);
      });
      if (next.length >= stragglerThreshold && pauseMs > 0) {
        await new Promise<void>((resolve) => void clock.setTimer(pauseMs, resolve));
      }
    }
    waiting.delete(key);
  }

  return (key, asked) =>
    new Promise((resolve, reject) => {
      const own = { asked, resolve, reject };
      const others = waiting.get(key);
      if (others) {
        if (others.length < maxWaiting) others.push(own);
        else reject(new ApiError('UNAVAILABLE'));
        return;
      }
      waiting.set(key, [own]);
      void answerAll(key);
    });
}
