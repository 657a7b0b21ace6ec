// A real PgBouncer in front of one database.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import type { DatabaseConnection } from '#server/platform/db/database';

import { freePort } from './free-port.ts';

// Debian installs it outside ordinary users' PATH.
const env = { ...process.env, PATH: `${process.env['PATH']}${path.delimiter}/usr/sbin` };

const program = 'pgbouncer';

/** Whether tests can start PgBouncer here. */
export const canRunPgBouncer = spawnSync(program, ['--version'], { env }).status === 0;

if (!canRunPgBouncer) {
  process.stderr.write(
    '\n!!! There is no pgbouncer: tests behind a pooler are SKIPPED. Debian: apt-get install pgbouncer.\n\n',
  );
}

export interface TestPgBouncer extends AsyncDisposable {
  connection: DatabaseConnection;
}

/** Starts it with configuration lines in front of a TCP database; `await using` ends it. */
export async function startPgBouncer(
  { host, port, user, password, database }: DatabaseConnection,
  lines: readonly string[],
): Promise<TestPgBouncer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wentwell-pgbouncer-'));
  const file = path.join(folder, 'pgbouncer.ini');
  const own = await freePort();
  const target = `host=${host} port=${port} user=${user} password=${String(password)} dbname=${database}`;
  const settings = [`listen_port = ${own}`, 'listen_addr = 127.0.0.1', 'unix_socket_dir ='];
  await writeFile(
    file,
    [
      '[databases]',
      `retros = ${target}`,
      '[pgbouncer]',
      'auth_type = any',
      ...settings,
      ...lines,
    ].join('\n'),
  );
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await Promise.all([chmod(folder, 0o755), chmod(file, 0o644)]);
  const args = [...(isRoot ? ['-u', 'nobody'] : []), '-q', file];
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  while (!(await takesConnections(own))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended:\n${output}`);
    await pause(20);
  }
  return {
    connection: { connectionString: `postgres://${user}@127.0.0.1:${own}/retros` },
    async [Symbol.asyncDispose]() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
