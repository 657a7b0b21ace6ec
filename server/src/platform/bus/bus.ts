// Carries hints between nodes. It may lose, repeat or delay them: the database is the truth (live.md "How").

export interface Bus {
  /** Tells every node that listens, this one included. Never fails: a lost hint costs time only. */
  publish(channel: string, message: string): void;
  /** Resolves once what is published from now on is heard; gives a function that ends it. */
  subscribe(channel: string, hear: (message: string) => void): Promise<() => void>;
  close(): Promise<void>;
}
