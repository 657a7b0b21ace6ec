// Carries hints between nodes. It may lose, repeat or delay them: the database is the truth (docs/live-protocol.md).

export interface Bus {
  /** Tells every node that listens, this one included. Never fails: a lost hint costs time only. */
  publish(channel: string, message: string): void;
  /** Resolves once messages arrive, or at once while the bus is away. The callback must not throw. */
  subscribe(channel: string, callback: (message: string) => void): Promise<() => void>;
  /** Whether hints arrive, as far as is known. While not, who needs them asks the database. */
  healthy(): boolean;
  /** Calls back on each change of health. Returns a function that unsubscribes. */
  onHealth(callback: (healthy: boolean) => void): () => void;
  close(): Promise<void>;
}

// A transaction may say thousands of things, such as one that brings a file of action items to all boards of a team.
const deliveredAtOnce = 50;

/** Returns a function that calls back later, in the order of the calls: of many, others have their turn in between. */
export function deliverInSlices(): (deliver: () => void) => void {
  const waiting: (() => void)[] = [];

  function deliverSome(): void {
    for (const deliver of waiting.splice(0, deliveredAtOnce)) queueMicrotask(deliver);
    if (waiting.length > 0) setImmediate(deliverSome);
  }

  return (deliver) => {
    waiting.push(deliver);
    if (waiting.length === 1) queueMicrotask(deliverSome);
  };
}
