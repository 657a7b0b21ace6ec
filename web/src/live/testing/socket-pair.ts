import { ClientFrame } from '@wentwell/contract/live/live';

import type { LiveSocket, OpenSocket, SocketCallbacks } from '../live-socket.ts';

/** One socket; the test plays the server. */
export class FakeSocket implements LiveSocket {
  readonly url: string;
  readonly callbacks: SocketCallbacks;
  readonly sent: string[] = [];
  closedWith: number | null = null;

  constructor(url: string, callbacks: SocketCallbacks) {
    this.url = url;
    this.callbacks = callbacks;
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(code: number): void {
    this.closedWith ??= code;
  }

  /** The types of the frames sent by the client, each checked against the contract. */
  get kinds(): string[] {
    return this.sent.map((text) => ClientFrame.parse(JSON.parse(text)).type);
  }

  accept(): void {
    this.callbacks.onOpen();
  }

  deliver(frame: Record<string, unknown>): void {
    const envelope = { userId: null, timestamp: '2026-03-02T09:00:00.000Z' };
    this.callbacks.onMessage(JSON.stringify({ data: {}, ...envelope, ...frame }));
  }

  disconnect(code: number): void {
    this.callbacks.onClose(code);
  }
}

export function socketPairs(): { openSocket: OpenSocket; sockets: FakeSocket[] } {
  const sockets: FakeSocket[] = [];
  return {
    sockets,
    openSocket: (url, callbacks) => {
      const socket = new FakeSocket(url, callbacks);
      sockets.push(socket);
      return socket;
    },
  };
}
