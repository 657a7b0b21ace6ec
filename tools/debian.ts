// Installs programs that tests need from Debian's packages, where this machine lets us.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

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
  const hasRedis = process.env['REDIS_URL'] !== undefined || isInstalled('redis-server');
  const missing = [
    ...(hasRedis ? [] : ['redis-server']),
    ...(isInstalled('nginx') ? [] : ['nginx-light']),
  ];
  if (missing.length > 0) installFromDebian(missing);
}

function isInstalled(program: string): boolean {
  // Debian keeps servers where the PATH of ordinary users does not look.
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  return folders.some((folder) => existsSync(join(folder, program)));
}
