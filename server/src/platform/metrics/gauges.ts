import type { SlotUse } from '#server/platform/http/request-gates';

export interface Gauges {
  sockets: number;
  boards: number;
  /** Written to the sockets of clients and not yet accepted by the network, in all and of the fullest one. */
  queuedBytes: { all: number; largest: number };
  database: PoolUse;
  slots: SlotUse;
  /** Null where the database does not say. */
  mail: { waiting: number; failed: number } | null;
  /** Whether the last backup failed. Null where the database does not say. */
  hasFailedBackup: boolean | null;
  /** Whether this node should get work: what /health/ready answers. */
  isReady: boolean;
  /** Whether Redis is away, for this node or another, or takes no changes. */
  isDegraded: boolean;
}

export interface PoolUse {
  inUse: number;
  idle: number;
  waiting: number;
  max: number;
}
