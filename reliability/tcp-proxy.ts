// A network cable in a test's hands: between a client and a server it delays, cuts, swallows and slices what passes.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface CableFaults {
  /** Ms that every piece is held up, and how much more or less by chance. */
  delay: number;
  jitter: number;
  /** Everything is swallowed, and neither side is told. */
  blackHole: boolean;
  /** Bytes a piece; 0 leaves them as they come. */
  slice: number;
}

export interface TcpProxy extends AsyncDisposable {
  url: string;
  /** Read anew for every piece. */
  faults: CableFaults;
  /** Breaks all connections at once. */
  cut(): void;
  /** Swallows everything on the connections of now, and neither side is told; new ones work. */
  mute(): void;
}

const whole: CableFaults = { delay: 0, jitter: 0, blackHole: false, slice: 0 };

/** `port` is the port behind the proxy. `await using` ends it. */
export async function startTcpProxy(port: number): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  const muted = new WeakSet<Socket>();
  const proxy = { faults: { ...whole } };

  /** Passes one direction on, in its order. */
  function pass(from: Socket, to: Socket): void {
    let last = Promise.resolve();
    const later = (act: () => void): void => {
      const { delay, jitter } = proxy.faults;
      const ms = Math.max(0, delay + (Math.random() * 2 - 1) * jitter);
      const arrives = new Promise((go) => void setTimeout(go, ms));
      last = last.then(() => arrives).then(act);
    };
    from.on('data', (bytes: Buffer) => {
      const { blackHole, slice } = proxy.faults;
      if (blackHole || muted.has(from)) return;
      if (slice === 0) {
        later(() => to.write(bytes));
        return;
      }
      for (let at = 0; at < bytes.length; at += slice) {
        later(() => to.write(bytes.subarray(at, at + slice)));
      }
    });
    from.on('end', () => later(() => to.end()));
  }

  const server = createServer((client) => {
    const target = connect(port, '127.0.0.1');
    const pair = [client, target] as const;
    pairs.add(pair);
    for (const socket of pair) {
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        pairs.delete(pair);
        for (const each of pair) each.destroy();
      });
    }
    pass(client, target);
    pass(target, client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  function cut(): void {
    for (const [client, target] of pairs) {
      client.resetAndDestroy();
      target.resetAndDestroy();
    }
  }

  return Object.assign(proxy, {
    url: `http://127.0.0.1:${address.port}`,
    cut,
    mute() {
      for (const pair of pairs) for (const socket of pair) muted.add(socket);
    },
    async [Symbol.asyncDispose]() {
      cut();
      server.close();
      await once(server, 'close');
    },
  });
}
