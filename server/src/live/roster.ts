// Participants by node. A list counts while its node's lease lives (docs/live-protocol.md S-43 to S-46).
import { randomUUID } from 'node:crypto';

import type { MeetingId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import type { Logger } from 'pino';
import { z } from 'zod';

import { type Clock, repeatEvery } from '#server/platform/clock';
import type { DatabaseIdentity } from '#server/platform/db/database-identity';
import type { RedisConnections } from '#server/platform/redis';

import { Participant } from './member.ts';

/** A node, for as long as it renews its lease. */
export type LeaseId = string;

export interface RosterCallbacks {
  /** These leases have ended, or can no longer be confirmed. */
  onLeasesEnded(leases: ReadonlySet<LeaseId>): void;
  /** This node has a new lease: nothing that it wrote before counts. */
  onLeaseReplaced(): void;
  /** This process was paused until its lease expired, so other nodes have dropped its participants. */
  onProcessPaused(): void;
}

export interface Roster {
  /** Acquires the lease, renews it, and watches those of other nodes. */
  start(callbacks: RosterCallbacks): Promise<void>;
  /** Replaces this node's participants of a board. Lists them only if other nodes read them. Rejects while Redis is away. */
  setParticipants(meetingId: MeetingId, list: () => readonly Participant[]): Promise<void>;
  /** The participants of a board on the other living nodes, by lease. Rejects while Redis is away. */
  participantsElsewhere(meetingId: MeetingId): Promise<Map<LeaseId, Participant[]>>;
  /** The reason why nodes miss each other's participants although Redis answers, or null. */
  problem(): string | null;
  close(): Promise<void>;
}

export const singleNodeRoster: Roster = {
  start: async () => undefined,
  setParticipants: async () => undefined,
  participantsElsewhere: async () => new Map(),
  problem: () => null,
  close: async () => undefined,
};

const Participants = z.array(Participant);

/** Lists expire unless refreshed. Each node rewrites its list with every heartbeat. */
const listMaxAge = 60_000;

export interface RosterDeps {
  redis: Pick<RedisConnections, 'commands' | 'prefix'>;
  /** Separates the keys of other databases and eras on this Redis. */
  identity: Pick<DatabaseIdentity, 'era'>;
  clock: Clock;
  logger: Logger;
}

function readParticipants(text: string | undefined): Participant[] {
  try {
    return Participants.parse(JSON.parse(text ?? ''));
  } catch {
    return [];
  }
}

/** Redis may refuse writes while it reads: out of memory or disk, or as a replica. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError';
}

export class RedisRoster implements Roster {
  readonly #deps: RosterDeps;
  // Leases of other nodes whose participants this node shows.
  readonly #watched = new Set<LeaseId>();
  #lease = randomUUID();
  #lastTick: number;
  #confirmedAt: number;
  #ticks: ReturnType<typeof repeatEvery> | null = null;
  #isRefused = false;

  constructor(deps: RosterDeps) {
    this.#deps = deps;
    this.#lastTick = deps.clock.elapsed();
    this.#confirmedAt = deps.clock.elapsed();
  }

  async start(callbacks: RosterCallbacks): Promise<void> {
    const { clock } = this.#deps;
    this.#ticks = repeatEvery(clock, liveLimits.leaseEvery, (signal) =>
      this.#tick(callbacks, signal),
    );
    await this.#ticks.run();
    this.#ticks.start();
  }

  async setParticipants(meetingId: MeetingId, list: () => readonly Participant[]): Promise<void> {
    const participants = list();
    const { commands } = this.#deps.redis;
    const key = this.#boardKey(meetingId);
    if (participants.length === 0) {
      await commands.hdel(key, this.#lease);
      return;
    }
    await commands.hset(key, this.#lease, JSON.stringify(participants));
    await commands.pexpire(key, listMaxAge);
  }

  async participantsElsewhere(meetingId: MeetingId): Promise<Map<LeaseId, Participant[]>> {
    const { commands } = this.#deps.redis;
    const lists = await commands.hgetall(this.#boardKey(meetingId));
    const others = Object.keys(lists).filter((id) => id !== this.#lease);
    const alive = await this.#findAlive(others);
    const dead = others.filter((id) => !alive.has(id));
    if (dead.length > 0) await commands.hdel(this.#boardKey(meetingId), ...dead);
    for (const id of alive) this.#watched.add(id);
    return new Map([...alive].map((id) => [id, readParticipants(lists[id])]));
  }

  problem(): string | null {
    return this.#isRefused
      ? 'Redis takes no changes: people on other nodes are not shown, and limits count on each node by itself'
      : null;
  }

  async close(): Promise<void> {
    void this.#ticks?.stop();
    await this.#deps.redis.commands.del(this.#leaseKey(this.#lease)).catch(() => undefined);
  }

  async #tick(callbacks: RosterCallbacks, signal: AbortSignal): Promise<void> {
    const { clock } = this.#deps;
    const now = clock.elapsed();
    const wasPaused = now - this.#lastTick > liveLimits.leaseMaxAge;
    this.#lastTick = now;
    if (wasPaused) {
      this.#lease = randomUUID();
      callbacks.onProcessPaused();
    }
    try {
      if ((await this.#renew()) && !signal.aborted) callbacks.onLeaseReplaced();
      const alive = await this.#findAlive([...this.#watched]);
      this.#confirmedAt = clock.elapsed();
      this.#onWritten();
      const ended = [...this.#watched].filter((id) => !alive.has(id));
      this.#endLeases(ended, callbacks);
    } catch (error) {
      this.#onNotWritten(error);
      const isConfirmed = clock.elapsed() - this.#confirmedAt <= liveLimits.leaseMaxAge;
      if (!isConfirmed) this.#endLeases(this.#watched, callbacks);
    }
  }

  #onWritten(): void {
    if (this.#isRefused) this.#deps.logger.info('Redis takes changes again');
    this.#isRefused = false;
  }

  #onNotWritten(error: unknown): void {
    const { logger } = this.#deps;
    const wasRefused = this.#isRefused;
    this.#isRefused = isRefusal(error);
    if (this.#isRefused && !wasRefused) logger.warn({ err: error }, 'Redis takes no changes');
    else logger.debug({ err: error }, 'the lease could not be renewed');
  }

  /** True if the old lease had expired and a new one was acquired. */
  async #renew(): Promise<boolean> {
    const { commands } = this.#deps.redis;
    const maxAge = liveLimits.leaseMaxAge;
    // XX renews only an unexpired lease, so lists written under an expired one stay invalid.
    const renewed = await commands.set(this.#leaseKey(this.#lease), '1', 'PX', maxAge, 'XX');
    if (renewed !== null) return false;
    this.#lease = randomUUID();
    await commands.set(this.#leaseKey(this.#lease), '1', 'PX', maxAge);
    return true;
  }

  async #findAlive(leases: readonly LeaseId[]): Promise<Set<LeaseId>> {
    if (leases.length === 0) return new Set();
    const found = await this.#deps.redis.commands.mget(leases.map((id) => this.#leaseKey(id)));
    return new Set(leases.filter((_, index) => found[index] !== null));
  }

  #endLeases(leases: Iterable<LeaseId>, callbacks: RosterCallbacks): void {
    const ended = new Set(leases);
    for (const id of ended) this.#watched.delete(id);
    if (ended.size > 0) callbacks.onLeasesEnded(ended);
  }

  #leaseKey(id: LeaseId): string {
    return `${this.#prefix}lease:${id}`;
  }

  #boardKey(meetingId: MeetingId): string {
    return `${this.#prefix}people:${meetingId}`;
  }

  get #prefix(): string {
    return `${this.#deps.redis.prefix}${this.#deps.identity.era ?? 'none'}:`;
  }
}
