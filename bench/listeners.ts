// Many sockets that only listen, and how long what was sent took to reach each of them.
import { once } from 'node:events';

import { WebSocket } from 'ws';

const mark = /"content":"at:([\d.]+)"/;

export interface Listeners {
  /** Deliveries counted so far. */
  count(): number;
  /** Milliseconds of each delivery since `reset`, unsorted. */
  waits(): readonly number[];
  reset(): void;
  /** Resolves when this many have come since `reset`, or nothing came for a second. */
  until(deliveries: number): Promise<void>;
  close(): Promise<void>;
}

/** What a frame must hold to be counted: the moment at which it was sent, in ms of this process's clock. */
export function stamp(): string {
  return `at:${performance.now().toFixed(3)}`;
}

/** Resolves once all sockets are open. */
export async function listen(
  doors: readonly { address: string; headers: Record<string, string> }[],
): Promise<Listeners> {
  let waits: number[] = [];
  let last = performance.now();
  const sockets: WebSocket[] = [];
  for (const { address, headers } of doors) {
    const socket = new WebSocket(address, { headers, perMessageDeflate: false });
    socket.on('message', (data: Buffer) => {
      const sentAt = mark.exec(data.toString('latin1', 0, 400))?.[1];
      if (sentAt === undefined) return;
      last = performance.now();
      waits.push(last - Number(sentAt));
    });
    await once(socket, 'open');
    sockets.push(socket);
  }
  return {
    count: () => waits.length,
    waits: () => waits,
    reset() {
      waits = [];
      last = performance.now();
    },
    async until(deliveries) {
      while (waits.length < deliveries && performance.now() - last < 1000) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    async close() {
      const gone = sockets.map((socket) => once(socket, 'close'));
      for (const socket of sockets) socket.close();
      await Promise.all(gone);
    },
  };
}
