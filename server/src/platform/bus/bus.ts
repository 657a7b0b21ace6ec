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
