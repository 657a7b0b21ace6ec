// For programs that need their port before they start.
import { once } from 'node:events';
import { createServer } from 'node:net';

/** A free port. Another process may take it before use, which is rare. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
