// Installs programs that tests need from Debian's packages, where this machine lets us.
import { spawnSync } from 'node:child_process';

import { findProgram } from './programs.ts';

/** Tries to install packages; says why it could not. Does nothing unless it is root on a machine with apt-get. */
export function installFromDebian(packages: readonly string[]): void {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return;
  console.log(`Installing ${packages.join(', ')} from Debian …`);
  // RUNLEVEL=1 keeps a package from starting its service: tests start programs of their own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  spawnSync('apt-get', ['update'], { env });
  const done = spawnSync('apt-get', ['install', '-y', ...packages], { env, encoding: 'utf8' });
  if (done.status !== 0) console.warn(`apt-get could not: ${done.stderr.trim()}`);
}

/** Brings the servers that integration tests run against; without them those tests are skipped, and say so. */
export function installTestServers(): void {
  const hasRedis =
    process.env['REDIS_URL'] !== undefined || findProgram('redis-server') !== undefined;
  const missing = [
    ...(hasRedis ? [] : ['redis-server']),
    ...(findProgram('nginx') === undefined ? ['nginx-light'] : []),
    ...(findProgram('pgbouncer') === undefined ? ['pgbouncer'] : []),
  ];
  if (missing.length > 0) installFromDebian(missing);
  // By itself: older versions of Debian do not have it, and install nothing then.
  if (findProgram('caddy') === undefined) installFromDebian(['caddy']);
}

if (import.meta.main) installTestServers();
