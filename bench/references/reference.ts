// Starts reference servers: minimal implementations, each in a process on the servers' core.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { z } from 'zod';

import { onCore, serverCore } from '../cores.ts';

const names = ['ws-broadcast', 'socket-io', 'transactions', 'fastify'] as const;

export interface Reference extends AsyncDisposable {
  /** 0 if it does not listen. */
  port: number;
  pid: number;
  /** Sends a message and resolves with the answer. */
  tell(message: object): Promise<unknown>;
  stop(): Promise<void>;
}

const Ready = z.object({ port: z.number() });
const Failure = z.object({ failure: z.string() });

/** Resolves once it listens. */
export async function startReference(
  name: (typeof names)[number],
  setup: object,
): Promise<Reference> {
  const file = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  const [program, ...args] = [...onCore(serverCore), process.execPath];
  const child = fork(file, [], { execPath: program, execArgv: args });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`the reference ${name} ended`);
  });
  ended.catch(() => undefined);
  async function tell(message: object): Promise<unknown> {
    const answered = once(child, 'message');
    child.send(message);
    const [answer] = z
      .tuple([z.unknown()])
      .rest(z.unknown())
      .parse(await Promise.race([answered, ended]));
    const failed = Failure.safeParse(answer);
    if (failed.success) throw new Error(`the reference ${name}: ${failed.data.failure}`);
    return answer;
  }
  const { port } = Ready.parse(await tell(setup));
  async function stop(): Promise<void> {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
  return { port, pid: child.pid ?? 0, tell, stop, [Symbol.asyncDispose]: stop };
}
