// Multi-host addresses like libpq's, which pg does not support: several PostgreSQL servers of which one is writable.
import { setTimeout as pause } from 'node:timers/promises';

import pg from 'pg';

import { DatabaseAway, isDatabaseAway, rootCause } from '#server/platform/db/database-errors';
import type { Host } from '#server/platform/several-hosts';

interface Primary extends Host {
  /** 0 if unknown. */
  timeline: number;
}

const answerWithinMs = 2000;
/** How long to wait for other servers after the first writable one has answered, in ms. */
const othersWithinMs = 300;

/** Parameters that PostgreSQL reports at the start of a session. */
const readOnlySigns = new Set(['in_hot_standby', 'default_transaction_read_only']);

/** Finds the primary and caches it until it fails. */
export class DatabaseHosts {
  readonly hosts: readonly Host[];
  readonly #connection: pg.ClientConfig;
  #primary: Promise<Host> | null = null;
  /** The newest timeline of any primary seen. An older server was replaced, and writes to it would be lost. */
  #timeline = 0;

  constructor(hosts: readonly Host[], connection: pg.ClientConfig) {
    this.hosts = hosts;
    this.#connection = connection;
  }

  get place(): string {
    return this.hosts.map(nameOf).join(', ');
  }

  /** Rejects with DatabaseAway while no server is writable, or with the server's error if one rejects the login. */
  find(): Promise<Host> {
    const finding = (this.#primary ??= this.#search());
    finding.catch(() => this.forget(finding));
    return finding;
  }

  /** Forces a new search for the next connection. */
  forget(found: Promise<Host>): void {
    if (this.#primary === found) this.#primary = null;
  }

  async #search(): Promise<Host> {
    const primaries: Primary[] = [];
    const failures: Error[] = [];
    // Dead servers never answer, so all are queried in parallel.
    const asking = this.hosts.map(async (host) => {
      try {
        primaries.push(await this.#ask(host));
      } catch (error) {
        failures.push(isDatabaseAway(error) ? failureOf(host, error) : (error as Error));
        throw error;
      }
    });
    const others = Promise.any(asking).then(
      () => pause(othersWithinMs),
      () => undefined,
    );
    await Promise.race([Promise.allSettled(asking), others]);
    const [newest] = primaries.toSorted((one, other) => other.timeline - one.timeline);
    if (newest === undefined) {
      const refusal = failures.find((error) => !isDatabaseAway(error));
      throw (
        refusal ?? new DatabaseAway(new Error(failures.map(({ message }) => message).join(', ')))
      );
    }
    if (newest.timeline < this.#timeline) {
      throw new DatabaseAway(new Error(`${nameOf(newest)} has been replaced by a newer primary`));
    }
    this.#timeline = newest.timeline;
    return newest;
  }

  async #ask(host: Host): Promise<Primary> {
    const client = new pg.Client({
      ...this.#connection,
      application_name: 'wentwell hosts',
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
    });
    // The connection string would override the host.
    Object.assign(client, host);
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ isReadOnly: boolean }>(
        `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
      );
      if (rows[0]?.isReadOnly !== false) throw new DatabaseAway(new Error('it is read-only'));
      return { ...host, timeline: await timelineOf(client) };
    } finally {
      void client.end().catch(() => undefined);
    }
  }
}

async function timelineOf(client: pg.Client): Promise<number> {
  try {
    const { rows } = await client.query<{ name: string }>(
      'select pg_walfile_name(pg_current_wal_lsn()) as name',
    );
    return Number.parseInt(rows[0]?.name.slice(0, 8) ?? '0', 16);
  } catch {
    return 0;
  }
}

function nameOf({ host, port }: Host): string {
  return `${host}:${port}`;
}

function failureOf(host: Host, error: unknown): DatabaseAway {
  const { message } = error instanceof Error ? rootCause(error) : new Error(String(error));
  return new DatabaseAway(new Error(`${nameOf(host)}: ${message}`));
}

type Connected = (error: Error | null, client?: pg.Client) => void;

/** A client that connects to the primary if the connection has several hosts. */
export class DatabaseClient extends pg.Client {
  readonly #hosts: DatabaseHosts | undefined;

  constructor(config: pg.ClientConfig & { hosts?: DatabaseHosts } = {}) {
    super(config);
    this.#hosts = config.hosts;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.Client> | undefined {
    const connecting = this.#hosts ? this.#connectToPrimary(this.#hosts) : super.connect();
    if (!callback) return connecting;
    connecting.then(
      (client) => callback(null, client),
      (error: Error) => callback(error),
    );
    return undefined;
  }

  async #connectToPrimary(hosts: DatabaseHosts): Promise<pg.Client> {
    const finding = hosts.find();
    Object.assign(this, await finding);
    let isReadOnly = false;
    this.connection.on(
      'parameterStatus',
      (status: { parameterName: string; parameterValue: string }) => {
        if (readOnlySigns.has(status.parameterName)) isReadOnly ||= status.parameterValue === 'on';
      },
    );
    try {
      await super.connect();
      if (!isReadOnly) return this;
    } catch (error) {
      hosts.forget(finding);
      throw error;
    }
    hosts.forget(finding);
    await this.end();
    throw new DatabaseAway(new Error('the server is a standby now'));
  }
}
