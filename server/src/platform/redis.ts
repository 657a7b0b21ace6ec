// Two connections to Redis: for commands and for subscriptions. Redis may be down; commands time out after a second.
import { setTimeout as pause } from 'node:timers/promises';

import type { Redis } from 'ioredis';
import type { BaseLogger } from 'pino';

import { StartupError } from '#server/platform/db/database-errors';
import { certificateProblem } from '#server/platform/error-words';

import { type Sentinel, sentinelOf } from './several-hosts.ts';

export interface RedisAddress {
  url: string;
  /** CA of the server's certificate. Undefined: the system's CAs. */
  ca?: string | undefined;
}

export interface RedisConnections {
  commands: Redis;
  subscriptions: Redis;
  /** Prefix of all keys and channels. Channels are global in Redis, so it includes the database number. */
  prefix: string;
  close(): void;
}

const timeoutMs = 1000;
/** Ping interval per connection, and the time without an answer until it is closed, in ms. */
const pingIntervalMs = 1000;
const maxSilenceMs = 5000;
const readyTimeoutMs = 3000;

function ready(redis: Redis): Promise<void> {
  if (redis.status === 'ready') return Promise.resolve();
  return new Promise((resolve) => {
    redis.once('ready', resolve);
    redis.on('error', (error) => refusal(error) !== null && resolve());
    setTimeout(resolve, readyTimeoutMs).unref();
  });
}

/** Pings until `signal` aborts. Closes a silent connection, which would otherwise stay open for minutes. */
async function watchSilence(
  redis: Redis,
  signal: AbortSignal,
  onSilent: () => void,
): Promise<void> {
  let answeredAt = performance.now();
  while (!signal.aborted) {
    await pause(pingIntervalMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (redis.status !== 'ready') answeredAt = performance.now();
    else if (performance.now() - answeredAt > maxSilenceMs) {
      answeredAt = performance.now();
      onSilent();
      // `disconnect` would send QUIT and wait for the answer.
      redis.stream.destroy();
    } else {
      redis.ping().then(
        () => (answeredAt = performance.now()),
        () => undefined,
      );
    }
  }
}

/** Explains an error that waiting cannot fix. Otherwise null. */
function refusal(error: unknown): string | null {
  const problem = certificateProblem(error);
  if (problem !== null) {
    return `its certificate is not accepted: ${problem}. Name the file of its authority in REDIS_CA, or correct REDIS_URL`;
  }
  const message = error instanceof Error ? error.message : '';
  if (message.startsWith('WRONGPASS')) {
    return 'it does not accept the user and password of REDIS_URL, redis://USER:PASSWORD@HOST:PORT';
  }
  if (message.startsWith('NOAUTH')) {
    return 'it asks for a password: REDIS_URL is then redis://:PASSWORD@HOST:PORT, or redis://USER:PASSWORD@HOST:PORT';
  }
  if (message.startsWith('NOPERM')) {
    return `its user may not do what is needed (${message}): allow it ~wentwell:* &wentwell:* +@all -@admin -@dangerous +info`;
  }
  return null;
}

/** Suggests a cause if the kind of connection seems wrong. Redis may also be down, so connecting is retried. */
function connectionAdvice(error: Error, usesTls: boolean): string | null {
  const code = 'code' in error ? error.code : undefined;
  if (usesTls && code === 'ETIMEDOUT') {
    return 'nobody answers by TLS; where Redis offers none, REDIS_URL begins with redis://';
  }
  if (!usesTls && code === 'ECONNRESET') {
    return 'it ends the connection; where it takes TLS alone, REDIS_URL begins with rediss://';
  }
  return null;
}

/** Checks permissions for keys, channels and transactions. Resolves to the first error, or null. */
async function checkPermissions(redis: Omit<RedisConnections, 'close'>): Promise<unknown> {
  const { commands, subscriptions, prefix } = redis;
  const key = `${prefix}start`;
  const answers = await Promise.allSettled([
    commands.set(key, '1', 'PX', 1000).then(() => commands.del(key)),
    commands.publish(key, ''),
    subscriptions.subscribe(key).then(() => subscriptions.unsubscribe(key)),
  ]);
  const failed = answers.find((answer) => answer.status === 'rejected');
  return failed ? failed.reason : null;
}

function sentinelOptions(sentinel: Sentinel, tls: { ca?: string }) {
  const { username, password, protocol, searchParams } = sentinel.url;
  const isTls = protocol.startsWith('rediss');
  return {
    sentinels: [...sentinel.sentinels],
    name: sentinel.name,
    db: sentinel.db,
    sentinelCommandTimeout: timeoutMs,
    family: Number(searchParams.get('family') ?? 0),
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    sentinelUsername: searchParams.get('sentinel_username') ?? undefined,
    sentinelPassword: searchParams.get('sentinel_password') ?? undefined,
    ...(isTls && { tls, enableTLSForSentinelMode: true, sentinelTLS: tls }),
  };
}

/** Resolves even if Redis is down. Throws a StartupError if it rejects the login or permissions. */
export async function openRedis(
  { url, ca }: RedisAddress,
  log: BaseLogger,
): Promise<RedisConnections> {
  // Only loaded by nodes that use Redis.
  const ioredis = await import('ioredis');
  const tls = ca === undefined ? {} : { ca };
  const sentinel = sentinelOf(url);
  const options = {
    ...(ca !== undefined && { tls }),
    ...(sentinel && sentinelOptions(sentinel, tls)),
    connectTimeout: 2 * timeoutMs,
    commandTimeout: timeoutMs,
    // Messages that cannot be sent now fail immediately: they are hints or leases, which are useless later.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    // The bus resubscribes itself to the channels that it still needs.
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt: number) => Math.min(100 * attempt, 1000),
  };
  // With Sentinels, ioredis must not get a server URL.
  const commands = new ioredis.Redis(sentinel ? '' : url, options);
  const subscriptions = commands.duplicate();
  let refused: string | null = null;
  for (const [name, redis] of Object.entries({ commands, subscriptions })) {
    let away = false;
    let sentinelAnswer: string | undefined;
    redis.on('sentinelError', (error: Error) => (sentinelAnswer = error.message));
    redis.on('error', (error) => {
      const why = refusal(error);
      refused ??= why;
      const reason = why ?? connectionAdvice(error, commands.options.tls !== undefined);
      const message = reason === null ? 'Redis is away' : `Redis is away: ${reason}`;
      if (!away) log.warn({ err: error, connection: name, sentinelAnswer }, message);
      away = true;
    });
    redis.on('ready', () => {
      if (away) log.info({ connection: name }, 'Redis is back');
      away = false;
    });
  }
  const closing = new AbortController();
  for (const [name, redis] of Object.entries({ commands, subscriptions })) {
    void watchSilence(redis, closing.signal, () =>
      log.warn({ connection: name }, 'Redis is silent: the connection is dropped and made anew'),
    );
  }
  await Promise.all([ready(commands), ready(subscriptions)]);
  const connections: RedisConnections = {
    commands,
    subscriptions,
    prefix: `wentwell:${commands.options.db ?? 0}:`,
    close() {
      closing.abort();
      subscriptions.disconnect();
      commands.disconnect();
    },
  };
  refused ??= refusal(await checkPermissions(connections));
  if (refused === null) return connections;
  connections.close();
  const servers = sentinel?.sentinels ?? [commands.options];
  const place = servers.map(({ host, port }) => `${host}:${port}`).join(', ');
  throw new StartupError(`Redis at ${place} cannot be used: ${refused}`);
}
