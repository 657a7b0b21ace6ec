// What the pool's connections are asked, counted: tests and the bench hold the cost of a command by it.
import type { ClientBase } from 'pg';

export interface Traffic {
  /** Statements sent, BEGIN and COMMIT among them. */
  statements: number;
  /** How often somebody waited for the server: statements that are sent together count once. */
  roundTrips: number;
}

export type RunStatement = (...args: unknown[]) => Promise<unknown>;

type Callback = (error: unknown, result?: unknown) => void;

function isCallback(value: unknown): value is Callback {
  return typeof value === 'function';
}

/** Counts what this connection is asked from now on. */
export function countTraffic(client: ClientBase, traffic: Traffic): void {
  const run = client.query.bind(client) as RunStatement;
  let inFlight = 0;

  async function counted(args: unknown[]): Promise<unknown> {
    traffic.statements += 1;
    if (inFlight === 0) traffic.roundTrips += 1;
    inFlight += 1;
    try {
      return await run(...args);
    } finally {
      inFlight -= 1;
    }
  }

  function query(...args: unknown[]): Promise<unknown> | undefined {
    const callback = args.at(-1);
    if (!isCallback(callback)) return counted(args);
    // The pool's own query gives a callback.
    counted(args.slice(0, -1)).then(
      (result) => callback(null, result),
      (error: unknown) => callback(error),
    );
    return undefined;
  }
  Object.assign(client, { query });
}
