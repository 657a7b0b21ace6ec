// Names statements, so that each connection prepares them once. Also counts them.
import { createHash } from 'node:crypto';

import type { Client } from 'pg';

import { corkWrites } from '#server/platform/cork-writes';
import { isAbortedTransaction, isStaleStatement } from '#server/platform/db/database-errors';
import { answerWithin } from '#server/platform/db/unanswered';

export interface Traffic {
  /** Statements sent, including BEGIN and COMMIT. */
  statements: number;
  /** Round trips to the server. Pipelined statements count once. */
  roundTrips: number;
}

// More than the product's number of distinct statements. Further ones are sent without a name and planned each time.
const maxNames = 500;
// A text with a value list of variable length would need a name per length. A search is planned for its words.
const hasNoName = /\bin \(\$\d+, |\), \((?:\$|default)|tsquery\(/;

/** Statement names, shared by all connections of a pool. */
export class StatementNames {
  readonly #names = new Map<string, string>();
  #generation = 0;

  /** Undefined if the text should be sent without a name. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= maxNames || hasNoName.test(text)) return known;
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 24);
    const name = `${hash}_${this.#generation}`;
    this.#names.set(text, name);
    return name;
  }

  /** Discards all names, because prepared statements are outdated. */
  renew(name: string): void {
    // Several connections notice one schema change. The first has already renewed the names.
    if (!name.endsWith(`_${this.#generation}`)) return;
    this.#generation += 1;
    this.#names.clear();
  }
}

type Callback = (error: unknown, result?: unknown) => void;
type Run = (...args: unknown[]) => Promise<unknown>;

function isCallback(value: unknown): value is Callback {
  return typeof value === 'function';
}

function hasParameters(config: unknown, values: unknown): config is { text: string } {
  if (!Array.isArray(values) || values.length === 0) return false;
  return typeof config === 'object' && config !== null && 'text' in config;
}

export interface StatementWatch {
  names: StatementNames;
  traffic: Traffic;
  /** Called with errors of statements that failed on their own, not after an earlier failure. */
  onFailure(error: unknown): void;
  /** Timeout of a statement in ms. The caller's promise then rejects and `onLate` is called. */
  answerTimeoutMs: number;
  onLate(): void;
  /** Called when every sent statement has been answered. */
  onSettled(): void;
}

/** Names and counts all later statements of this connection, and combines those of one tick into one write. */
export function watchStatements(
  client: Client,
  { names, traffic, onFailure, answerTimeoutMs, onLate, onSettled }: StatementWatch,
): void {
  const run = client.query.bind(client) as Run;
  const holdWrites = corkWrites(() => client.connection.stream);
  let inFlight = 0;

  async function named(config: unknown, values: unknown): Promise<unknown> {
    const name = hasParameters(config, values) ? names.nameOf(config.text) : undefined;
    if (!hasParameters(config, values) || name === undefined) return run(config, values);
    try {
      return await run({ ...config, name }, values);
    } catch (error) {
      if (!isStaleStatement(error)) throw error;
      names.renew(name);
      // A failed transaction accepts no further statements, so the whole transaction must be retried.
      if (client.getTransactionStatus() !== 'I') throw error;
      return run({ ...config, name: names.nameOf(config.text) }, values);
    }
  }

  async function counted(config: unknown, values: unknown): Promise<unknown> {
    traffic.statements += 1;
    if (inFlight === 0) traffic.roundTrips += 1;
    inFlight += 1;
    holdWrites();
    try {
      return await named(config, values);
    } catch (error) {
      if (!isAbortedTransaction(error)) onFailure(error);
      throw error;
    } finally {
      inFlight -= 1;
      if (inFlight === 0) onSettled();
    }
  }

  function query(...args: unknown[]): Promise<unknown> | undefined {
    const callback = args.at(-1);
    const [config, values] = isCallback(callback) ? args.slice(0, -1) : args;
    const answer = counted(config, values);
    const inTime = answerWithin(answer, answerTimeoutMs, onLate);
    if (!isCallback(callback)) return inTime;
    inTime.catch(() => undefined);
    // The pool's own query releases the client in its callback, so the callback must wait for the response.
    answer.then(
      (result) => callback(null, result),
      (error: unknown) => callback(error),
    );
    return undefined;
  }
  Object.assign(client, { query });
}
