// A TCP proxy for tests that delays, drops, splits and disconnects traffic.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface ProxyFaults {
  /** Delay of every chunk in ms, with random `jitter`. */
  delay: number;
  jitter: number;
  /** Drops all data without closing the connections. */
  blackHole: boolean;
  /** Maximum bytes per chunk. 0: unchanged. */
  slice: number;
}

export interface TcpProxy extends AsyncDisposable {
  url: string;
  /** Applied to every chunk, also after changes. */
  faults: ProxyFaults;
  /** Resets all connections. */
  cut(): void;
  /** Drops all data of existing connections without closing them. New connections work. */
  mute(): void;
}

const whole: ProxyFaults = { delay: 0, jitter: 0, blackHole: false, slice: 0 };

/** `port`: the server's port. `await using` stops the proxy. */
export async function startTcpProxy(port: number): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  const muted = new WeakSet<Socket>();
  const proxy = { faults: { ...whole } };

  /** Forwards one direction, in order. */
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
