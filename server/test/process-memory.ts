// Another process's memory, by its inspector: NODE_OPTIONS=--inspect=127.0.0.1:PORT.
import { once } from 'node:events';

import { z } from 'zod';

const ProcessMemory = z.object({ heapUsed: z.number(), rss: z.number() });
export type ProcessMemory = z.infer<typeof ProcessMemory>;

/** After a full garbage collection. */
export async function memoryOf(inspector: number): Promise<ProcessMemory> {
  const targets = await fetch(`http://127.0.0.1:${inspector}/json/list`);
  const [target] = z
    .array(z.object({ webSocketDebuggerUrl: z.string() }))
    .parse(await targets.json());
  if (!target) throw new Error('The process has no inspector.');
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await once(socket, 'open');
  try {
    await ask(socket, 'HeapProfiler.collectGarbage');
    const expression = 'JSON.stringify(process.memoryUsage())';
    const answer = z
      .object({ result: z.object({ result: z.object({ value: z.string() }) }) })
      .parse(await ask(socket, 'Runtime.evaluate', { expression }));
    return ProcessMemory.parse(JSON.parse(answer.result.result.value));
  } finally {
    socket.close();
  }
}

let calls = 0;

function ask(socket: WebSocket, method: string, params: object = {}): Promise<unknown> {
  const id = (calls += 1);
  const answered = new Promise<unknown>((resolve) => {
    socket.addEventListener('message', ({ data }) => {
      const message: unknown = JSON.parse(String(data));
      if (z.object({ id: z.literal(id) }).safeParse(message).success) resolve(message);
    });
  });
  socket.send(JSON.stringify({ id, method, params }));
  return answered;
}
