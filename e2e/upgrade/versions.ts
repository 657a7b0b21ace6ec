// Two versions of the product in two folders.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { startProductProcess } from '@wentwell/server/test/product-process';

function requiredFolder(): string {
  const folder = process.env['VERSION_BEFORE'];
  if (folder === undefined)
    throw new Error('VERSION_BEFORE names no folder: npm run upgrade-check');
  return folder;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const programs = { old: requiredFolder(), new: root };

export type Version = keyof typeof programs;

function countMigrations(version: Version): number {
  const files = readdirSync(`${programs[version]}/server/migrations`);
  return files.filter((name) => name.endsWith('.sql')).length;
}

/** Whether the new version changes the schema. */
export const isMigrating = countMigrations('new') > countMigrations('old');

export type Settings = Readonly<Record<string, string>>;

/** Starts a version. Rejects with its output if it ends before it is ready. */
export function startVersion(
  version: Version,
  { settings, port }: { settings: Settings; port: number },
) {
  return startProductProcess({
    program: programs[version],
    port,
    env: () => ({ DEMO: 'off', LOG_LEVEL: 'info', ...settings }),
  });
}

export type Running = Awaited<ReturnType<typeof startVersion>>;

/** Runs a command, by default of the new version. Returns its output, or throws it on failure. */
export function runCommand(
  [name, ...args]: readonly [string, ...string[]],
  settings: Settings,
  version: Version = 'new',
): string {
  const { PATH } = process.env;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [`${programs[version]}/server/dist/${name}.js`, ...args],
    { encoding: 'utf8', env: { PATH, ...settings } },
  );
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}${stdout}`);
  return stdout;
}

/** Lines of the report that the documents quote. */
export function report(lines: string): void {
  process.stdout.write(`${lines.trim().replaceAll(/^/gm, '      ')}\n`);
}
