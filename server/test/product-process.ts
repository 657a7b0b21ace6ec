// The product as one process, for tests and measurements from outside.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { bareEnvironment } from './bare-environment.ts';
import { freePort } from './free-port.ts';

const ownProgram = fileURLToPath(new URL('../..', import.meta.url));
const patienceMs = 60_000;
/** As in deploy/. */
const flags = ['--disable-proto=delete', '--min-semi-space-size=8', '--max-semi-space-size=16'];

export interface ProductProcess {
  url: string;
  port: number;
  /** The present or last process. */
  pid(): number;
  /** The last output since the latest start. */
  output(): string;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** On the same port with the same settings. Resolves once ready. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface ProductProcessOptions {
  host?: string;
  /** By default a free one. */
  port?: number;
  /** Characters of output to keep; by default 10,000. */
  keptOutput?: number;
  /** The folder of another built version. */
  program?: string;
  /** Its settings except the port; rate limits are off by default. */
  env(port: number): NodeJS.ProcessEnv;
  /** A program with arguments that runs Node, such as `taskset`. */
  wrapper?: readonly string[];
}

/** Resolves once the product is ready. The error contains the output if it ends before. */
export async function startProductProcess({
  host = 'localhost',
  port: wantedPort,
  program: folder = ownProgram,
  env,
  wrapper = [],
  keptOutput = 10_000,
}: ProductProcessOptions): Promise<ProductProcess> {
  const port = wantedPort ?? (await freePort());
  const entry = path.join(folder, 'server/dist/main.js');
  const url = `http://${host}:${port}`;
  let child: ChildProcess | null = null;
  let output = '';

  async function start(): Promise<void> {
    const [program, ...args] = [...wrapper, process.execPath];
    const running = spawn(program, [...args, ...flags, entry], {
      env: {
        ...bareEnvironment,
        // As in deploy/.
        MALLOC_ARENA_MAX: '1',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
        ...env(port),
        PORT: String(port),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = running;
    output = '';
    for (const stream of [running.stdout, running.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-keptOutput);
      });
    }
    for (const end = Date.now() + patienceMs; Date.now() < end; await pause(50)) {
      if (running.exitCode !== null) throw new Error(`the product ended:\n${output}`);
      const ready = await fetch(`${url}/health/ready`).catch(() => null);
      if (ready?.ok) return;
    }
    running.kill('SIGKILL');
    throw new Error(`the product did not become ready:\n${output}`);
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }

  await start();
  return {
    url,
    port,
    pid: () => child?.pid ?? 0,
    output: () => output,
    start,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}
