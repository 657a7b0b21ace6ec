// The minimal baseline: a bare `ws` server that repeats every frame of its first socket to all others.
import { once } from 'node:events';

import { type WebSocket, WebSocketServer } from 'ws';

import { answerPort, takeSetup } from './start.ts';

await takeSetup();
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
const others = new Set<WebSocket>();
let speaker: WebSocket | null = null;

server.on('connection', (socket) => {
  if (speaker) {
    others.add(socket);
    socket.on('close', () => others.delete(socket));
    return;
  }
  speaker = socket;
  socket.on('close', () => (speaker = null));
  socket.on('message', (data: Buffer) => {
    for (const other of others) other.send(data, { binary: false });
    socket.send('done');
  });
});

await once(server, 'listening');
answerPort(server.address());
