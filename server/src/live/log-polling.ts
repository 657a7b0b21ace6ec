// Reads the log for all rooms of this node, so that events reach their clients whatever the bus loses: with each
// heartbeat, and every second while the bus does not carry everything (docs/live-protocol.md S-36, S-37).
import { liveLimits } from '@wentwell/contract/limits';
import type { Logger } from 'pino';

import type { Bus } from '#server/platform/bus/bus';
import type { Clock } from '#server/platform/clock';
import { count } from '#server/platform/metrics/measure';

import { controlChannel, type ControlMessage } from './bus-messages.ts';
import type { DeafNodes } from './deaf-nodes.ts';
import type { EventLog } from './event-log.ts';
import { repeatEvery } from './repeat-every.ts';
import type { RoomRegistry } from './room-registry.ts';

export interface LogPollingDeps {
  bus: Bus;
  clock: Clock;
  log: EventLog;
  logger: Logger;
  /** Null where this node works alone. */
  deafNodes: DeafNodes | null;
}

export class LogPolling {
  readonly #deps: LogPollingDeps;
  readonly #registry: RoomRegistry;
  #isOtherNodeDeaf = false;
  #stop: () => void;

  /** Starts at once. */
  constructor(registry: RoomRegistry, deps: LogPollingDeps) {
    this.#registry = registry;
    this.#deps = deps;
    const { bus, clock, deafNodes } = deps;
    const pollWhileDeaf = (): Promise<void> => this.#pollWhileDeaf();
    const stopPolling = deafNodes
      ? repeatEvery(clock, liveLimits.busAwayPoll, pollWhileDeaf)
      : () => {};
    const unsubscribe = bus.onHealth((isHealthy) => this.#onBusHealth(isHealthy));
    this.#stop = () => {
      unsubscribe();
      stopPolling();
    };
    if (!bus.healthy()) this.#onBusHealth(false);
  }

  stop(): void {
    this.#stop();
  }

  /** Lets each room catch up with its board. One query finds those that lag behind. Never rejects. */
  async catchUpAll(): Promise<void> {
    const { log, logger } = this.#deps;
    try {
      const rooms = await this.#registry.list();
      const heads = await log.heads(rooms.map(({ meetingId }) => meetingId));
      const advancing = rooms.flatMap((room) => {
        const head = heads.get(room.meetingId);
        return head ? [room.advanceTo(head)] : [];
      });
      await Promise.all(advancing);
    } catch (error) {
      logger.warn({ err: error }, 'the log could not be read');
    }
  }

  /** Why changes arrive later than they should, one sentence for each reason. */
  delayReasons(): string[] {
    return [
      ...(this.#deps.bus.healthy() ? [] : ['Redis is away: changes reach other nodes late']),
      ...(this.#isOtherNodeDeaf ? ['Redis is away for another node: its changes arrive late'] : []),
    ];
  }

  async #pollWhileDeaf(): Promise<void> {
    const { bus, deafNodes, logger } = this.#deps;
    const isDeaf = !bus.healthy();
    try {
      this.#isOtherNodeDeaf = (await deafNodes?.report(isDeaf)) ?? false;
    } catch (error) {
      logger.debug({ err: error }, 'the deaf nodes could not be read');
    }
    if (!isDeaf && !this.#isOtherNodeDeaf) return;
    count('fallback_polls');
    await this.catchUpAll();
  }

  #onBusHealth(isHealthy: boolean): void {
    void this.#pollWhileDeaf();
    if (!isHealthy) return;
    void this.catchUpAll();
    const message: ControlMessage = { kind: 'was-away' };
    this.#deps.bus.publish(controlChannel, JSON.stringify(message));
    void this.#registry.forEach((room) => room.refreshPresence());
  }
}
