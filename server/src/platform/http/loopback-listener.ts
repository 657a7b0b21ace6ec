/** A second door on the loopback interface, because `localhost` is 127.0.0.1 to one program and ::1 to the next. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:net';

import type { BaseLogger } from 'pino';

const siblings: Readonly<Record<string, string>> = { '127.0.0.1': '::1', '::1': '127.0.0.1' };

/**
 * Lets a server that listens on one of the two loopback addresses answer on the other one, too, on the same port.
 * Returns how to close that door. A machine without the other address is served on the first alone.
 */
export async function listenOnSibling(server: Server, log: BaseLogger): Promise<() => void> {
  const bound = server.address();
  const host = typeof bound === 'object' ? siblings[bound?.address ?? ''] : undefined;
  if (typeof bound !== 'object' || bound === null || host === undefined) return () => undefined;
  // The connections become the server's own: its limits, timeouts, sockets and its end hold for them as well.
  const sibling = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    server.emit('connection', socket),
  );
  sibling.listen({ host, port: bound.port });
  try {
    await once(sibling, 'listening');
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (isTaken) log.warn(`port ${bound.port} of ${host} is another program's: open 127.0.0.1`);
    else log.debug({ err: error }, `${host} cannot be listened on`);
  }
  sibling.on('error', (error) => log.warn({ err: error }, `${host} takes no connections`));
  return () => sibling.close();
}
