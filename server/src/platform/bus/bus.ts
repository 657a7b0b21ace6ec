// Carries hints between nodes. It may lose, repeat or delay them: the database is the truth (docs/live-protocol.md).

export interface Bus {
  /** Tells every node that listens, this one included. Never fails: a lost hint costs time only. */
  publish(channel: string, message: string): void;
  /**
   * Resolves once what is published from now on is heard, or at once while the bus is away; gives a
   * function that ends it. `hear` does not throw.
   */
  subscribe(channel: string, hear: (message: string) => void): Promise<() => void>;
  /** Whether hints arrive, as far as is known. While not, who needs them asks the database. */
  healthy(): boolean;
  /** Tells each change of health; gives a function that ends it. */
  onHealth(hear: (healthy: boolean) => void): () => void;
  close(): Promise<void>;
}
