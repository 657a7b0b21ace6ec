// An in-memory Redis with the roster's commands, on the simulated clock. It may be unavailable or lose its data.
import { type Command, Redis } from 'ioredis';

import type { RedisConnections } from '../../server/src/platform/redis.ts';

interface Entry {
  value: string | Map<string, string>;
  until: number;
}

/** Shared by all nodes of a world. */
export class MemoryRedis {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;
  isAway = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  forgetAll(): void {
    this.#entries.clear();
  }

  /** The connections of one node. */
  connections(): RedisConnections {
    const commands = new Connection(this);
    return { commands, subscriptions: commands, prefix: 'sim:', close: () => undefined };
  }

  answer(name: string, args: readonly string[]): unknown {
    if (this.isAway) throw new Error('Redis is away');
    const [key = '', ...rest] = args;
    switch (name) {
      case 'set':
        return this.#set(key, rest);
      case 'mget':
        return args.map((each) => this.#text(each));
      case 'del':
        return Number(this.#entries.delete(key));
      case 'pexpire':
        return this.#expire(key, Number(rest[0]));
      case 'hset':
        return this.#hash(key).set(rest[0] ?? '', rest[1] ?? '').size;
      case 'hdel':
        return rest.filter((field) => this.#hash(key).delete(field)).length;
      case 'hgetall':
        return [...this.#hash(key)].flat();
      default:
        throw new Error(`the simulated Redis does not know ${name}`);
    }
  }

  #find(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry && entry.until > this.#now()) return entry;
    this.#entries.delete(key);
    return undefined;
  }

  #text(key: string): string | null {
    const value = this.#find(key)?.value;
    return typeof value === 'string' ? value : null;
  }

  #set(key: string, [value = '', , ms, only]: string[]): string | null {
    if (only === 'XX' && !this.#find(key)) return null;
    this.#entries.set(key, { value, until: this.#now() + Number(ms) });
    return 'OK';
  }

  #expire(key: string, ms: number): number {
    const entry = this.#find(key);
    if (entry) entry.until = this.#now() + ms;
    return entry ? 1 : 0;
  }

  #hash(key: string): Map<string, string> {
    const value = this.#find(key)?.value;
    if (value instanceof Map) return value;
    const fresh = new Map<string, string>();
    this.#entries.set(key, { value: fresh, until: Number.POSITIVE_INFINITY });
    return fresh;
  }
}

class Connection extends Redis {
  readonly #server: MemoryRedis;

  constructor(server: MemoryRedis) {
    super({ lazyConnect: true });
    this.#server = server;
  }

  override sendCommand(command: Command): unknown {
    try {
      command.resolve(this.#server.answer(command.name, command.args.flat().map(String)));
    } catch (error) {
      command.reject(error instanceof Error ? error : new Error(String(error)));
    }
    return command.promise;
  }
}
