// Installs programs for tests from Debian packages, if possible.
import { spawnSync } from 'node:child_process';

import { findProgram } from './programs.ts';

/** Prints the reason of a failure. A no-op unless run as root on a machine with apt-get. */
export function installFromDebian(packages: readonly string[]): void {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return;
  console.log(`Installing ${packages.join(', ')} from Debian …`);
  // RUNLEVEL=1 keeps packages from starting services. Tests start their own processes.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  spawnSync('apt-get', ['update'], { env });
  const done = spawnSync('apt-get', ['install', '-y', ...packages], { env, encoding: 'utf8' });
  if (done.status !== 0) console.warn(`apt-get could not: ${done.stderr.trim()}`);
}

/** Installs servers for integration tests. Without them, those tests are skipped with a message. */
export function installTestServers(): void {
  const hasRedis =
    process.env['REDIS_URL'] !== undefined || findProgram('redis-server') !== undefined;
  const missing = [
    ...(hasRedis ? [] : ['redis-server']),
    ...(findProgram('nginx') === undefined ? ['nginx-light'] : []),
    ...(findProgram('pgbouncer') === undefined ? ['pgbouncer'] : []),
  ];
  if (missing.length > 0) installFromDebian(missing);
  // Separately, because older Debian versions lack it, and apt-get would then install nothing.
  if (findProgram('caddy') === undefined) installFromDebian(['caddy']);
}

if (import.meta.main) installTestServers();
