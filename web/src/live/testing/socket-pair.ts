import { ClientFrame } from '@wentwell/contract/live';

import type { LiveSocket, OpenSocket, SocketListener } from '../live-socket.ts';

/** The server's end of one socket, in a test's hands. */
export class FakeSocket implements LiveSocket {
  readonly url: string;
  readonly listener: SocketListener;
  readonly sent: string[] = [];
  closedWith: number | null = null;

  constructor(url: string, listener: SocketListener) {
    this.url = url;
    this.listener = listener;
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(code: number): void {
    this.closedWith ??= code;
  }

  /** The kinds of frames that came, each checked against the contract. */
  get kinds(): string[] {
    return this.sent.map((text) => ClientFrame.parse(JSON.parse(text)).type);
  }

  accept(): void {
    this.listener.opened();
  }

  say(frame: Record<string, unknown>): void {
    const envelope = { userId: null, timestamp: '2026-03-02T09:00:00.000Z' };
    this.listener.received(JSON.stringify({ data: {}, ...envelope, ...frame }));
  }

  hangUp(code: number): void {
    this.listener.closed(code);
  }
}

/** Gives what opens sockets, and the list of those opened. */
export function socketPairs(): { openSocket: OpenSocket; sockets: FakeSocket[] } {
  const sockets: FakeSocket[] = [];
  return {
    sockets,
    openSocket: (url, listener) => {
      const socket = new FakeSocket(url, listener);
      sockets.push(socket);
      return socket;
    },
  };
}
