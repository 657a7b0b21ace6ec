// For what has to be told its port before it starts.
import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port on which nothing listens. Another process may take it before it is used; that is rare. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
