// Listening sockets, and the delivery latency to each of them.
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

import { WebSocket } from 'ws';

import { runAll } from './http-client.ts';

const mark = /"content":"at:([\d.]+)"/;

/** Marks a frame with its send time, in ms of this process's clock. */
export function stamp(): string {
  return `at:${performance.now().toFixed(3)}`;
}

/** Replaces the send time in a frame. */
export function stampAgain(frame: string): string {
  return frame.replace(mark, `"content":"${stamp()}"`);
}

export interface Entrance {
  address: string;
  headers?: Record<string, string>;
  /** Called with every frame, including the first. */
  onFrame?: ((data: Buffer) => void) | undefined;
}

/** Returns true if the frame completes the join. */
export type Greet = (frame: string, socket: WebSocket) => boolean;

/** Close codes of a busy server, after which a page retries. */
const comeAgain = [1001, 1013];
const mostTries = 20;
const betweenTriesMs = 250;
const patienceMs = 20_000;

/** Resolves once `greet` accepts a frame, or once open without `greet`. Null if the server is busy. */
export async function tryToEnter(
  { address, headers = {}, onFrame }: Entrance,
  greet: Greet | null,
): Promise<WebSocket | null> {
  const socket = new WebSocket(address, { headers, perMessageDeflate: false });
  if (onFrame) socket.on('message', onFrame);
  if (!greet) {
    await once(socket, 'open');
    return socket;
  }
  const closeCode = await new Promise<number | null>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', resolve);
    socket.on('message', function onFrame(data: Buffer) {
      if (!greet(data.toString(), socket)) return;
      socket.off('message', onFrame);
      resolve(null);
    });
  });
  if (closeCode === null) return socket;
  if (comeAgain.includes(closeCode)) return null;
  throw new Error(`a socket was closed with ${closeCode}`);
}

/** Retries like a page. Throws after too many attempts. */
export async function untilIn(tryOnce: () => Promise<WebSocket | null>): Promise<WebSocket> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const socket = await tryOnce();
    if (socket) return socket;
    await pause(betweenTriesMs);
  }
  throw new Error(`the server was too busy ${mostTries} times`);
}

export function enter(entrance: Entrance, greet: Greet | null): Promise<WebSocket> {
  return untilIn(() => tryToEnter(entrance, greet));
}

export class Listeners {
  readonly #sockets: readonly WebSocket[];
  #waits: number[] = [];
  #last = performance.now();
  /** The last counted frame. */
  frame = '';

  constructor(sockets: readonly WebSocket[]) {
    this.#sockets = sockets;
    for (const socket of sockets) {
      socket.on('message', (data: Buffer) => {
        const sentAt = mark.exec(data.toString('latin1', 0, 600))?.[1];
        if (sentAt === undefined) return;
        this.#last = performance.now();
        this.#waits.push(this.#last - Number(sentAt));
        if (this.frame === '') this.frame = data.toString();
      });
    }
  }

  get size(): number {
    return this.#sockets.length;
  }

  reset(): void {
    this.#waits = [];
    this.#last = performance.now();
  }

  /** Resolves with each delivery's latency in ms since `reset`. Throws if deliveries stop. */
  async until(deliveries: number): Promise<readonly number[]> {
    while (this.#waits.length < deliveries) {
      if (performance.now() - this.#last > patienceMs) {
        throw new Error(`${this.#waits.length} of ${deliveries} deliveries came`);
      }
      await pause(2);
    }
    return this.#waits;
  }

  async close(): Promise<void> {
    const gone = this.#sockets.map((socket) => once(socket, 'close'));
    for (const socket of this.#sockets) socket.close();
    await Promise.all(gone);
  }
}

/** Resolves once all sockets have joined. */
export async function listen(entering: readonly (() => Promise<WebSocket>)[]): Promise<Listeners> {
  const sockets: WebSocket[] = [];
  const opening = entering.map((enterOne) => async () => {
    sockets.push(await enterOne());
  });
  await runAll(opening, 20);
  return new Listeners(sockets);
}
