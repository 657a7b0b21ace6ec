// Development mode: runs the server with restarts on changes behind Vite. Both stop together.
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

import { ROOT } from './files.ts';
import { TOOL } from './run-tool.ts';
import { writeServerVersion } from './source-version.ts';

// web/vite.config.ts repeats the server's port for its API and live channel proxy.
const SITE_PORT = '3000';
const SERVER_PORT = '3001';
const WATCH = [
  '--disable-proto=delete',
  '--import=./server/src/quick-imports.ts',
  '--watch',
  '--watch-preserve-output',
];

writeServerVersion(join(ROOT, 'server/dist'));
const server = run([...WATCH, 'server/src/main.ts'], ROOT, {
  PORT: SERVER_PORT,
  PUBLIC_URL: `http://localhost:${SITE_PORT}`,
});
const vite = [join(ROOT, TOOL.vite), '--host=127.0.0.1', `--port=${SITE_PORT}`, '--strictPort'];
const site = run(vite, join(ROOT, 'web'), {});

const both = [server, site];
let stopping = false;

/** Sends SIGTERM only once. */
function stopBoth(): void {
  if (stopping) return;
  stopping = true;
  for (const child of both) child.kill('SIGTERM');
}

process.on('SIGTERM', stopBoth).on('SIGHUP', stopBoth);
// The terminal sends Ctrl+C to both children. This process only waits for them.
process.on('SIGINT', () => {
  stopping = true;
});
for (const child of both) {
  child.once('exit', (code) => {
    process.exitCode ??= code ?? 0;
    stopBoth();
  });
}

function run(args: string[], cwd: string, env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' });
}
