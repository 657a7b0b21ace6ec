// Runs a development tool in the foreground, with this process's Node.
import { spawn } from 'node:child_process';

import { ROOT } from './files.ts';

/** Avoids node_modules/.bin, where two packages may provide the same name. */
export const TOOL = {
  tsc: 'node_modules/typescript/bin/tsc',
  oxlint: 'node_modules/oxlint/bin/oxlint',
  oxfmt: 'node_modules/oxfmt/bin/oxfmt',
  arrows: 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
  knip: 'node_modules/knip/bin/knip.js',
  vite: 'node_modules/vite/bin/vite.js',
  vitest: 'node_modules/vitest/vitest.mjs',
  playwright: 'node_modules/@playwright/test/cli.js',
} as const;

type Options = { cwd?: string; env?: Record<string, string>; quiet?: boolean };

/** Resolves with the exit code. `quiet` buffers the output and prints it only if the tool fails. */
export function runTool(args: string[], options: Options = {}): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: options.cwd ?? ROOT,
    env: { ...process.env, ...options.env },
    stdio: options.quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  });
  const held: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => held.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => held.push(chunk));
  const stopWithMe = (signal: NodeJS.Signals): void => void child.kill(signal);
  // The terminal sends Ctrl+C to the child too. The parent only waits for it.
  const wait = (): void => {};
  process.on('SIGTERM', stopWithMe).on('SIGHUP', stopWithMe).on('SIGINT', wait);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('SIGTERM', stopWithMe).off('SIGHUP', stopWithMe).off('SIGINT', wait);
      if (code !== 0) process.stderr.write(Buffer.concat(held));
      resolve(code ?? 1);
    });
  });
}
