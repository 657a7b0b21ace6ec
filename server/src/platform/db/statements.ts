// Names statements, so that each connection plans them once, and counts them.
import { createHash } from 'node:crypto';

import type { Client } from 'pg';

import { isAfterFailure, isStaleStatement } from '#server/platform/db/database-errors';
import { answerWithin } from '#server/platform/db/unanswered';
import { writeTogether } from '#server/platform/write-together';

export interface Traffic {
  /** Statements sent, BEGIN and COMMIT among them. */
  statements: number;
  /** How often somebody waited for the server: statements that are sent together count once. */
  roundTrips: number;
}

// More texts than the product has. One beyond them is planned each time, as every statement without a name is.
const namesAtMost = 500;
// A text that grows with its list of values would take a name for every length.
const hasList = /\bin \(\$\d+, |\), \((?:\$|default)/;

/** The names that all connections of a pool give to the texts of their statements. */
export class StatementNames {
  readonly #names = new Map<string, string>();
  #generation = 0;

  /** Undefined for a text that is better sent without a name. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= namesAtMost || hasList.test(text)) return known;
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 24);
    const name = `${hash}_${this.#generation}`;
    this.#names.set(text, name);
    return name;
  }

  /** Forgets all names, because what the connections hold under this one is out of date. */
  renew(name: string): void {
    // Several connections notice the same change of the schema, and the first has renewed the names for all.
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
  /** Called with what PostgreSQL answered to a statement that failed by itself, not because of one before it. */
  onFailure(error: unknown): void;
  /** Ms until a statement without an answer fails for whoever waits for it, and is late. */
  answerTimeoutMs: number;
  onLate(): void;
  /** Called when nothing that was sent is without an answer. */
  onSettled(): void;
}

/** Names and counts the statements of this connection from now on, and sends those of the same moment in one write. */
export function watchStatements(
  client: Client,
  { names, traffic, onFailure, answerTimeoutMs, onLate, onSettled }: StatementWatch,
): void {
  const run = client.query.bind(client) as Run;
  const holdWrites = writeTogether(() => client.connection.stream);
  let inFlight = 0;

  async function named(config: unknown, values: unknown): Promise<unknown> {
    const name = hasParameters(config, values) ? names.nameOf(config.text) : undefined;
    if (!hasParameters(config, values) || name === undefined) return run(config, values);
    try {
      return await run({ ...config, name }, values);
    } catch (error) {
      if (!isStaleStatement(error)) throw error;
      names.renew(name);
      // Inside a transaction no further statement can run: the transaction is run again as a whole.
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
      if (!isAfterFailure(error)) onFailure(error);
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
    // The pool's own query releases the client with its callback: not before the answer.
    answer.then(
      (result) => callback(null, result),
      (error: unknown) => callback(error),
    );
    return undefined;
  }
  Object.assign(client, { query });
}
