// A PostgreSQL and its streaming standby on loopback ports.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { vi } from 'vitest';

import type { DatabaseConnection } from '#server/platform/db/database';
import { type Cluster, clusterUser, openCluster } from '#server/platform/db/postgres-cluster';
import { runAs, serverEnvironment } from '#server/platform/db/server-account';

import { freePort } from './free-port.ts';
import { runSql } from './postgres.ts';

export interface PostgresServer {
  port: number;
  connection: DatabaseConnection;
  sql(statement: string): Promise<unknown[]>;
  start(): Promise<void>;
  /** SIGKILL of the server and its sessions. */
  kill(): Promise<void>;
}

export interface ReplicatedPostgres extends AsyncDisposable {
  primary: PostgresServer;
  /** Named `standby` for `synchronous_standby_names`. */
  standby: PostgresServer;
  /** For DATABASE_URL; the standby is named first. */
  address: string;
}

const soon = { timeout: 30_000, interval: 20 };

/** Starts both. Settings of the primary override the cluster's. Not durable. */
export async function startReplicatedPostgres(
  settings: Readonly<Record<string, string>> = {},
): Promise<ReplicatedPostgres> {
  await using started = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'wentwell-standby-'));
  started.defer(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  const cluster = await openCluster(folder);
  const copy = path.join(folder, 'standby');
  await runAs(undefined, ['cp', '-a', cluster.dir, copy]);
  await writeFile(path.join(copy, 'standby.signal'), '');
  const primary = await makeServer(cluster, settings);
  started.defer(() => primary.kill());
  await primary.start();
  const source = `host=127.0.0.1 port=${primary.port} user=${clusterUser} application_name=standby`;
  const standby = await makeServer({ ...cluster, dir: copy }, { primary_conninfo: source });
  started.defer(() => standby.kill());
  await standby.start();
  await vi.waitUntil(
    async () => (await primary.sql('select 1 from pg_stat_replication')).length > 0,
    soon,
  );
  const running = started.move();
  const hosts = [standby, primary].map(({ port }) => `127.0.0.1:${port}`).join(',');
  return {
    primary,
    standby,
    address: `postgres://${clusterUser}@${hosts}/postgres?target_session_attrs=read-write`,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function makeServer(
  { dir, account, binaries }: Cluster,
  given: Readonly<Record<string, string>>,
): Promise<PostgresServer> {
  const port = await freePort();
  const connection = { host: '127.0.0.1', port, user: clusterUser, database: 'postgres' };
  const settings = { port: String(port), listen_addresses: '127.0.0.1', fsync: 'off', ...given };
  const options = Object.entries({ ...settings, unix_socket_directories: '' });
  const args = options.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let child: ChildProcess | null = null;
  const sql = (statement: string) => runSql(connection, statement);
  return {
    port,
    connection,
    sql,
    async start() {
      const running = spawn(path.join(binaries.binDir, 'postgres'), ['-D', dir, ...args], {
        ...account,
        env: serverEnvironment,
        cwd: dir,
        detached: true,
        stdio: 'ignore',
      });
      child = running;
      await vi.waitFor(() => sql('select 1'), soon);
    },
    async kill() {
      if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      process.kill(-child.pid, 'SIGKILL');
      await gone;
    },
  };
}
