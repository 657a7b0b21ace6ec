// Counts requests that nothing may tie to a person: a log line's time or place would lead to them.
import type { BaseLogger } from 'pino';

import type { Clock } from '#server/platform/clock';

/** As long as a phase of writing may take. */
const countedFor = 15 * 60_000;

interface Counted {
  method: string;
  route: string;
  status: number;
  count: number;
  slowestMs: number;
}

/** Counts requests, and logs the counts at the end of each quarter of an hour, in an order that tells nothing. */
export class UnnamedRequests {
  readonly #log: Pick<BaseLogger, 'info'>;
  readonly #clock: Clock;
  readonly #counts = new Map<string, Counted>();
  #cancel: (() => void) | null = null;

  constructor(log: Pick<BaseLogger, 'info'>, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
  }

  add({ ms, ...request }: { method: string; route: string; status: number; ms: number }): void {
    const key = `${request.route} ${request.method} ${request.status}`;
    const { count, slowestMs } = this.#counts.get(key) ?? { count: 0, slowestMs: 0 };
    this.#counts.set(key, {
      ...request,
      count: count + 1,
      slowestMs: Math.max(slowestMs, Math.round(ms)),
    });
    // By the hands of the clock: counted from the first request, the end would tell its time.
    const untilEnd = countedFor - (this.#clock.now().getTime() % countedFor);
    this.#cancel ??= this.#clock.setTimer(untilEnd, () => this.flush());
  }

  flush(): void {
    this.#cancel?.();
    this.#cancel = null;
    const sorted = [...this.#counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
    this.#counts.clear();
    for (const [, counted] of sorted) this.#log.info(counted, 'requests without a name');
  }
}
