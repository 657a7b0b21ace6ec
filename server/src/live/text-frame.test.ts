import { once } from 'node:events';
import { createServer } from 'node:http';

import { expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';

import { textFrame } from './text-frame.ts';

it.each([0, 1, 125, 126, 65_535, 65_536, 200_000])(
  'S-21: a text of %i bytes, and one after it, are read as they were written',
  async (length) => {
    const texts = ['é'.repeat(Math.floor(length / 2)).padEnd(length - Math.floor(length / 2), 'x')];
    texts.push('the next');
    const server = createServer();
    const sockets = new WebSocketServer({ noServer: true });
    server.on('upgrade', (request, stream, head) => {
      sockets.handleUpgrade(request, stream, head, () => {
        for (const text of texts) stream.write(textFrame(text));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const client = new WebSocket(`ws://127.0.0.1:${port}`);
    const read: string[] = [];
    client.on('message', (data: Buffer) => read.push(data.toString()));
    await expect.poll(() => read).toEqual(texts);
    expect(Buffer.byteLength(read[0] ?? '')).toBe(length);
    client.terminate();
    sockets.close();
    server.close();
  },
);
