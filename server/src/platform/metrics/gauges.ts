import type { SlotUse } from '#server/platform/http/request-gates';

export interface Gauges {
  sockets: number;
  boards: number;
  /** Bytes written to client sockets but not yet accepted by the network: the total and the largest. */
  queuedBytes: { all: number; largest: number };
  database: PoolUse;
  slots: SlotUse;
  /** Null if the database does not answer. */
  mail: { waiting: number; failed: number } | null;
  /** Whether the last backup failed. Null if the database does not answer. */
  hasFailedBackup: boolean | null;
  /** The result of /health/ready. */
  isReady: boolean;
  /** Whether Redis is down or read-only, for this node or another. */
  isDegraded: boolean;
}

export interface PoolUse {
  inUse: number;
  idle: number;
  waiting: number;
  max: number;
}
