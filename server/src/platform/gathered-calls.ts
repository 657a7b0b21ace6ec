import { setImmediate } from 'node:timers/promises';

import { liveLimits } from '@wentwell/contract/limits';

import type { Clock } from '#server/platform/clock';
import { isDatabaseAway } from '#server/platform/db/database-errors';
import { ApiError } from '#server/platform/http/api-error';

/** Does work for many callers at once: what they ask for while a call is under way is the next call, for all of them. */
export class GatheredCalls<Item> {
  readonly #work: (items: readonly Item[]) => Promise<void>;
  #gathered: Item[] = [];
  #underWay: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  /** `work` never rejects. */
  constructor(work: (items: readonly Item[]) => Promise<void>) {
    this.#work = work;
  }

  /** Resolves when a call that began after this one has dealt with the items. */
  run(items: readonly Item[]): Promise<void> {
    this.#gathered.push(...items);
    this.#next ??= this.#underWay.then(() => this.#begin());
    return this.#next;
  }

  #begin(): Promise<void> {
    const items = this.#gathered;
    this.#gathered = [];
    this.#next = null;
    this.#underWay = this.#work(items);
    return this.#underWay;
  }
}

interface Asked<Key, Found> {
  key: Key;
  resolve(found: Found | undefined): void;
  reject(error: unknown): void;
}

/**
 * Looks up for many callers at once: what is asked for while the process takes in what has arrived is one look-up. It
 * begins at once afterwards, whether or not an earlier one is under way: nobody waits for another moment's.
 */
export function lookUpTogether<Key, Found>(
  find: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>,
): (key: Key) => Promise<Found | undefined> {
  let ofThisMoment: Asked<Key, Found>[] = [];

  async function findAll(): Promise<void> {
    const asked = ofThisMoment;
    ofThisMoment = [];
    try {
      const found = await find([...new Set(asked.map(({ key }) => key))]);
      for (const { key, resolve } of asked) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      ofThisMoment.push({ key, resolve, reject });
      if (ofThisMoment.length === 1) void setImmediate().then(findAll);
    });
}

interface Gathered<Asked, Found> {
  asked: Asked;
  resolve(found: Found): void;
  reject(error: unknown): void;
}

// Those of a crowd come one after another: once several have come, a call that waits for more of them is one in place of
// several.
const crowdPauseMs = 15;
// So many are answered before what else has arrived gets its turn: a crowd does not hold up others.
const answeredAtOnce = 10;
// So many wait for a key. More than a board has sockets come only while nothing is answered.
const waitingAtMost = liveLimits.socketsPerBoard;

/**
 * Calls for many at once, for each key by itself: what is asked for in one moment is one call, and so is what is asked for
 * while a call for the key is under way, or has just ended for several. What the call resolves with makes the answer for one
 * of them, or throws. Where the database was away for a call, so it is for those who have waited for its end: the next call
 * might hang as long. Throws UNAVAILABLE where too many wait. `pauseMs` is how long more are waited for after a call for
 * several.
 */
export function callForAll<Key, Asked, Found>(
  clock: Clock,
  call: (key: Key, asked: readonly Asked[]) => Promise<(one: Asked) => Found>,
  pauseMs = crowdPauseMs,
): (key: Key, asked: Asked) => Promise<Found> {
  // A key is there while it has calls.
  const waiting = new Map<Key, Gathered<Asked, Found>[]>();

  async function answer(key: Key, all: readonly Gathered<Asked, Found>[]): Promise<void> {
    const foundFor = await call(
      key,
      all.map(({ asked }) => asked),
    );
    for (const [index, { asked, resolve, reject }] of all.entries()) {
      if (index % answeredAtOnce === answeredAtOnce - 1) await setImmediate();
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
      if (next.length > 1 && pauseMs > 0) {
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
        if (others.length < waitingAtMost) others.push(own);
        else reject(new ApiError('UNAVAILABLE'));
        return;
      }
      waiting.set(key, [own]);
      void answerAll(key);
    });
}
